// Rules of questions, for single questions and for those read from a document.
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { brokenTest } from '@escuta/shared/domain/interview/questionnaire/applicability';
import { conditionFromWire, testsOf } from '@escuta/shared/domain/interview/questionnaire/conditions';
import {
  fittingRules,
  misfitOf,
  optionRulesOf,
  rulesOf,
} from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  readStoredCondition,
  readStoredOptionRules,
  readStoredRules,
} from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { PerguntaRow, PerguntaTexto } from '@escuta/shared/services/surveys/questionnaire-rows';
import { definedFields } from '../../http/defined-fields.ts';
import type { OpcaoNova } from './perguntas-repo.ts';

export const invalidField = (campo: string, mensagem: string) =>
  new AppError('requisicao_invalida', mensagem, { errors: [{ campo, mensagem }] });

export type Campos = Omit<BodyOf<typeof contracts.updatePergunta>, 'antes'>;

/** The kind that a body states, by the field `tipo` or by the specification's switch `multipla_escolha`. */
export function kindOf({ tipo, multipla_escolha: multipla }: Campos, now: TipoPergunta): TipoPergunta {
  if (tipo !== undefined) return tipo;
  if (multipla === undefined || multipla === isChoice(now)) return now;
  return multipla ? 'escolha' : 'texto';
}

/** Converts a body's fields for storage; an empty text becomes null. */
export const changeOf = (body: Campos) =>
  definedFields({
    codigo: body.codigo,
    texto_pergunta: body.texto_pergunta,
    obrigatoria: body.campo_texto,
    ler_opcoes: body.ler_opcoes,
    observada: body.observada,
    instrucao: body.instrucao === undefined ? undefined : body.instrucao || null,
    mostrar_se:
      body.mostrar_se === undefined ? undefined : body.mostrar_se && conditionFromWire(body.mostrar_se),
    regras: body.regras === undefined ? undefined : body.regras && rulesOf(body.regras),
    minimo: body.minimo,
    maximo: body.maximo,
    unidade: body.unidade === undefined ? undefined : body.unidade || null,
    ativo: body.ativo,
  });

/**
 * Drops the limits of a question whose kind takes no numbers; checks those of the number kinds.
 * @throws AppError requisicao_invalida
 */
export function checkLimits(says: PerguntaTexto): PerguntaTexto {
  if (says.tipo !== 'numero' && says.tipo !== 'escala') {
    return { ...says, minimo: null, maximo: null, unidade: null };
  }
  if (says.minimo !== null && says.maximo !== null && says.minimo > says.maximo) {
    throw invalidField('maximo', 'O máximo não pode ser menor que o mínimo.');
  }
  return says;
}

export type OpcoesEnviadas = NonNullable<Campos['respostas_definidas']>;

/**
 * The sent options, in order; a sent id must belong to an option of the question.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export function opcoesOf(sent: OpcoesEnviadas, before: PerguntaRow['opcoes']): OpcaoNova[] {
  const known = new Set(before.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { id } of sent) {
    if (id === undefined) continue;
    if (!known.has(id)) {
      throw new AppError('nao_encontrado', 'Uma das opções não é desta pergunta.');
    }
    if (seen.has(id)) throw invalidField('respostas_definidas', 'Uma opção aparece duas vezes.');
    seen.add(id);
  }
  const texts = sent.map(({ texto_resposta: texto }) => texto.toLocaleLowerCase('pt-BR'));
  const twice = sent.find((_, index) => texts.indexOf(texts[index] as string) !== index);
  if (twice) {
    throw invalidField(
      'respostas_definidas',
      `Há duas opções com o texto “${twice.texto_resposta}”: altere ou exclua uma delas.`,
    );
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
      regras: optionRulesOf(opcao.regras ?? {}),
    }));
}

/**
 * Checks the sent rules against the question; drops stored rules that do not fit its new kind.
 * @throws AppError requisicao_invalida
 */
