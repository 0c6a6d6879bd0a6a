import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/questionarios';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { AppError } from '@escuta/shared/domain/errors';
import { optionRulesOf } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { readStoredOptionRules } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import { listImagens } from './imagens-repo.ts';
import {
  type Campos,
  changeOf,
  checkLimits,
  checkRules,
  invalidField,
  kindOf,
  NOVA,
  type OpcoesEnviadas,
  opcoesOf,
  requireCard,
  requireCondition,
  requireFreeCode,
  requireOptions,
  requireRoom,
} from './pergunta-rules.ts';
import {
  discardPergunta,
  insertPergunta,
  type OpcaoNova,
  questionarioOf,
  readPerguntas,
  saveOpcoes,
  saveOrdem,
  savePergunta,
  usedCodes,
} from './perguntas-repo.ts';
import { presentPerguntas } from './present.ts';
import { findQuestionario, lockQuestionario } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Pergunta não encontrada.');
const semQuestionario = () => new AppError('nao_encontrado', 'Questionário não encontrado.');

/**
 * A questionnaire's questions, in order.
 * @throws AppError nao_encontrado
 */
export async function perguntasOf(
  deps: AppDeps,
  scope: Scope,
  questionarioId: string,
): Promise<PerguntaWire[]> {
  if (!(await findQuestionario(deps.db, scope, questionarioId))) throw semQuestionario();
  return presentPerguntas(await readPerguntas(deps.db, questionarioId));
}

async function loadPergunta(db: Db, questionarioId: string, id: string): Promise<PerguntaWire> {
  const all = presentPerguntas(await readPerguntas(db, questionarioId));
  const found = all.find((pergunta) => pergunta.id === id);
  if (!found) throw notFound();
  return found;
}

/**
 * An undeleted question of the scope.
 * @throws AppError nao_encontrado
 */
export async function readPergunta(deps: AppDeps, scope: Scope, id: string): Promise<PerguntaWire> {
  const questionarioId = await questionarioOf(deps.db, scope, id);
  if (!questionarioId) throw notFound();
  return loadPergunta(deps.db, questionarioId, id);
}

/** The first code 'P<n>', counting from the new question's position, that no question and no version uses. */
async function freeCode(db: Db, questionarioId: string, count: number): Promise<string> {
  const used = await usedCodes(db, questionarioId);
  let n = count + 1;
  while (used.has(`P${n}`)) n += 1;
  return `P${n}`;
}

/**
 * Adds a question at a position, by default the last.
 * @throws AppError nao_encontrado, regra_violada, requisicao_invalida, conflito
 */
export function addPergunta(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { questionario_id: questionarioId, ...body }: BodyOf<typeof contracts.createPergunta>,
): Promise<PerguntaWire> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, scope, questionarioId);
    if (!questionario) throw semQuestionario();
    const others = await readPerguntas(tx, questionarioId);
    requireRoom(others, 1);
    const place = Math.min(body.ordem ?? others.length + 1, others.length + 1) - 1;
    const opcoes = opcoesOf(body.respostas_definidas ?? [], []);
    const limited = checkLimits({
      ...NOVA,
      codigo: await freeCode(tx, questionarioId, others.length),
      ...changeOf(body),
      texto_pergunta: body.texto_pergunta,
      tipo: kindOf(body, 'texto'),
    });
    const says = checkRules(limited, opcoes, { sent: true });
    requireCard(says, await listImagens(tx, questionario));
    requireFreeCode(says.codigo, others);
    requireOptions(says.tipo, opcoes);
    requireCondition(says.mostrar_se, others.slice(0, place));
    const owner = { empresaId: questionario.empresa_id, questionarioId };
    const id = await insertPergunta(tx, { ...owner, ordem: others.length + 1 }, says);
    await saveOpcoes(tx, { id, empresaId: owner.empresaId }, opcoes);
    await saveOrdem(tx, others.map((other) => other.id).toSpliced(place, 0, id));
    await recordAction(tx, {
      ...{ ...actor, empresaId: owner.empresaId, recurso: 'pergunta', recursoId: id },
      acao: 'pergunta_criada',
      detalhes: { codigo: says.codigo, questionario_id: questionarioId },
    });
    return loadPergunta(tx, questionarioId, id);
  });
}

