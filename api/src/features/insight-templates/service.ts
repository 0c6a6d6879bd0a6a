import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/insight-templates';
import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import { AppError } from '@escuta/shared/domain/errors';
import { MODELO_LLM_PADRAO } from '@escuta/shared/domain/insights/insight-template';
import { checkTemplate } from '@escuta/shared/domain/insights/prompt-template';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { assertInCatalogue } from '../../reads/catalogue-repo.ts';
import { listScope } from '../../reads/list-scope.ts';
import { isInUse } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentTemplate, presentVersion } from './present.ts';
import {
  findTemplate,
  insertTemplate,
  listTemplates,
  listVersions,
  lockTemplate,
  removeTemplate,
  type TemplateContent,
  updateTemplate,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Template não encontrado.');

/**
 * A page of templates.
 * @throws AppError nao_encontrado
 */
export async function pageOfTemplates(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listInsightTemplates>,
) {
  const found = await listTemplates(deps.db, listScope(session, query.empresaId), query);
  return presentPage(query, found, presentTemplate);
}

/**
 * A template in its version in force.
 * @throws AppError nao_encontrado
 */
export async function readTemplate(deps: AppDeps, scope: Scope, id: string): Promise<InsightTemplateWire> {
  const row = await findTemplate(deps.db, scope, id);
  if (!row) throw notFound();
  return presentTemplate(row);
}

/**
 * A page of a template's versions.
 * @throws AppError nao_encontrado
 */
export async function pageOfVersions(
  deps: AppDeps,
  scope: Scope,
  id: string,
  query: { page: number; limit: number },
) {
  if (!(await findTemplate(deps.db, scope, id))) throw notFound();
  return presentPage(query, await listVersions(deps.db, scope, id, query), presentVersion);
}

/** Checks the prompt's placeholders. @throws AppError regra_violada with every problem found */
function requireConsistent(content: TemplateContent): void {
  const problems = checkTemplate(content);
  if (problems.length === 0) return;
  throw new AppError('regra_violada', problems.join(' '), {
    errors: problems.map((mensagem) => ({ campo: 'promptTemplate', mensagem })),
  });
}

/**
 * Creates a template with its first version.
 * @throws AppError regra_violada, nao_encontrado
 */
export function addTemplate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createInsightTemplate>,
): Promise<InsightTemplateWire> {
  const { empresaId = session.empresaId, modeloLLM, modeloLlm, ativo, ...rest } = body;
  const content: TemplateContent = {
    ...rest,
    descricao: rest.descricao ?? null,
    modeloLlm: modeloLlm ?? modeloLLM ?? MODELO_LLM_PADRAO,
    criterios: rest.criterios ?? [],
    metadata: rest.metadata ?? {},
  };
  requireConsistent(content);
  return deps.db.transaction(async (tx) => {
    if (!(await isInUse(tx, session.scope, empresaId))) {
      throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
    }
    await assertInCatalogue(tx, content.modeloLlm, 'texto', 'modeloLlm');
    const id = await insertTemplate(tx, { empresaId, criadoPor: session.usuarioId, ativo }, content);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'template_criado',
      recurso: 'insight_template',
      recursoId: id,
      detalhes: { nome: content.nome },
    });
    const row = await findTemplate(tx, session.scope, id);
    if (!row) throw notFound();
    return presentTemplate(row);
  });
}

/**
 * Changes a template. Changed content creates a new version; `ativo` does not.
 * @throws AppError nao_encontrado, regra_violada, conflito (there is a newer version than the edited one)
 */
export function changeTemplate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateInsightTemplate>,
): Promise<InsightTemplateWire> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTemplate(tx, session.scope, id);
    if (!row) throw notFound();
    if (body.versao !== undefined && body.versao !== row.versao) {
      throw new AppError(
        'conflito',
        `Este template foi alterado por outra pessoa (agora na versão ${row.versao}). Recarregue a página e refaça a alteração.`,
      );
    }
    const { id: _, empresaId, ativo, versao, projetosAtivos, createdAt, updatedAt, ...before } = row;
    const { ativo: wanted = ativo, versao: __, modeloLLM, ...sent } = body;
    const given = Object.fromEntries(
      Object.entries({ ...sent, modeloLlm: sent.modeloLlm ?? modeloLLM }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Partial<TemplateContent>;
    const after: TemplateContent = { ...before, ...given };
    const isChanged = !isDeepStrictEqual(after, before);
    if (isChanged) requireConsistent(after);
    // A model removed from the catalogue stays valid until the template's model is changed.
    if (after.modeloLlm !== before.modeloLlm)
      await assertInCatalogue(tx, after.modeloLlm, 'texto', 'modeloLlm');
    if (isChanged || wanted !== ativo) {
      await updateTemplate(tx, row, {
        ativo: wanted,
        content: isChanged ? after : null,
        criadoPor: session.usuarioId,
      });
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'template_alterado',
        recurso: 'insight_template',
        recursoId: id,
        detalhes: {
          nome: after.nome,
          versao: isChanged ? versao + 1 : versao,
          ...diffOf({ ...before, ativo }, { ...after, ativo: wanted }),
        },
      });
    }
    const changed = await findTemplate(tx, session.scope, id);
    if (!changed) throw notFound();
    return presentTemplate(changed);
  });
}

/**
 * Retires a template in every project; results still refer to its versions.
 * @throws AppError nao_encontrado
 */
export function deleteTemplate(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTemplate(tx, session.scope, id);
    if (!row) throw notFound();
    await removeTemplate(tx, row);
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresaId,
      acao: 'template_excluido',
      recurso: 'insight_template',
      recursoId: id,
      detalhes: { nome: row.nome, versao: row.versao },
    });
  });
}
