// SQL: the statements join the version in force by two columns, insert with ON CONFLICT, and search by normalised text.

import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope } from '@escuta/shared/platform/database/sql';
import { offsetOf, type Page } from '../../reads/page-repo.ts';

export type LinkRow = {
  id: string;
  empresaId: string;
  insightTemplateId: string;
  projetoId: string;
  ativo: boolean;
  parametros: Record<string, string>;
  atribuidoPor: string | null;
  createdAt: Date;
  nome: string;
  descricao: string | null;
  categoria: string;
  templateAtivo: boolean;
  versao: number;
  parametrosObrigatorios: string[];
  parametrosOpcionais: string[];
};

/** Greatest number of a project's templates. */
export const MAX_LINKS = 100;

const SELECT = `select l.id, l.empresa_id as "empresaId", l.insight_template_id as "insightTemplateId",
  l.projeto_id as "projetoId", l.ativo,
    l.parametros, u.email as "atribuidoPor", l.created_at as "createdAt", v.nome, v.descricao, v.categoria,
    t.ativo as "templateAtivo", t.versao, v.parametros_obrigatorios as "parametrosObrigatorios",
    v.parametros_opcionais as "parametrosOpcionais"
  from projeto_insight_templates l
  join insight_templates t on t.id = l.insight_template_id and t.excluido_em is null
  join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
  left join usuarios u on u.id = l.atribuido_por`;

/** A project's links, newest first, at most MAX_LINKS. */
export async function listLinks(db: Db, scope: Scope, projetoId: string): Promise<LinkRow[]> {
  const { rows } = await db.query<LinkRow>(
    `${SELECT} where l.projeto_id = $1 and ${inScope('$2', 'l.empresa_id')}
     order by l.created_at desc, l.id desc limit ${MAX_LINKS}`,
    [projetoId, empresaIdOf(scope)],
  );
  return rows;
}

type Key = { projetoId: string; templateId: string };

/** Finds a project's link to a template; null if the scope has no such link. */
export async function findLink(db: Db, scope: Scope, key: Key): Promise<LinkRow | null> {
  const { rows } = await db.query<LinkRow>(
    `${SELECT} where l.projeto_id = $1 and l.insight_template_id = $2 and ${inScope('$3', 'l.empresa_id')}`,
    [key.projetoId, key.templateId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/**
 * Links a template.
 * @returns false if linked before, or the project has MAX_LINKS
 */
export async function insertLink(
  db: Db,
  link: Key & {
    empresaId: string;
    parametros: Record<string, string>;
    ativo: boolean;
    atribuidoPor: string | null;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into projeto_insight_templates (id, empresa_id, projeto_id, insight_template_id, parametros, atribuido_por,
      ativo)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from projeto_insight_templates where projeto_id = $3) < ${MAX_LINKS}
     on conflict (projeto_id, insight_template_id) do nothing`,
    [
      newId(),
      link.empresaId,
      link.projetoId,
      link.templateId,
      JSON.stringify(link.parametros),
      link.atribuidoPor,
      link.ativo,
    ],
  );
  return rowCount === 1;
}

/**
 * Changes a link in the scope; new values also delete the old values' reported errors.
 * @returns false if there is no such link
 */
export async function updateLink(
  db: Db,
  scope: Scope,
  key: Key,
  change: { ativo: boolean | undefined; parametros: Record<string, string> | undefined },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with link as (
       update projeto_insight_templates set ativo = coalesce($3, ativo), parametros = coalesce($4::jsonb, parametros)
       where projeto_id = $1 and insight_template_id = $2 and ${inScope('$5', 'empresa_id')} returning id
     ), mended as (
       delete from erros_configuracao e using link
       where e.vinculo_id = link.id and e.codigo = 'parametros' and $4::jsonb is not null
     ) select id from link`,
    [
      key.projetoId,
      key.templateId,
      change.ativo ?? null,
      change.parametros ? JSON.stringify(change.parametros) : null,
      empresaIdOf(scope),
    ],
  );
  return rowCount === 1;
}

/**
 * Locks a link.
 * @returns false if there is no such link
 */
export async function lockLink(db: Db, scope: Scope, key: Key): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from projeto_insight_templates
     where projeto_id = $1 and insight_template_id = $2 and ${inScope('$3', 'empresa_id')} for update`,
    [key.projetoId, key.templateId, empresaIdOf(scope)],
  );
  return rowCount === 1;
}

/**
 * Removes a link in the scope.
 * @returns its company; null: no such link
 */
export async function deleteLink(db: Db, scope: Scope, key: Key): Promise<string | null> {
  const { rows } = await db.query<{ empresa_id: string }>(
    `delete from projeto_insight_templates
     where projeto_id = $1 and insight_template_id = $2 and ${inScope('$3', 'empresa_id')} returning empresa_id`,
    [key.projetoId, key.templateId, empresaIdOf(scope)],
  );
  return rows[0]?.empresa_id ?? null;
}

export type ProjectRow = {
  id: string;
  nome: string;
  descricao: string | null;
  ativos: number;
  total: number;
  created_at: Date;
  updated_at: Date;
  ultimo: Date | null;
};

/** A page of the projects in the scope, newest first, with their number of templates. */
export async function listProjects(
  db: Db,
  scope: Scope,
  filter: {
    search?: string | undefined;
    filtro?: 'com' | 'sem' | undefined;
    categoria?: string | undefined;
    page: number;
    limit: number;
  },
): Promise<Page<ProjectRow>> {
  const { rows } = await db.query<ProjectRow & { achados: number }>(
    `with achados as materialized (
       select p.id, p.created_at from projetos p
       where ${inScope('$1', 'p.empresa_id')}
         and ($2::text is null or escuta_normaliza(p.nome) like '%' || escuta_normaliza($2) || '%' or exists (
           select 1 from projeto_insight_templates l join insight_templates t on t.id = l.insight_template_id
           where l.projeto_id = p.id and t.excluido_em is null
             and escuta_normaliza(t.nome) like '%' || escuta_normaliza($2) || '%'))
         and ($3::text is null or ($3 = 'com') = exists (
           select 1 from projeto_insight_templates l where l.projeto_id = p.id))
         and ($4::text is null or exists (
           select 1 from projeto_insight_templates l join insight_templates t on t.id = l.insight_template_id
           where l.projeto_id = p.id and t.categoria = $4))
     ), pagina as (select id from achados order by created_at desc, id desc limit $5 offset $6)
     select (select count(*)::int from achados) as achados, p.id, p.nome, p.descricao, p.created_at, p.updated_at,
       soma.ativos, soma.total, soma.ultimo
     from (values (1)) uma(x) left join pagina on true left join projetos p on p.id = pagina.id
     left join lateral (
       select count(*)::int as total, (count(*) filter (where l.ativo))::int as ativos, max(l.created_at) as ultimo
       from projeto_insight_templates l where l.projeto_id = p.id
     ) soma on true
     order by p.created_at desc, p.id desc`,
    [
      empresaIdOf(scope),
      filter.search ? escapeLike(filter.search) : null,
      filter.filtro ?? null,
      filter.categoria ?? null,
      filter.limit,
      offsetOf(filter),
    ],
  );
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.achados ?? 0, exato: true };
}
