// SQL: the numbers of items by status are sums from roll-ups if the project has a single audit.

import type { Database } from '@escuta/prisma/db';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { all, inScope, sql } from '@escuta/shared/platform/database/sql';
import { type CallDays, callsOnDays, sumsBy, sumsOnDays } from '@escuta/shared/services/calls/date-basis';

export type AuditoriaAlvo = {
  id: string;
  projeto_id: string;
  /** True if the project has a single audit: the project's roll-ups are then also the audit's. */
  unica: boolean;
};

/** The audit with an id, or a project's default audit, in the scope. */
export async function findAuditoria(
  db: Database,
  scope: Scope,
  by: { auditoriaId: string } | { projetoId: string },
): Promise<AuditoriaAlvo | null> {
  const { rows } = await db.query<AuditoriaAlvo>(
    `select a.id, a.projeto_id,
       not exists (select from auditorias o where o.projeto_id = a.projeto_id and o.id <> a.id) as unica
     from auditorias a where ${'auditoriaId' in by ? 'a.id = $1' : 'a.projeto_id = $1 and a.padrao'}
       and ${inScope('$2', 'a.empresa_id')}`,
    ['auditoriaId' in by ? by.auditoriaId : by.projetoId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

export type SituacaoRow = { status: StatusProcessamento; n: number; duracao_s: number; com_duracao: number };

/**
 * Items of an audit by status, optionally of some days: from the project's sums if the project has a single audit, else
 * counted.
 */
export async function countByStatus(
  db: Database,
  alvo: AuditoriaAlvo,
  { data, ...days }: CallDays,
): Promise<SituacaoRow[]> {
  const cut = callsOnDays(data, days);
  const counted = sql`select i.status, count(*)::float8 as n, coalesce(sum(i.call_duration), 0)::float8 as duracao_s,
      count(i.call_duration)::float8 as com_duracao
    from auditoria_itens i
    where ${all([sql`i.auditoria_id = ${alvo.id}`, cut && sql`i.projeto_id = ${alvo.projeto_id}`, cut])}
      group by i.status`;
  const summed = sql`select r.status, sum(r.n)::float8 as n, sum(r.duracao_s)::float8 as duracao_s,
      sum(r.com_duracao)::float8 as com_duracao
    from ${sumsBy(data, 'volume')} r where ${all([sql`r.projeto_id = ${alvo.projeto_id}`, ...sumsOnDays(days)])}
      group by r.status`;
  const { rows } = await db.sql<SituacaoRow>(alvo.unica ? summed : counted);
  return rows;
}
