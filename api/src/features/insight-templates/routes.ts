import * as contracts from '@escuta/shared/contracts/insights/insight-templates';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { changeLink, link, linksOf, pageOfProjects, unlink } from './link-service.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  pageOfTemplates,
  pageOfVersions,
  readTemplate,
} from './service.ts';

export const insightTemplates: Feature<AppDeps> = (deps) => [
  route(contracts.listInsightTemplates, async ({ session, query }) =>
    successPage(await pageOfTemplates(deps, session, query)),
  ),
  route(contracts.listProjectsWithTemplates, async ({ session, query }) =>
    successPage(await pageOfProjects(deps, session, query)),
  ),
  route(contracts.getInsightTemplate, async ({ scope, params }) =>
    success(await readTemplate(deps, scope, params.id)),
  ),
  route(contracts.listTemplateVersions, async ({ scope, params, query }) =>
    successPage(await pageOfVersions(deps, scope, params.id, query)),
  ),
  route(contracts.createInsightTemplate, async ({ session, request, body }) =>
    success(await addTemplate(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.updateInsightTemplate, async ({ session, request, params, body }) =>
    success(await changeTemplate(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deleteInsightTemplate, async ({ session, request, params }) => {
    await deleteTemplate(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Template excluído com sucesso!' };
  }),
  route(contracts.listProjectTemplates, async ({ scope, params }) =>
    success(await linksOf(deps, scope, params.projetoId)),
  ),
  route(contracts.linkTemplate, async ({ session, request, params, body }) =>
    success(await link(deps, session, actorOf(session, request), params, body)),
  ),
  route(contracts.updateTemplateLink, async ({ scope, session, request, params, body }) =>
    success(await changeLink(deps, { scope, actor: actorOf(session, request) }, params, body)),
  ),
  route(contracts.unlinkTemplate, async ({ scope, session, request, params }) => {
    await unlink(deps, { scope, actor: actorOf(session, request) }, params);
    return { success: true as const, message: 'Template removido do projeto com sucesso!' };
  }),
];
