import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/template-tests';
import {
  TESTES_ABERTOS_MAX,
  TESTES_POR_DIA_MAX,
  type TesteTemplateWire,
} from '@escuta/shared/contracts/insights/template-tests';
import { AppError } from '@escuta/shared/domain/errors';
import { checkTemplate, missingParameters } from '@escuta/shared/domain/insights/prompt-template';
import type { Scope } from '@escuta/shared/domain/scope';
import { notify } from '@escuta/shared/platform/database/notify';
import { assertMayPay } from '@escuta/shared/services/credits/may-pay';
import { TEMPLATE_TEST_CHANNEL } from '@escuta/shared/services/insights/template-tests';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { assertInCatalogue } from '../../reads/catalogue-repo.ts';
import { listScope } from '../../reads/list-scope.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentCall, presentSuggestion, presentTest } from './present.ts';
import {
  cancelTest,
  countTests,
  findAnyTest,
  findReadableItems,
  findSavedVersion,
  findSuggestion,
  findTest,
  findTestableItem,
  insertTest,
  listCalls,
  lockTests,
} from './repo.ts';

const DAY_S = 86_400;
const INTERROMPIDO = 'Interrompido pelo autor do teste.';

/**
 * Queues a test of a draft on a processed call.
 * @throws AppError nao_encontrado (call or template of another company), regra_violada (transcript, prompt, parameters,
 * processing or monthly limit forbid it), muitas_tentativas
 */
export async function startTest(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createTemplateTest>,
): Promise<{ id: string }> {
  const { auditoriaItemId: itemId, template: rascunho, parametros, templateId = null } = body;
  const item = await findTestableItem(deps.db, session.scope, itemId);
  if (!item) throw new AppError('nao_encontrado', 'Ligação não encontrada.');
  const { empresaId, projetoId, resultadoId } = item;
  let versaoSalva: number | null = null;
  if (templateId !== null) {
    versaoSalva = await findSavedVersion(deps.db, session.scope, { id: templateId, empresaId });
    if (versaoSalva === null) throw new AppError('nao_encontrado', 'Template não encontrado.');
  }
  if (resultadoId === null) {
    throw new AppError(
      'regra_violada',
      'Esta ligação ainda não tem transcrição: selecione uma ligação concluída.',
    );
  }
  requireUsable(rascunho, parametros);
  await assertInCatalogue(deps.db, rascunho.modeloLlm, 'texto', 'template.modeloLlm');
  return deps.db.transaction(async (tx) => {
    await takePlace(tx, session.scope, { empresaId, projetoId });
    const id = await insertTest(tx, {
      empresaId,
      itemId,
      resultadoId,
      templateId,
      versaoSalva,
      rascunho,
      parametros,
      criadoPor: session.usuarioId,
    });
    await recordAction(tx, {
      ...{ ...actor, empresaId, recurso: 'teste_template', recursoId: id },
      acao: 'template_testado',
      detalhes: { item_id: itemId, template_id: templateId },
    });
    await notify(tx, TEMPLATE_TEST_CHANNEL);
    return { id };
  });
}

/**
 * Serialises a company's requests, and refuses those beyond the limit.
 * @throws AppError muitas_tentativas, and the errors of assertMayPay
 */
async function takePlace(
  tx: Db,
  scope: Scope,
  { empresaId, projetoId }: { empresaId: string; projetoId: string },
): Promise<void> {
  await lockTests(tx, scope, empresaId);
  await assertMayPay(tx, { empresaId, projetoId });
  const { abertos, recentes, primeiro } = await countTests(tx, scope, empresaId);
  if (abertos >= TESTES_ABERTOS_MAX) {
    throw new AppError(
      'muitas_tentativas',
      `Sua empresa já tem ${TESTES_ABERTOS_MAX} testes em andamento. Aguarde um deles terminar.`,
      { retryAfterS: 5 },
    );
  }
  if (recentes >= TESTES_POR_DIA_MAX) {
    const age = primeiro === null ? 0 : (Date.now() - primeiro.getTime()) / 1000;
    throw new AppError(
      'muitas_tentativas',
      `Sua empresa já fez ${TESTES_POR_DIA_MAX} testes nas últimas 24 horas. Tente de novo mais tarde.`,
      { retryAfterS: Math.max(60, Math.ceil(DAY_S - age)) },
    );
  }
}