export function checkRules(
  says: PerguntaTexto,
  opcoes: readonly OpcaoNova[],
  { sent }: { sent: boolean },
): PerguntaTexto {
  const pergunta = {
    ...readStoredRules(says.regras),
    tipo: says.tipo,
    opcoes: opcoes.map(({ especial, regras }) => ({ ...readStoredOptionRules(regras), especial })),
  };
  const misfit = sent ? misfitOf(pergunta) : null;
  if (misfit) throw invalidField(`regras.${misfit.regra}`, misfit.mensagem);
  return { ...says, regras: fittingRules(pergunta) };
}

/**
 * Checks that a card shows an image of the questionnaire.
 * @throws AppError requisicao_invalida
 */
export function requireCard(says: PerguntaTexto, imagens: readonly { id: string }[]): void {
  const { cartao } = readStoredRules(says.regras);
  if (cartao && !imagens.some(({ id }) => id === cartao.id))
    throw invalidField('regras.cartao', 'A imagem do cartão não é deste questionário. Envie-a de novo.');
}

/**
 * Checks the number of options against the kind.
 * @throws AppError requisicao_invalida
 */
export function requireOptions(tipo: TipoPergunta, opcoes: readonly unknown[]): void {
  if (isChoice(tipo) && opcoes.length === 0) {
    throw invalidField('respostas_definidas', 'Inclua ao menos uma opção de resposta.');
  }
  if ((tipo === 'texto' || tipo === 'lugar') && opcoes.length > 0) {
    throw invalidField(
      'respostas_definidas',
      `Uma pergunta de ${tipo === 'texto' ? 'texto livre' : 'lugar'} não tem opções de resposta.`,
    );
  }
}

/**
 * Checks that a condition refers to options of an earlier question in use.
 * @throws AppError requisicao_invalida
 */
export function requireCondition(mostrarSe: unknown, earlier: readonly PerguntaRow[]): void {
  const condition = readStoredCondition(mostrarSe);
  if (condition === null) return;
  const asked = earlier
    .filter(({ ativo }) => ativo)
    .map(({ id, codigo, tipo, opcoes }) => ({ id, codigo, tipo, opcoes, mostrarSe: null }));
  for (const one of testsOf(condition).testes) {
    const motivo = brokenTest(one, asked.length, asked);
    if (motivo === null) continue;
    const codigo = asked.find(({ id }) => id === one.perguntaId)?.codigo;
    throw invalidField(
      'mostrar_se',
      motivo === 'opcao_ausente'
        ? `A condição usa opções que a pergunta ${codigo} não tem.`
        : motivo === 'forma'
          ? `A condição não serve para a pergunta ${codigo}: um intervalo exige uma pergunta de número ou de escala, com o mínimo menor ou igual ao máximo; um trecho exige uma pergunta de texto ou com opções.`
          : 'A condição só pode usar uma pergunta anterior.',
    );
  }
}

/** Checks a question's code. @throws AppError conflito if another question has the code */
export function requireFreeCode(codigo: string, others: readonly PerguntaRow[]): void {
  if (!others.some((other) => other.codigo === codigo)) return;
  const mensagem = `Já existe uma pergunta com o código ${codigo}. Use outro código.`;
  throw new AppError('conflito', mensagem, { errors: [{ campo: 'codigo', mensagem }] });
}

export const NOVA = {
  obrigatoria: true,
  ler_opcoes: true,
  observada: false,
  instrucao: null,
  mostrar_se: null,
  regras: null,
  minimo: null,
  maximo: null,
  unidade: null,
  ativo: true,
} as const;

/** Checks the limit of questions. @throws AppError regra_violada if there is no room for `more` questions */
export function requireRoom(others: readonly unknown[], more: number): void {
  if (others.length + more <= LIMITES_QUESTIONARIO.perguntas) return;
  throw new AppError(
    'regra_violada',
    `Um questionário pode ter até ${LIMITES_QUESTIONARIO.perguntas} perguntas.`,
  );
}
