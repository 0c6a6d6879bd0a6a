// SQL: the statements join the version in force by two columns, and number versions under a lock.

import type { Database, Db } from '@escuta/prisma/db';
import type { Prisma } from '@escuta/prisma/generated/client';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_TEMPLATE } from '@escuta/shared/domain/filters/lists/templates';
import type { Criterio } from '@escuta/shared/domain/insights/insight-criteria';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, inScope, literal, ofScope, param, sql } from '@escuta/shared/platform/database/sql';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type TemplateContent = {
  nome: string;
  descricao: string | null;
  categoria: string;
  promptTemplate: string;
  parametrosObrigatorios: string[];
  parametrosOpcionais: string[];
  modeloLlm: string;
  maxTokens: number;
  temperature: number;
  thresholdConfianca: number;
  formatoSaida: string;
  criterios: Criterio[];
  metadata: Record<string, unknown>;
};

export type TemplateRow = TemplateContent & {
  id: string;
  empresaId: string;
  ativo: boolean;
  versao: number;
  projetosAtivos: number;
  createdAt: Date;
  updatedAt: Date;
};

const CONTENT = `v.nome, v.descricao, v.categoria, v.prompt_template as "promptTemplate",
  v.parametros_obrigatorios as "parametrosObrigatorios", v.parametros_opcionais as "parametrosOpcionais",
  v.modelo_llm as "modeloLlm", v.max_tokens as "maxTokens", v.temperature,
  v.threshold_confianca as "thresholdConfianca", v.formato_saida as "formatoSaida", v.criterios, v.metadata`;

const COLUMNS = `t.id, t.empresa_id as "empresaId", t.ativo, t.versao, t.created_at as "createdAt",
  t.updated_at as "updatedAt", ${CONTENT},
  (select count(*)::int from projeto_insight_templates l where l.insight_template_id = t.id
    and l.ativo) as "projetosAtivos"`;

const FROM = `insight_templates t join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao`;

const ORDER = {
  nome: sql`lower(t.nome)`,
  categoria: sql`t.categoria`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
};

const CONDICOES: ListConditions<typeof FILTROS_TEMPLATE> = {
  categoria: (categoria) => sql`t.categoria = ${categoria}`,
  ativo: (ativo) => sql`t.ativo = ${ativo}`,
  search: (text) => {
    const like = sql`'%' || escuta_normaliza(${param(escapeLike(text))}) || '%'`;
    return sql`(escuta_normaliza(t.nome) like ${like} or escuta_normaliza(coalesce(t.descricao, '')) like ${like})`;
  },
  foraDoProjeto: (id) => sql`not exists (select 1 from projeto_insight_templates l
    where l.insight_template_id = t.id and l.projeto_id = ${id}::uuid)`,
};

export type TemplateFilter = Pedidos<typeof FILTROS_TEMPLATE> & {
  orderBy: keyof typeof ORDER;
  orderDirection: 'asc' | 'desc';
  page: number;
  limit: number;
};

export function listTemplates(
  db: Database,
  scope: Scope,
  filter: TemplateFilter,
): Promise<Page<TemplateRow>> {
  const direction = filter.orderDirection === 'desc' ? sql`desc` : sql`asc`;
  const where = all([
    sql`t.excluido_em is null`,
    ofScope(scope, sql`t.empresa_id`),
    ...askedConditions(CONDICOES, filter),
  ]);
  return pageOf<TemplateRow>(
    db,
    filter,
    (window) => sql`select ${literal(COLUMNS)} from ${literal(FROM)} where ${where}
      order by ${ORDER[filter.orderBy]} ${direction}, t.id ${direction} ${window}`,
    sql`insight_templates t where ${where}`,
  );
}

