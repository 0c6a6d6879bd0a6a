import type { Db } from '@escuta/prisma/db';
import { creditsFor } from '../../domain/runs/credits.ts';
import { param, sql } from '../../platform/database/sql.ts';

export type NumerosPreparo = {
  linhas: number;
  gravacoes: number;
  pares: number;
  /** Complete pairs with a usable recording, which cost credits. */
  a_auditar: number;
  ambiguas: number;
  gravacoes_sem_linha: number;
  /** Included rows without recording. */
  linhas_sem_gravacao: number;
  nao_auditar: number;
  /** Excluded recordings without a row; `nao_auditar` counts them too. */
  gravacoes_fora: number;
  recusadas: number;
  repetidas: number;
  /** Decoded length (ms) of the pairs to audit, and the credits that they cost. */
  duracao_ms: number;
  creditos: number;
};

type Counted = Omit<NumerosPreparo, 'creditos' | 'linhas_sem_gravacao'> & {
  id: string;
  linhas_fora: number;
  pares_de_dentro: number;
  /** Recordings by duration in minutes, rounded up. */
  minutos: { minutos: number; n: number }[];
};

/** True if recording `g` is usable and paired with sheet row `l`, both included. */
export const A_AUDITAR = sql`(g.linha_n is not null and g.motivo is null and g.duracao_ms is not null
  and not g.nao_auditar and not coalesce(l.nao_auditar, false))`;

/**
 * Computes prepared audits' figures by an index-only scan: 20,000 rows with 5,000 recordings take some ms.
 * @param entrevistaMinutos minutes of an interview per credit (CREDITO_ENTREVISTA_MINUTOS)
 */
export async function readFiguresOf(
  db: Db,
  preparoIds: readonly string[],
  entrevistaMinutos: number,
): Promise<Map<string, NumerosPreparo>> {
  const ids = param(preparoIds);
  const { rows } = await db.sql<Counted>(
    sql`with fora as materialized (
        select preparo_id, n, nao_auditar from preparo_linhas where preparo_id = any (${ids}::uuid[]) and nao_auditar
      ), l as (
        select preparo_id, count(*)::int as n from preparo_linhas where preparo_id = any (${ids}::uuid[]) group by 1
      ), f as (
        select preparo_id, count(*)::int as n from fora group by 1
      ), g as materialized (
        select g.preparo_id, g.linha_n, g.motivo, g.duracao_ms, g.nao_auditar, g.sha256,
          cardinality(g.candidatas) as candidatas,
          l.n is not null as fora, ${A_AUDITAR} as auditar
        from preparo_gravacoes g left join fora l on l.preparo_id = g.preparo_id and l.n = g.linha_n
        where g.preparo_id = any (${ids}::uuid[])
      ), m as (
        select preparo_id, json_agg(json_build_object('minutos', minutos, 'n', n)) as minutos from (
          select preparo_id, ceil(duracao_ms / 60000.0)::int as minutos, count(*)::int as n from g where auditar
            group by 1, 2) d group by 1
      ), r as (
        select preparo_id, sum(n)::int as n from (
          select preparo_id, count(*) as n from g where sha256 is not null group by preparo_id,
            sha256 having count(*) > 1) d group by 1
      ), c as (
        select preparo_id, count(*)::int as gravacoes, count(linha_n)::int as pares,
          (count(*) filter (where linha_n is not null and not fora))::int as pares_de_dentro,
          (count(*) filter (where auditar))::int as a_auditar,
          (count(*) filter (where linha_n is null and motivo is null and not nao_auditar
            and candidatas > 0))::int as ambiguas,
          (count(*) filter (where linha_n is null and motivo is null and not nao_auditar))::int as gravacoes_sem_linha,
          (count(*) filter (where nao_auditar and not fora))::int as nao_auditar,
          (count(*) filter (where nao_auditar and linha_n is null))::int as gravacoes_fora,
          count(motivo)::int as recusadas,
          coalesce(sum(duracao_ms) filter (where auditar), 0)::float8 as duracao_ms
        from g group by 1
      )
      select i.id, coalesce(l.n, 0) as linhas, coalesce(f.n, 0) as linhas_fora, coalesce(c.gravacoes, 0) as gravacoes,
        coalesce(c.pares, 0) as pares, coalesce(c.pares_de_dentro, 0) as pares_de_dentro, coalesce(c.a_auditar, 0)
          as a_auditar,
        coalesce(c.ambiguas, 0) as ambiguas, coalesce(c.gravacoes_sem_linha, 0) as gravacoes_sem_linha,
        coalesce(c.nao_auditar, 0) + coalesce(f.n, 0) as nao_auditar,
        coalesce(c.gravacoes_fora, 0) as gravacoes_fora, coalesce(c.recusadas, 0) as recusadas,
        coalesce(r.n, 0) as repetidas, coalesce(c.duracao_ms, 0) as duracao_ms, coalesce(m.minutos, '[]') as minutos
      from unnest(${ids}::uuid[]) i (id) left join l on l.preparo_id = i.id left join f on f.preparo_id = i.id
        left join c on c.preparo_id = i.id left join r on r.preparo_id = i.id left join m on m.preparo_id = i.id`,
    'preparo_numeros',
  );
  return new Map(
    rows.map(({ id, linhas_fora, pares_de_dentro, minutos, ...counted }) => [
      id,
      {
        ...counted,
        linhas_sem_gravacao: counted.linhas - linhas_fora - pares_de_dentro,
        creditos: minutos.reduce(
          (sum, group) => sum + group.n * creditsFor('entrevista', group.minutos, entrevistaMinutos),
          0,
        ),
      },
    ]),
  );
}

export async function readFigures(
  db: Db,
  preparoId: string,
  entrevistaMinutos: number,
): Promise<NumerosPreparo> {
  const found = await readFiguresOf(db, [preparoId], entrevistaMinutos);
  return found.get(preparoId) as NumerosPreparo;
}
