import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/insight-templates';
import type { TemplateLinkWire } from '@escuta/shared/contracts/insights/insight-templates';
import { AppError } from '@escuta/shared/domain/errors';
import { missingParameters, type TemplateDeclarado } from '@escuta/shared/domain/insights/prompt-template';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { listScope } from '../../reads/list-scope.ts';
import { findProject } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  deleteLink,
  findLink,
  insertLink,
  listLinks,
  listProjects,
  lockLink,
  MAX_LINKS,
  updateLink,
} from './link-repo.ts';
import { presentLink, presentProject } from './present.ts';
import { findTemplate } from './repo.ts';

type Key = { projetoId: string; templateId: string };

const noProject = () => new AppError('nao_encontrado', 'Projeto não encontrado.');
const noLink = () => new AppError('nao_encontrado', 'Este template não está vinculado ao projeto.');

const entryOf = (actor: Actor, empresaId: string, { templateId }: Key) => ({
  ...actor,
  empresaId,
  recurso: 'insight_template',
  recursoId: templateId,
});

type Declared = Pick<TemplateDeclarado, 'parametrosObrigatorios' | 'parametrosOpcionais'>;

const missingOf = (template: Declared, parametros: Record<string, string>): string[] =>
  missingParameters({ promptTemplate: '', ...template }, parametros);

/**
 * Refuses a link with missing values, whose calls would silently lack the insight.
 * @throws AppError regra_violada, naming each required parameter without a value
 */
function requireValues(template: Declared, parametros: Record<string, string>): void {
  const missing = missingOf(template, parametros);
  if (missing.length === 0) return;
  throw new AppError('regra_violada', `Informe um valor para: ${missing.join(', ')}.`, {
    errors: missing.map((nome) => ({ campo: `parametros.${nome}`, mensagem: 'Informe um valor.' })),
  });
}

/**
 * A project's links to templates, newest first, at most MAX_LINKS.
 * @throws AppError nao_encontrado
 */
export async function linksOf(deps: AppDeps, scope: Scope, projetoId: string): Promise<TemplateLinkWire[]> {
  if (!(await findProject(deps.db, scope, projetoId))) throw noProject();
  return (await listLinks(deps.db, scope, projetoId)).map(presentLink);
}

/**
 * Links a template to a project of the same company.
 * @throws AppError nao_encontrado, conflito (already linked), regra_violada (inactive template, a required parameter
 * without a value, or too many links)
 */
export async function link(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  key: Key,
  body: BodyOf<typeof contracts.linkTemplate>,
): Promise<TemplateLinkWire> {
  const [projeto, template] = await Promise.all([
    findProject(deps.db, session.scope, key.projetoId),
    findTemplate(deps.db, session.scope, key.templateId),
  ]);
  if (!projeto) throw noProject();
  const { empresaId } = projeto;
  if (!template || template.empresaId !== empresaId) {
    throw new AppError('nao_encontrado', 'Template não encontrado.');
  }
  if (!template.ativo) {
    throw new AppError(
      'regra_violada',
      'Este template está inativo: ative o template antes de vinculá-lo a um projeto.',
    );
  }
  const parametros = body?.parametros ?? {};
  // A client that does not know parameters sends none, so the link stays inactive until the values named in the answer
  // are set.
  const ativo = body?.parametros !== undefined || missingOf(template, parametros).length === 0;
  if (ativo) requireValues(template, parametros);
  const added = await deps.db.transaction(async (tx) => {
    const given = { ...key, empresaId, parametros, ativo, atribuidoPor: session.usuarioId };
    if (!(await insertLink(tx, given))) return false;
    await recordAction(tx, {
      ...entryOf(actor, empresaId, key),
      acao: 'template_vinculado',
      detalhes: { projeto_id: key.projetoId, ativo },
    });
    return true;
  });
  const row = await findLink(deps.db, session.scope, key);
  if (!added && row) throw new AppError('conflito', 'Este template já está vinculado ao projeto.');
  if (!row) throw new AppError('regra_violada', `Um projeto pode ter até ${MAX_LINKS} templates.`);
  return presentLink(row);
}

/**
 * Switches a link on or off, or changes its values; an inactive link may lack values.
 * @throws AppError nao_encontrado, regra_violada (a required value is missing)
 */
export async function changeLink(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  key: Key,
  body: BodyOf<typeof contracts.updateTemplateLink>,
): Promise<TemplateLinkWire> {
  const ativo = body.active ?? body.ativo;
  const change = { ativo, parametros: body.parametros };
  return deps.db.transaction(async (tx) => {
    const before = (await lockLink(tx, scope, key)) && (await findLink(tx, scope, key));
    if (!before) throw noLink();
    if ((body.parametros || ativo === true) && (ativo ?? before.ativo))
      requireValues(before, body.parametros ?? before.parametros);
    const changed = diffOf(before, change);
    if (!changed) return presentLink(before);
    await updateLink(tx, scope, key, change);
    await recordAction(tx, {
      ...entryOf(actor, before.empresaId, key),
      acao: 'template_vinculo_alterado',
      detalhes: { projeto_id: key.projetoId, ...changed },
    });
    const row = await findLink(tx, scope, key);
    if (!row) throw noLink();
    return presentLink(row);
  });
}

/**
 * Removes a link; its insights stay.
 * @throws AppError nao_encontrado
 */
export function unlink(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  key: Key,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const empresaId = await deleteLink(tx, scope, key);
    if (empresaId === null) throw noLink();
    await recordAction(tx, {
      ...entryOf(actor, empresaId, key),
      acao: 'template_desvinculado',
      detalhes: { projeto_id: key.projetoId },
    });
  });
}

/**
 * A page of projects with their number of templates.
 * @throws AppError nao_encontrado
 */
export async function pageOfProjects(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listProjectsWithTemplates>,
) {
  const found = await listProjects(deps.db, listScope(session, query.empresaId), query);
  return presentPage(query, found, presentProject);
}
