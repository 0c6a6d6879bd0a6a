import { creditsFor } from '../domain/credits.ts';
import { sql } from './sql.ts';
import type { Queryable } from './transaction.ts';

/** What a prepared audit counts. */
export type NumerosPreparo = {
  linhas: number;
  gravacoes: number;
  pares: number;
  /** Pairs of which nothing was left out, whose recording can be used: what takes credits. */
  a_auditar: number;
  ambiguas: number;
  gravacoes_sem_linha: number;
  /** Of the rows that nobody left out. */
  linhas_sem_gravacao: number;
  nao_auditar: number;
  recusadas: number;
  repetidas: number;
  /** Of what is to be audited: decoded length, ms, and credits. */
  duracao_ms: number;
  creditos: number;
};

type Counted = Omit<NumerosPreparo, 'creditos' | 'linhas_sem_gravacao'> & {
  linhas_fora: number;
  pares_de_dentro: number;
  /** How many last so many minutes, begun ones counted as whole. */
  minutos: { minutos: number; n: number }[];
};

/**
 * A recording that is to be audited: one that can be used, of a row, with neither left out. `g` is its row of preparo_gravacoes, `l` the row
 * of the sheet that it is of.
 */
export const A_AUDITAR = sql`(g.linha_n is not null and g.motivo is null and g.duracao_ms is not null and not g.nao_auditar and not coalesce(l.nao_auditar, false))`;

/**
 * Counts what a preparation comes to, as things stand. The rows are counted in their index, whatever stands in them: 20,000 rows with 5,000
 * recordings take some milliseconds.
 * @param entrevistaMinutos minutes of an interview for each credit (CREDITO_ENTREVISTA_MINUTOS)
 */
export async function readFigures(
  db: Queryable,
  preparoId: string,
  entrevistaMinutos: number,
): Promise<NumerosPreparo> {
  const { rows } = await db.query<Counted>(
    sql`with fora as materialized (
        select n, nao_auditar from preparo_linhas where preparo_id = ${preparoId}::uuid and nao_auditar
      ), g as materialized (
        select g.linha_n, g.motivo, g.duracao_ms, g.nao_auditar, g.sha256, cardinality(g.candidatas) as candidatas,
          l.n is not null as fora, ${A_AUDITAR} as auditar
        from preparo_gravacoes g left join fora l on l.n = g.linha_n where g.preparo_id = ${preparoId}::uuid
      ), m as (
        select ceil(duracao_ms / 60000.0)::int as minutos, count(*)::int as n from g where auditar group by 1
      )
      select (select count(*)::int from preparo_linhas where preparo_id = ${preparoId}::uuid) as linhas,
        (select count(*)::int from fora) as linhas_fora,
        count(*)::int as gravacoes,
        count(linha_n)::int as pares,
        (count(*) filter (where linha_n is not null and not fora))::int as pares_de_dentro,
        (count(*) filter (where auditar))::int as a_auditar,
        (count(*) filter (where linha_n is null and motivo is null and candidatas > 0))::int as ambiguas,
        (count(*) filter (where linha_n is null and motivo is null))::int as gravacoes_sem_linha,
        (count(*) filter (where nao_auditar and not fora))::int + (select count(*)::int from fora) as nao_auditar,
        count(motivo)::int as recusadas,
        coalesce((select sum(d.n) from (select count(*) as n from g where sha256 is not null group by sha256 having count(*) > 1) d), 0)::int as repetidas,
        coalesce(sum(duracao_ms) filter (where auditar), 0)::float8 as duracao_ms,
        coalesce((select json_agg(m) from m), '[]') as minutos
      from g`.statement('preparo_numeros'),
  );
  const { linhas_fora, pares_de_dentro, minutos, ...counted } = rows[0] as Counted;
  return {
    ...counted,
    linhas_sem_gravacao: counted.linhas - linhas_fora - pares_de_dentro,
    creditos: minutos.reduce(
      (sum, group) => sum + group.n * creditsFor('entrevista', group.minutos, entrevistaMinutos),
      0,
    ),
  };
}
