// SQL: what an export is of is one of four things, found in one statement.

import type { AlvoExportacao } from '@escuta/shared/domain/exports';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, inScope, type Sql, sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';

/** Whose rows are exported, and what it is called. */
export type Exportado = { id: string; empresaId: string; nome: string };

const TARGETS: Record<'projeto_id' | 'auditoria_id' | 'pesquisa_id' | 'empresa_id', Sql> = {
  projeto_id: sql`select t.id, t.empresa_id as "empresaId", t.nome from projetos t`,
  auditoria_id: sql`select t.id, t.empresa_id as "empresaId", t.nome from auditorias t`,
  pesquisa_id: sql`select t.id, t.empresa_id as "empresaId", t.titulo as nome from pesquisas t`,
  empresa_id: sql`select t.id, t.id as "empresaId", t.nome from empresas t`,
};

/** What an export is of; null outside the scope. */
export async function findExportado(
  db: Queryable,
  scope: Scope,
  alvo: AlvoExportacao,
): Promise<Exportado | null> {
  const names = ['projeto_id', 'auditoria_id', 'pesquisa_id', 'empresa_id'] as const;
  const name = names.find((one) => alvo[one] !== undefined);
  if (!name) return null;
  const company = name === 'empresa_id' ? sql`t.id` : sql`t.empresa_id`;
  const { rows } = await db.query<Exportado>(
    sql`${TARGETS[name]} where ${all([sql`t.id = ${alvo[name] ?? null}::uuid`, inScope(scope, company)])}`.statement(
      `exportado_${name}`,
    ),
  );
  return rows[0] ?? null;
}