/**
 * Queues a request for criteria from up to three calls of a company, within the limits of tests.
 * @throws AppError nao_encontrado (a call of another company), regra_violada (no transcript, calls of several
 * companies), muitas_tentativas
 */
export async function startSuggestion(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createCriteriaSuggestion>,
): Promise<{ id: string }> {
  const ids = [...new Set(body.ligacoes)];
  const items = await findReadableItems(deps.db, session.scope, ids);
  const [first] = items;
  if (!first || items.length < ids.length) throw new AppError('nao_encontrado', 'Ligação não encontrada.');
  const { empresaId, projetoId, resultadoId } = first;
  if (items.some((item) => item.empresaId !== empresaId)) {
    throw new AppError('regra_violada', 'Selecione ligações de uma só empresa.');
  }
  if (resultadoId === null || items.some((item) => item.resultadoId === null)) {
    throw new AppError(
      'regra_violada',
      'Uma das ligações não tem transcrição: selecione ligações concluídas.',
    );
  }
  return deps.db.transaction(async (tx) => {
    await takePlace(tx, session.scope, { empresaId, projetoId });
    const id = await insertTest(tx, {
      tipo: 'sugestao',
      empresaId,
      itemId: first.id,
      outrosItens: ids.slice(1),
      resultadoId,
      templateId: null,
      versaoSalva: null,
      rascunho: {},
      parametros: {},
      criadoPor: session.usuarioId,
    });
    await recordAction(tx, {
      ...{ ...actor, empresaId, recurso: 'teste_template', recursoId: id },
      acao: 'criterios_sugeridos',
      detalhes: { item_ids: ids },
    });
    await notify(tx, TEMPLATE_TEST_CHANNEL);
    return { id };
  });
}

/**
 * Ends a running test or suggestion; an ended one stays unchanged.
 * @throws AppError nao_encontrado
 */
export async function stopTest(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    const found = await findAnyTest(tx, scope, id);
    if (!found) throw new AppError('nao_encontrado', 'Teste não encontrado.');
    const { empresaId } = found;
    if (await cancelTest(tx, { id, empresaId }, INTERROMPIDO)) {
      await recordAction(tx, {
        ...{ ...actor, empresaId, recurso: 'teste_template', recursoId: id },
        acao: 'teste_interrompido',
        detalhes: { item_id: found.itemId },
      });
    }
    return { id };
  });
}

/**
 * A suggestion, and the calls that it used.
 * @throws AppError nao_encontrado
 */
export async function readSuggestion(deps: AppDeps, scope: Scope, id: string) {
  const row = await findSuggestion(deps.db, scope, id);
  if (!row) throw new AppError('nao_encontrado', 'Pedido de critérios não encontrado.');
  return { sugestao: presentSuggestion(row), lidas: [row.itemId, ...row.outrosItens] };
}

/** Checks a draft and its parameters, as the worker does. @throws AppError regra_violada with every problem */
function requireUsable(
  rascunho: BodyOf<typeof contracts.createTemplateTest>['template'],
  parametros: Record<string, string>,
): void {
  const problems = checkTemplate(rascunho).map((mensagem) => ({ campo: 'promptTemplate', mensagem }));
  if (problems.length === 0) {
    const missing = missingParameters(rascunho, parametros);
    if (missing.length > 0) {
      problems.push({
        campo: 'parametros',
        mensagem: `Informe o valor dos parâmetros obrigatórios: ${missing.join(', ')}.`,
      });
    }
  }
  if (problems.length === 0) return;
  throw new AppError('regra_violada', problems.map(({ mensagem }) => mensagem).join(' '), {
    errors: problems,
  });
}

/**
 * A test, as the API answers it.
 * @throws AppError nao_encontrado
 */
export async function readTest(deps: AppDeps, scope: Scope, id: string): Promise<TesteTemplateWire> {
  const row = await findTest(deps.db, scope, id);
  if (!row) throw new AppError('nao_encontrado', 'Teste não encontrado.');
  return presentTest(row);
}

/**
 * Calls on which a draft can be tested.
 * @throws AppError nao_encontrado
 */
export async function callsToTest(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listTestableCalls>,
) {
  return (await listCalls(deps.db, listScope(session, query.empresaId), query.q)).map(presentCall);
}