/**
 * Locks a question's questionnaire and reads all its questions.
 * @throws AppError nao_encontrado
 */
async function lockPergunta(db: Db, scope: Scope, id: string) {
  const questionarioId = await questionarioOf(db, scope, id);
  const questionario = questionarioId && (await lockQuestionario(db, scope, questionarioId));
  if (!questionario) throw notFound();
  // Reads under the lock, because the question may have been deleted meanwhile.
  const all = await readPerguntas(db, questionario.id);
  const pergunta = all.find((one) => one.id === id);
  if (!pergunta) throw notFound();
  return { questionario, pergunta, all };
}

const ALTERADA = {
  mensagem:
    'Esta pergunta foi alterada por outra pessoa depois que você a abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu a pergunta.',
} as const;
const CAMPOS = [
  'codigo',
  'texto_pergunta',
  'tipo',
  'multipla_escolha',
  'campo_texto',
  'ler_opcoes',
  'observada',
  'instrucao',
  'mostrar_se',
  'regras',
  'minimo',
  'maximo',
  'unidade',
  'ordem',
  'ativo',
  'respostas_definidas',
] as const;
type Campo = (typeof CAMPOS)[number];

const comparable = (
  opcoes: readonly (OpcoesEnviadas[number] | PerguntaWire['respostas_definidas'][number] | OpcaoNova)[],
) =>
  opcoes.map(({ id, texto_resposta, valor, sinonimos, especial, regras }, index) => ({
    id,
    texto_resposta,
    valor,
    ordem: index + 1,
    sinonimos,
    especial: especial ?? null,
    regras: optionRulesOf(readStoredOptionRules(regras)),
  }));

/** Compares a question with the values that the client expects. @throws AppError conflito if a field differs */
function requireUnchanged(antes: Campos, atual: PerguntaWire): void {
  const { respostas_definidas: opcoes, ...fields } = antes;
  const thought: Partial<Record<Campo, unknown>> = {
    ...fields,
    ...(opcoes === undefined ? {} : { respostas_definidas: comparable(opcoes) }),
  };
  const stands = { ...atual, respostas_definidas: comparable(atual.respostas_definidas) };
  const now = Object.fromEntries(CAMPOS.map((campo) => [campo, stands[campo]])) as Record<Campo, unknown>;
  const campos = Object.fromEntries(CAMPOS.map((campo) => [campo, campo])) as Record<Campo, string>;
  const stale = staleRecord<Record<Campo, unknown>>(thought, now, { ...ALTERADA, campos });
  if (stale) throw stale;
}

const loggedFieldsOf = (pergunta: PerguntaWire) =>
  Object.fromEntries(CAMPOS.map((campo) => [campo, pergunta[campo]]));

/**
 * Changes a question; absent fields stay unchanged.
 * @throws AppError nao_encontrado, requisicao_invalida, conflito
 */
