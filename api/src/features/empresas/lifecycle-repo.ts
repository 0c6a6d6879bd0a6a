// SQL: a company's data are counted up to a limit, and an empty company is deleted under a lock.

import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';

/** Greatest number counted; beyond it texts say 'mais de'. */
export const CONTA_ATE = 1000;

/** Data that people created in a company, each counted by its own index. Projects contain audits and items. */
const HOLDINGS = [
  ['projetos', 'projetos', 'true'],
  ['usuarios', 'membros', 'true'],
  ['tickets', 'tickets', 'true'],
  ['pesquisas', 'pesquisas', 'true'],
  ['templates', 'insight_templates', 'excluido_em is null'],
  ['lancamentos', 'credito_lancamentos', 'true'],
  ['pedidos', 'credito_pedidos', 'true'],
  ['telefonia', 'asterisk_configs', 'true'],
] as const;
export type Holding = (typeof HOLDINGS)[number][0];

/**
 * Counts a company's data by kind, each up to CONTA_ATE + 1; null outside the scope. Locks the company's row, so that
 * no new row can refer to the company.
 */
export async function countHoldings(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Record<Holding, number> | null> {
  const locked = await db.query(`select from empresas where id = $1 and ${inScope('$2', 'id')} for update`, [
    id,
    empresaIdOf(scope),
  ]);
  if (!locked.rowCount) return null;
  // A second statement sees rows committed during the wait for the lock.
  const counts = HOLDINGS.map(
    ([name, table, condition]) =>
      `(select count(*)::int from (select from ${table} where empresa_id = $1 and ${condition} limit $2) x) as ${name}`,
  );
  const { rows } = await db.query<Record<Holding, number>>(`select ${counts.join(', ')}`, [
    id,
    CONTA_ATE + 1,
  ]);
  return rows[0] as Record<Holding, number>;
}

/** Deletes an empty company with its keys and settings. Call under the lock of `countHoldings`. */
export async function deleteEmpresa(db: Db, scope: Scope, id: string): Promise<void> {
  const values = [id, empresaIdOf(scope)];
  const mine = `= $1 and ${inScope('$2', '$1')}`;
  await db.query(`delete from insight_template_versoes where empresa_id ${mine}`, values);
  for (const table of [
    'insight_templates',
    'configuracoes_processamento',
    'agentes',
    'aparelhos',
    'chaves_api',
    'emails',
    'tarefas',
    'filtros_salvos',
    'regra_fila',
    'regras',
    'exportacao_modelos',
    'notificacoes',
    'eventos_dominio',
    'acessos',
    'acessos_selos',
  ] as const) {
    await db.query(`delete from ${table} where empresa_id ${mine}`, values);
  }
  // Schedules the company's exported lists for deletion. Their size becomes null now, because the company's sums of
  // bytes cannot be written after its deletion.
  await db.query(
    `update objetos_pendentes set apagar_em = now(), tamanho = null where empresa_id ${mine}`,
    values,
  );
  await db.query(`delete from empresas where id ${mine}`, values);
}

/**
 * Archives or restores a company.
 * @returns false if nothing changed
 */
export async function setArquivada(db: Db, scope: Scope, id: string, arquivada: boolean): Promise<boolean> {
  const { rowCount } = await db.query(
    `update empresas set arquivada_em = case when $3 then now() end, updated_at = now()
     where id = $1 and ${inScope('$2', 'id')} and (arquivada_em is not null) <> $3`,
    [id, empresaIdOf(scope), arquivada],
  );
  return rowCount === 1;
}

/** Ends every session of a company's accounts for good. The caller holds the accounts' locks. */
export async function endSessionsOf(db: Db, empresaId: string): Promise<void> {
  await db.query(
    'update membros set versao_token = versao_token + 1, updated_at = now() where empresa_id = $1',
    [empresaId],
  );
}

export async function revokeKeys(db: Db, scope: Extract<Scope, { kind: 'empresa' }>): Promise<void> {
  await db.query('update chaves_api set revogada_em = now() where empresa_id = $1 and revogada_em is null', [
    scope.empresaId,
  ]);
}
