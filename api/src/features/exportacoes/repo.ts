// SQL: a single statement finds the target of an export, which may be of four kinds.

import type { Db } from '@escuta/prisma/db';
import type { AlvoExportacao } from '@escuta/shared/domain/exports/export-request';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, type Sql, sql } from '@escuta/shared/platform/database/sql';

export type Exportado = { id: string; empresaId: string; nome: string };

const TARGETS = {
  projeto: sql`select t.id, t.empresa_id as "empresaId", t.nome from projetos t`,
  auditoria: sql`select t.id, t.empresa_id as "empresaId", t.nome from auditorias t`,
  pesquisa: sql`select t.id, t.empresa_id as "empresaId", t.titulo as nome from pesquisas t`,
  empresa: sql`select t.id, t.id as "empresaId", t.nome from empresas t`,
} as const satisfies Record<string, Sql>;

/** Finds the target of an export by kind and id; null if the scope has no such target. */
export async function findExportado(
  db: Db,
  scope: Scope,
  { tipo, id }: NonNullable<AlvoExportacao['alvo']>,
): Promise<Exportado | null> {
  const company = tipo === 'empresa' ? sql`t.id` : sql`t.empresa_id`;
  const { rows } = await db.sql<Exportado>(
    sql`${TARGETS[tipo]} where t.id = ${id}::uuid and ${inScope(scope, company)}`,
    `exportado_${tipo}`,
  );
  return rows[0] ?? null;
}

export type ExportacaoRow = {
  id: string;
  empresaId: string;
  autorId: string | null;
  status: string;
  parametros: unknown;
  resultado: unknown;
};

export async function findExportacao(db: Db, scope: Scope, id: string): Promise<ExportacaoRow | null> {
  const { rows } = await db.sql<ExportacaoRow>(
    sql`select t.id, t.empresa_id as "empresaId", t.autor_id as "autorId", t.status, t.parametros, t.resultado
      from tarefas t
      where t.id = ${id}::uuid and t.tipo = 'exportar' and ${inScope(scope, sql`t.empresa_id`)}`,
    'exportacao',
  );
  return rows[0] ?? null;
}