/** A template in its version in force; null if the template is outside the scope or deleted. */
export async function findTemplate(db: Db, scope: Scope, id: string): Promise<TemplateRow | null> {
  const { rows } = await db.query<TemplateRow>(
    `select ${COLUMNS} from ${FROM}
     where t.id = $1 and t.excluido_em is null and ${inScope('$2', 't.empresa_id')}`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/**
 * Locks a template, then reads it, because a single waiting statement would join the old version with the new number,
 * and find nothing.
 */
export async function lockTemplate(db: Db, scope: Scope, id: string): Promise<TemplateRow | null> {
  await db.query(
    `select 1 from insight_templates where id = $1 and ${inScope('$2', 'empresa_id')} for update`,
    [id, empresaIdOf(scope)],
  );
  return findTemplate(db, scope, id);
}

export type VersionRow = TemplateContent & {
  id: string;
  versao: number;
  criadoPor: string | null;
  createdAt: Date;
};

export function listVersions(
  db: Database,
  scope: Scope,
  templateId: string,
  asked: PageAsked,
): Promise<Page<VersionRow>> {
  const where = sql`v.template_id = ${templateId} and ${inScope(scope, sql`v.empresa_id`)}`;
  return pageOf<VersionRow>(
    db,
    asked,
    (window) => sql`select v.id, v.versao, u.email as "criadoPor", v.created_at as "createdAt",
        ${literal(CONTENT)}
      from insight_template_versoes v left join usuarios u on u.id = v.criado_por
      where ${where} order by v.versao desc ${window}`,
    sql`insight_template_versoes v where ${where}`,
  );
}

async function insertVersion(
  db: Db,
  key: { empresaId: string; templateId: string; versao: number; criadoPor: string | null },
  content: TemplateContent,
): Promise<void> {
  const metadata = content.metadata as Prisma.InputJsonObject;
  await db.within(companyScope(key.empresaId)).insightTemplateVersao.create({
    data: { id: newId(), ...key, ...content, metadata },
    select: { id: true },
  });
}

/**
 * Inserts a template with its first version.
 * @returns its id
 */
export async function insertTemplate(
  db: Db,
  owner: { empresaId: string; criadoPor: string | null; ativo: boolean },
  content: TemplateContent,
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into insight_templates (id, empresa_id, nome, descricao, categoria, ativo, versao, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, now())`,
    [id, owner.empresaId, content.nome, content.descricao, content.categoria, owner.ativo],
  );
  const { ativo: _, ...key } = owner;
  await insertVersion(db, { ...key, templateId: id, versao: 1 }, content);
  return id;
}

/** Changes a locked template; `content` creates a new version in force. */
export async function updateTemplate(
  db: Db,
  template: Pick<TemplateRow, 'id' | 'empresaId' | 'versao'>,
  change: { ativo: boolean; content: TemplateContent | null; criadoPor: string | null },
): Promise<void> {
  const { content } = change;
  const versao = content ? template.versao + 1 : template.versao;
  if (content) {
    await insertVersion(
      db,
      { empresaId: template.empresaId, templateId: template.id, versao, criadoPor: change.criadoPor },
      content,
    );
  }
  await db.query(
    `update insight_templates set ativo = $2, versao = $3, nome = coalesce($4, nome),
       descricao = case when $4::text is null then descricao else $5 end, categoria = coalesce($6, categoria),
       updated_at = now() where id = $1`,
    [
      template.id,
      change.ativo,
      versao,
      content?.nome ?? null,
      content?.descricao ?? null,
      content?.categoria ?? null,
    ],
  );
}

/** Retires a template and deletes its links; versions stay, as results refer to them. */
export async function removeTemplate(
  db: Db,
  { id, empresaId }: Pick<TemplateRow, 'id' | 'empresaId'>,
): Promise<void> {
  await db
    .within(companyScope(empresaId))
    .projetoInsightTemplate.deleteMany({ where: { insightTemplateId: id, empresaId } });
  await db.query(
    'update insight_templates set excluido_em = now(), ativo = false, updated_at = now() where id = $1',
    [id],
  );
}
