// SQL: one statement reads the company's calls, newest first, with a filter that is chosen at run time.

import type { Database, Db } from '@escuta/prisma/db';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { TipoItem } from '@escuta/shared/domain/runs/status';
import { filterSql } from '@escuta/shared/platform/database/conditions/filter';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { dayStart, int, isoTime, sql } from '@escuta/shared/platform/database/sql';
import { JULGAVEL } from '@escuta/shared/services/rules/rules';
import { readWithin } from '../../reads/timed-repo.ts';
import type { Own } from './repo.ts';

/** Position of a call: the time of its entry (ISO 8601, with ms) and its id. */
export type Lugar = { entrada: string; id: string };

/** Result of a step: number of calls read, oldest call read (null: no more), number of matches, newest matches. */
export type Passo = { vistos: number; ultimo: Lugar | null; n: number; achadas: Lugar[] };

/** Time limit of a step, ms. */
const PASSO_MS = 1800;

/** Judges up to `passo` calls that entered since `desde` (yyyy-MM-dd), older than `apos`; null after PASSO_MS. */
export async function stepBack(
  db: Database,
  { empresaId }: Own,
  filtro: Filtro,
  { desde, apos, passo, limite }: { desde: string; apos: Lugar | null; passo: number; limite: number },
): Promise<Passo | null> {
  const place = (from: 'v' | 'a') =>
    from === 'v'
      ? sql`json_build_object('entrada', ${isoTime(sql`v.created_at`)}, 'id', v.id)`
      : sql`json_build_object('entrada', ${isoTime(sql`a.created_at`)}, 'id', a.id)`;
  const rows = await readWithin<Passo>(
    db,
    PASSO_MS,
    sql`with vistos as materialized (
        select i.id, i.created_at from auditoria_itens i
        where i.empresa_id = ${empresaId}::uuid and i.created_at >= ${dayStart(sql`${desde}`)}
          and ${apos ? sql`(i.created_at, i.id) < (${apos.entrada}::timestamptz, ${apos.id}::uuid)` : sql`true`}
        order by i.created_at desc, i.id desc limit ${int(passo)}
      ), achadas as materialized (
        select i.id, i.created_at from vistos v join auditoria_itens i on i.id = v.id
          join item_qualidade q on q.item_id = i.id
        where ${JULGAVEL} and ${filterSql(filtro)}
      )
      select (select count(*)::int from vistos) as vistos,
        (select ${place('v')} from vistos v order by v.created_at, v.id limit 1) as ultimo,
        (select count(*)::int from achadas) as n,
        coalesce((select json_agg(${place('a')})
          from (select * from achadas order by created_at desc, id desc limit ${int(limite)}) a), '[]') as achadas`,
  );
  return rows && (rows[0] as Passo);
}

export type LigacaoRow = {
  item_id: string;
  projeto_id: string;
  projeto_nome: string;
  tipo_item: TipoItem;
  momento: Date;
  inicio_precisao: PrecisaoInicio | null;
  agente_nome: string | null;
  numero: string | null;
  duracao: number | null;
  nota: number | null;
  sentimento: 'positivo' | 'neutro' | 'negativo' | null;
};

/** Describes calls, in the given order. */
export async function describeCalls(
  db: Db,
  { empresaId }: Own,
  ids: readonly string[],
): Promise<LigacaoRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.sql<LigacaoRow>(
    sql`select i.id as item_id, i.projeto_id, p.nome as projeto_nome, i.tipo_item, i.momento_chamada as momento,
        ${ITEM_PRECISION} as inicio_precisao, coalesce(f.nome, a.nome) as agente_nome, i.numero_destino as numero,
        i.call_duration as duracao, round(q.pontuacao * 100)::int as nota, q.sentimento
      from unnest(${ids}::uuid[]) with ordinality as l (id, n)
        join auditoria_itens i on i.id = l.id and i.empresa_id = ${empresaId}::uuid
        join projetos p on p.id = i.projeto_id
        left join item_qualidade q on q.item_id = i.id
        left join agentes a on a.id = i.agente_id
        left join agentes f on f.id = a.fundido_em_id
      order by l.n`,
    'regras_ligacoes',
  );
  return rows;
}
