import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { Alvo } from './repo.ts';

const COLUMN = { auditoria: 'auditoria_id', projeto: 'projeto_id' } as const;

export type Candidates = {
  /** Items to queue, oldest first, at most the limit. */
  ids: string[];
  /** More of them than the limit. */
  alem: number;
  semGravacao: number;
  emAndamento: number;
  comInsights: number;
};

/**
 * The items of an audit or project that have a recording and no finished insight in force, and why the others are left
 * out: one pass over the target's items.
 */
export async function findCandidates(
  db: Queryable,
  scope: Scope,
  alvo: Alvo & { tipo: keyof typeof COLUMN },
  limit: number,
): Promise<Candidates> {
  const { rows } = await db.query<Candidates>(
    `with itens as materialized (
       select i.id, i.created_at, case when i.arquivo_path is null then 'sem_gravacao'
           when i.status = 'processando' then 'em_andamento'
           when exists (select 1 from insights g where g.item_id = i.id and g.vigente
             and g.status_processamento = 'concluido') then 'com_insights'
           else 'candidato' end as classe
       from auditoria_itens i where i.${COLUMN[alvo.tipo]} = $1 and ($2::uuid is null or i.empresa_id = $2)
     ), escolhidos as (
       select id from itens where classe = 'candidato' order by created_at, id limit $3
     )
     select coalesce((select array_agg(id) from escolhidos), '{}') as ids,
       greatest(0, count(*) filter (where classe = 'candidato') - $3)::int as alem,
       count(*) filter (where classe = 'sem_gravacao')::int as "semGravacao",
       count(*) filter (where classe = 'em_andamento')::int as "emAndamento",
       count(*) filter (where classe = 'com_insights')::int as "comInsights"
     from itens`,
    [alvo.id, empresaIdOf(scope), limit],
  );
  return rows[0] ?? { ids: [], alem: 0, semGravacao: 0, emAndamento: 0, comInsights: 0 };
}

/** Credits of a target's company. */
export async function readSaldo(db: Queryable, scope: Scope, alvo: Alvo): Promise<number> {
  const { rows } = await db.query<{ saldo: number }>(
    'select saldo_creditos as saldo from empresas where id = $1 and ($2::uuid is null or id = $2)',
    [alvo.empresaId, empresaIdOf(scope)],
  );
  return rows[0]?.saldo ?? 0;
}