export function changePergunta(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  id: string,
  { antes, ...body }: BodyOf<typeof contracts.updatePergunta>,
): Promise<PerguntaWire> {
  return deps.db.transaction(async (tx) => {
    const { questionario, pergunta, all } = await lockPergunta(tx, scope, id);
    const atual = presentPerguntas(all).find((one) => one.id === id) as PerguntaWire;
    if (antes) requireUnchanged(antes, atual);
    const others = all.filter((other) => other.id !== id);
    const place = Math.min((body.ordem ?? pergunta.ordem) - 1, others.length);
    const { questionario_id: _, id: __, ordem: ___, opcoes: before, ...said } = pergunta;
    const tipo = kindOf(body, said.tipo);
    const limited = checkLimits({ ...said, ...changeOf(body), tipo });
    requireFreeCode(limited.codigo, others);
    // A question that becomes free text loses its options; versions keep them.
    const kept: OpcaoNova[] = tipo === 'texto' || tipo === 'lugar' ? [] : before;
    const opcoes = body.respostas_definidas ? opcoesOf(body.respostas_definidas, before) : kept;
    requireOptions(tipo, opcoes);
    const says = checkRules(limited, opcoes, { sent: Boolean(body.regras) });
    if (body.regras?.cartao) requireCard(says, await listImagens(tx, questionario));
    // A sent condition must be valid; a stored condition is not checked, because other changes may have broken it.
    if (body.mostrar_se) requireCondition(says.mostrar_se, others.slice(0, place));
    const stands = { ...said, place: pergunta.ordem - 1, opcoes: comparable(before) };
    if (!diffOf(stands, { ...says, place, opcoes: comparable(opcoes) })) return atual;
    await savePergunta(tx, id, says);
    await saveOpcoes(tx, { id, empresaId: questionario.empresa_id }, opcoes);
    await saveOrdem(tx, others.map((other) => other.id).toSpliced(place, 0, id));
    const saved = await loadPergunta(tx, questionario.id, id);
    const change = diffOf(loggedFieldsOf(atual), loggedFieldsOf(saved));
    if (change) {
      await recordAction(tx, {
        ...{ ...actor, empresaId: questionario.empresa_id, recurso: 'pergunta', recursoId: id },
        acao: 'pergunta_alterada',
        detalhes: { codigo: saved.codigo, questionario_id: questionario.id, ...change },
      });
    }
    return saved;
  });
}

/**
 * Removes a question from the draft.
 * @throws AppError nao_encontrado
 */
export function removePergunta(deps: AppDeps, scope: Scope, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { questionario, pergunta, all } = await lockPergunta(tx, scope, id);
    await discardPergunta(tx, id);
    await saveOrdem(
      tx,
      all.filter((other) => other.id !== id).map((other) => other.id),
    );
    await recordAction(tx, {
      ...actor,
      empresaId: questionario.empresa_id,
      acao: 'pergunta_excluida',
      recurso: 'pergunta',
      recursoId: id,
      detalhes: { codigo: pergunta.codigo, questionario_id: questionario.id },
    });
  });
}

/**
 * Reorders all questions.
 * @throws AppError nao_encontrado, requisicao_invalida, conflito
 */
export function orderPerguntas(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  questionarioId: string,
  ids: readonly string[],
): Promise<PerguntaWire[]> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, scope, questionarioId);
    if (!questionario) throw semQuestionario();
    const wanted = new Set(ids);
    if (wanted.size !== ids.length)
      throw invalidField('perguntas', 'Uma pergunta aparece duas vezes na nova ordem.');
    const there = await readPerguntas(tx, questionarioId);
    if (there.length !== wanted.size || !there.every(({ id }) => wanted.has(id))) {
      throw new AppError(
        'conflito',
        'As perguntas deste questionário mudaram depois que você o abriu. A nova ordem não foi salva: recarregue a página e ordene de novo.',
      );
    }
    if (there.every(({ id }, place) => id === ids[place])) return presentPerguntas(there);
    await saveOrdem(tx, ids);
    const codes = new Map(there.map(({ id, codigo }) => [id, codigo]));
    await recordAction(tx, {
      ...{ ...actor, empresaId: questionario.empresa_id, recurso: 'questionario', recursoId: questionarioId },
      acao: 'perguntas_reordenadas',
      detalhes: {
        antes: { ordem: there.map(({ codigo }) => codigo) },
        depois: { ordem: ids.map((id) => codes.get(id)) },
      },
    });
    return presentPerguntas(await readPerguntas(tx, questionarioId));
  });
}
