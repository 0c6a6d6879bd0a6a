import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/questionarios';
import { LIMITES_QUESTIONARIO, type PerguntaWire } from '@escuta/shared/contracts/questionarios';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoPergunta } from '@escuta/shared/domain/interview/compare-answer';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/node/audit-log';
import { type Queryable, transaction } from '@escuta/shared/node/transaction';
import type { AppDeps } from '../../deps.ts';
import { given } from '../../given.ts';
import { staleRecord } from '../../stale-record.ts';
import {
  discardPergunta,
  insertPergunta,
  type OpcaoNova,
  type PerguntaRow,
  type PerguntaTexto,
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
const wrong = (campo: string, mensagem: string) =>
  new AppError('requisicao_invalida', mensagem, { details: [{ campo, mensagem }] });

/** A questionnaire's questions, in order. @throws AppError nao_encontrado */
export async function perguntasOf(
  deps: AppDeps,
  scope: Scope,
  questionarioId: string,
): Promise<PerguntaWire[]> {
  if (!(await findQuestionario(deps.pool, scope, questionarioId))) throw semQuestionario();
  return presentPerguntas(await readPerguntas(deps.pool, questionarioId));
}

async function presented(db: Queryable, questionarioId: string, id: string): Promise<PerguntaWire> {
  const all = presentPerguntas(await readPerguntas(db, questionarioId));
  const found = all.find((pergunta) => pergunta.id === id);
  if (!found) throw notFound();
  return found;
}

/** One question. @throws AppError nao_encontrado */
export async function readPergunta(deps: AppDeps, scope: Scope, id: string): Promise<PerguntaWire> {
  const questionarioId = await questionarioOf(deps.pool, scope, id);
  if (!questionarioId) throw notFound();
  return presented(deps.pool, questionarioId, id);
}

type Campos = Omit<BodyOf<typeof contracts.updatePergunta>, 'antes'>;

/** The kind that a body asks for: by its own name, or as the specification's switch says it. */
function kindOf({ tipo, multipla_escolha: multipla }: Campos, now: TipoPergunta): TipoPergunta {
  if (tipo !== undefined) return tipo;
  if (multipla === undefined || multipla === isChoice(now)) return now;
  return multipla ? 'escolha' : 'texto';
}

/** Fields of a body as the database keeps them; an empty text is none. */
const changeOf = (body: Campos) =>
  given({
    codigo: body.codigo,
    texto_pergunta: body.texto_pergunta,
    obrigatoria: body.campo_texto,
    ler_opcoes: body.ler_opcoes,
    instrucao: body.instrucao === undefined ? undefined : body.instrucao || null,
    mostrar_se:
      body.mostrar_se === undefined
        ? undefined
        : body.mostrar_se && {
            perguntaId: body.mostrar_se.pergunta_id,
            opcoes: [...new Set(body.mostrar_se.opcoes)],
          },
    minimo: body.minimo,
    maximo: body.maximo,
    unidade: body.unidade === undefined ? undefined : body.unidade || null,
    ativo: body.ativo,
  });

/** What a question asks for by its kind: limits are of numbers. @throws AppError requisicao_invalida */
function sound(says: PerguntaTexto): PerguntaTexto {
  if (says.tipo !== 'numero' && says.tipo !== 'escala') {
    return { ...says, minimo: null, maximo: null, unidade: null };
  }
  if (says.minimo !== null && says.maximo !== null && says.minimo > says.maximo) {
    throw wrong('maximo', 'O máximo não pode ser menor que o mínimo.');
  }
  return says;
}

type OpcoesEnviadas = NonNullable<Campos['respostas_definidas']>;

/** The options sent, in their order; ids are of options that the question has. @throws AppError nao_encontrado, requisicao_invalida */
function opcoesOf(sent: OpcoesEnviadas, before: PerguntaRow['opcoes']): OpcaoNova[] {
  const known = new Set(before.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { id } of sent) {
    if (id === undefined) continue;
    if (!known.has(id)) {
      throw new AppError('nao_encontrado', 'Uma das opções não é desta pergunta. Nada foi salvo.');
    }
    if (seen.has(id)) throw wrong('respostas_definidas', 'Uma opção veio duas vezes. Nada foi salvo.');
    seen.add(id);
  }
  const texts = sent.map(({ texto_resposta: texto }) => texto.toLocaleLowerCase('pt-BR'));
  const twice = sent.find((_, index) => texts.indexOf(texts[index] as string) !== index);
  if (twice) {
    throw wrong('respostas_definidas', `Há duas opções com o texto “${twice.texto_resposta}”.`);
  }
  return sent
    .map((opcao, index) => ({ opcao, place: opcao.ordem ?? index + 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ opcao }) => ({
      id: opcao.id,
      texto_resposta: opcao.texto_resposta,
      valor: opcao.valor,
      sinonimos: [...new Set(opcao.sinonimos)],
      especial: opcao.especial ?? null,
    }));
}

/** What a question of a kind may have for options. @throws AppError requisicao_invalida */
function requireOptions(tipo: TipoPergunta, opcoes: readonly unknown[]): void {
  if (isChoice(tipo) && opcoes.length === 0) {
    throw wrong('respostas_definidas', 'Inclua ao menos uma opção de resposta.');
  }
  if (tipo === 'texto' && opcoes.length > 0) {
    throw wrong('respostas_definidas', 'Uma pergunta de texto livre não tem opções de resposta.');
  }
}

/** A condition names options of an earlier question in use. @throws AppError requisicao_invalida */
function requireCondition(mostrarSe: unknown, earlier: readonly PerguntaRow[]): void {
  const condition = mostrarSe as { perguntaId: string; opcoes: string[] } | null;
  if (condition === null) return;
  const asked = earlier.find(({ id, ativo }) => id === condition.perguntaId && ativo);
  if (!asked) throw wrong('mostrar_se', 'A condição deve apontar para uma pergunta anterior.');
  const there = new Set(asked.opcoes.map(({ id }) => id));
  if (!condition.opcoes.every((opcao) => there.has(opcao))) {
    throw wrong('mostrar_se', `A condição aponta para opções que a pergunta ${asked.codigo} não tem.`);
  }
}

/** @throws AppError conflito */
function requireFreeCode(codigo: string, others: readonly PerguntaRow[]): void {
  if (!others.some((other) => other.codigo === codigo)) return;
  const mensagem = `Já existe uma pergunta com o código ${codigo}.`;
  throw new AppError('conflito', mensagem, { details: [{ campo: 'codigo', mensagem }] });
}

/** 'P' and the first number from the question's place on that no question has, nor had in a version. */
async function freeCode(db: Queryable, questionarioId: string, count: number): Promise<string> {
  const used = await usedCodes(db, questionarioId);
  let n = count + 1;
  while (used.has(`P${n}`)) n += 1;
  return `P${n}`;
}

/** Adds a question, behind the others or at its place. @throws AppError nao_encontrado, regra_violada, requisicao_invalida, conflito */
export function addPergunta(
  deps: AppDeps,
  scope: Scope,
  { questionario_id: questionarioId, ...body }: BodyOf<typeof contracts.createPergunta>,
): Promise<PerguntaWire> {
  return transaction(deps.pool, async (db) => {
    const questionario = await lockQuestionario(db, scope, questionarioId);
    if (!questionario) throw semQuestionario();
    const others = await readPerguntas(db, questionarioId);
    if (others.length >= LIMITES_QUESTIONARIO.perguntas) {
      throw new AppError(
        'regra_violada',
        `Um questionário tem no máximo ${LIMITES_QUESTIONARIO.perguntas} perguntas.`,
      );
    }
    const place = Math.min(body.ordem ?? others.length + 1, others.length + 1) - 1;
    const says = sound({
      codigo: await freeCode(db, questionarioId, others.length),
      obrigatoria: true,
      ler_opcoes: true,
      instrucao: null,
      mostrar_se: null,
      minimo: null,
      maximo: null,
      unidade: null,
      ativo: true,
      ...changeOf(body),
      texto_pergunta: body.texto_pergunta,
      tipo: kindOf(body, 'texto'),
    });
    requireFreeCode(says.codigo, others);
    const opcoes = opcoesOf(body.respostas_definidas ?? [], []);
    requireOptions(says.tipo, opcoes);
    requireCondition(says.mostrar_se, others.slice(0, place));
    const owner = { empresaId: questionario.empresa_id, questionarioId };
    const id = await insertPergunta(db, { ...owner, ordem: others.length + 1 }, says);
    await saveOpcoes(db, { id, empresaId: owner.empresaId }, opcoes);
    await saveOrdem(db, others.map((other) => other.id).toSpliced(place, 0, id));
    return presented(db, questionarioId, id);
  });
}

/** A question's questionnaire, locked with all its questions; the question among them. @throws AppError nao_encontrado */
async function lockPergunta(db: Queryable, scope: Scope, id: string) {
  const questionarioId = await questionarioOf(db, scope, id);
  const questionario = questionarioId && (await lockQuestionario(db, scope, questionarioId));
  if (!questionario) throw notFound();
  // What stands now that the lock is ours: it may have been deleted meanwhile.
  const all = await readPerguntas(db, questionario.id);
  const pergunta = all.find((one) => one.id === id);
  if (!pergunta) throw notFound();
  return { questionario, pergunta, all };
}

const ALTERADA = {
  mensagem:
    'Esta pergunta foi alterada por outra pessoa depois que você a abriu. Nada foi salvo: veja o que mudou e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu a pergunta.',
} as const;
const CAMPOS = [
  'codigo',
  'texto_pergunta',
  'tipo',
  'multipla_escolha',
  'campo_texto',
  'ler_opcoes',
  'instrucao',
  'mostrar_se',
  'minimo',
  'maximo',
  'unidade',
  'ordem',
  'ativo',
  'respostas_definidas',
] as const;
type Campo = (typeof CAMPOS)[number];

/** Options as they are compared, whatever was left out of them. */
const comparable = (
  opcoes: readonly (OpcoesEnviadas[number] | PerguntaWire['respostas_definidas'][number])[],
) =>
  opcoes.map(({ id, texto_resposta, valor, sinonimos, especial }, index) => ({
    id,
    texto_resposta,
    valor,
    ordem: index + 1,
    sinonimos,
    especial: especial ?? null,
  }));

/** @throws AppError conflito where a field holds something else than it did */
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

/** Changes a question; what is not given stays. @throws AppError nao_encontrado, requisicao_invalida, conflito */
export function changePergunta(
  deps: AppDeps,
  scope: Scope,
  id: string,
  { antes, ...body }: BodyOf<typeof contracts.updatePergunta>,
): Promise<PerguntaWire> {
  return transaction(deps.pool, async (db) => {
    const { questionario, pergunta, all } = await lockPergunta(db, scope, id);
    if (antes) {
      const atual = presentPerguntas(all).find((one) => one.id === id) as PerguntaWire;
      requireUnchanged(antes, atual);
    }
    const others = all.filter((other) => other.id !== id);
    const place = Math.min((body.ordem ?? pergunta.ordem) - 1, others.length);
    const { questionario_id: _, id: __, ordem: ___, opcoes: before, ...said } = pergunta;
    const tipo = kindOf(body, said.tipo);
    const says = sound({ ...said, ...changeOf(body), tipo });
    requireFreeCode(says.codigo, others);
    // Of a question that has become free text, the options go: versions hold what was asked.
    const kept: OpcaoNova[] = tipo === 'texto' ? [] : before;
    const opcoes = body.respostas_definidas ? opcoesOf(body.respostas_definidas, before) : kept;
    requireOptions(tipo, opcoes);
    // A condition that stands may be broken by a change elsewhere; one that is being said must hold.
    if (body.mostrar_se) requireCondition(says.mostrar_se, others.slice(0, place));
    await savePergunta(db, id, says);
    await saveOpcoes(db, { id, empresaId: questionario.empresa_id }, opcoes);
    await saveOrdem(db, others.map((other) => other.id).toSpliced(place, 0, id));
    return presented(db, questionario.id, id);
  });
}

/** Takes a question out of the draft. @throws AppError nao_encontrado */
export function removePergunta(deps: AppDeps, scope: Scope, actor: Actor, id: string): Promise<void> {
  return transaction(deps.pool, async (db) => {
    const { questionario, pergunta, all } = await lockPergunta(db, scope, id);
    await discardPergunta(db, id);
    await saveOrdem(
      db,
      all.filter((other) => other.id !== id).map((other) => other.id),
    );
    await recordAction(db, {
      ...actor,
      empresaId: questionario.empresa_id,
      acao: 'pergunta_excluida',
      recurso: 'pergunta',
      recursoId: id,
      detalhes: { codigo: pergunta.codigo, questionario_id: questionario.id },
    });
  });
}

/** Puts all questions into another order. @throws AppError nao_encontrado, requisicao_invalida, conflito */
export function orderPerguntas(
  deps: AppDeps,
  scope: Scope,
  questionarioId: string,
  ids: readonly string[],
): Promise<PerguntaWire[]> {
  return transaction(deps.pool, async (db) => {
    if (!(await lockQuestionario(db, scope, questionarioId))) throw semQuestionario();
    const wanted = new Set(ids);
    if (wanted.size !== ids.length) throw wrong('perguntas', 'Uma pergunta veio duas vezes na ordem nova.');
    const there = await readPerguntas(db, questionarioId);
    if (there.length !== wanted.size || !there.every(({ id }) => wanted.has(id))) {
      throw new AppError(
        'conflito',
        'As perguntas deste questionário mudaram depois que você o abriu. A ordem ficou como estava: recarregue e ordene de novo.',
      );
    }
    await saveOrdem(db, ids);
    return presentPerguntas(await readPerguntas(db, questionarioId));
  });
}
