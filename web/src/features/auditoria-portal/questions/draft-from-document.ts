/** Adds lines of the document to the draft of the questions, and shows for each line how the draft uses it. */
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import {
  instructionWith,
  type NewOption,
  optionsOfLines,
  optionsOfProposal,
} from '../../../domain/survey/document-beside/make-question.ts';
import type { SeenLine } from '../../../domain/survey/document-beside/seen-line.ts';
import { newKey, type QuestionDraft, questionId, withLines, withQuestion } from './question-draft.ts';

/** The document's lines, each with its use and its question in the draft. */
export function linesBeside(linhas: readonly LinhaLida[], draft: QuestionDraft): SeenLine[] {
  const now = new Map(draft.perguntas.map((one) => [one.id, one]));
  const taken = new Map(
    Object.entries(draft.linhas ?? {})
      .filter(([id]) => now.has(id))
      .flatMap(([id, own]) => own.map((n) => [n, id] as const)),
  );
  return linhas.map(({ texto, uso, lugar, pergunta: place }, n) => {
    const id = taken.get(n) ?? (place === null ? null : questionId(place));
    const question = id === null ? undefined : now.get(id);
    return {
      n,
      texto,
      lugar,
      // Lines of a removed question become unused.
      uso: taken.has(n) ? 'usada' : place !== null && !question ? 'deixada' : uso,
      pergunta: question ? { id: question.id, codigo: question.codigo } : null,
    };
  });
}

/**
 * The model's proposals that can still be used: the draft does not use their lines yet, and still has their question.
 */
export function openProposals(propostas: readonly Proposta[], draft: QuestionDraft): Proposta[] {
  const taken = new Set(Object.values(draft.linhas ?? {}).flat());
  return propostas.filter(
    ({ linhas, pergunta }) =>
      !linhas.some((n) => taken.has(n)) &&
      (pergunta === null || draft.perguntas.some(({ id }) => id === questionId(pergunta))),
  );
}

/** Index for a new question made of line `n`: after the question that the closest preceding line belongs to. */
export function placeOfLine(linhas: readonly SeenLine[], n: number, draft: QuestionDraft): number {
  const before = linhas.findLast((one) => one.n < n && one.pergunta !== null)?.pergunta?.id;
  return draft.perguntas.findIndex(({ id }) => id === before) + 1;
}

const added = (pergunta: PerguntaWire, options: readonly NewOption[]): PerguntaWire => ({
  ...pergunta,
  respostas_definidas: [
    ...pergunta.respostas_definidas,
    ...options.map((option, index) => ({
      ...option,
      id: `${pergunta.id}-${newKey()}`,
      ordem: pergunta.respostas_definidas.length + index + 1,
      sinonimos: [],
      regras: null,
    })),
  ],
});

/**
 * The draft with lines added to a question, and `novas`, the number of added options (0 if the lines become an
 * instruction). Returns null if the question already has all of these lines.
 */
export function withAddedLines(
  draft: QuestionDraft,
  id: string,
  linhas: readonly SeenLine[],
  como: 'opcao' | 'instrucao',
): { draft: QuestionDraft; novas: number } | null {
  const pergunta = draft.perguntas.find((one) => one.id === id);
  if (!pergunta) return null;
  const texts = linhas.map(({ texto }) => texto);
  const places = linhas.map(({ n }) => n);
  const change = (next: PerguntaWire) => withLines(withQuestion(draft, next, 0), id, places);
  if (como === 'instrucao') {
    const instrucao = instructionWith(pergunta.instrucao, texts.join(' '));
    return { draft: change({ ...pergunta, instrucao }), novas: 0 };
  }
  const { novas } = optionsOfLines(texts, pergunta);
  return novas.length === 0 ? null : { draft: change(added(pergunta, novas)), novas: novas.length };
}

/** The draft with a model's proposal that a person confirmed. */
export function withProposal(draft: QuestionDraft, proposta: Proposta): QuestionDraft {
  const { nova, pergunta: place, depois_de, instrucao, linhas } = proposta;
  if (place !== null) {
    const pergunta = draft.perguntas.find(({ id }) => id === questionId(place));
    if (!pergunta) return draft;
    const changed = {
      ...added(pergunta, optionsOfProposal(proposta, pergunta)),
      instrucao: instrucao === null ? pergunta.instrucao : instructionWith(pergunta.instrucao, instrucao),
    };
    return withLines(withQuestion(draft, changed, 0), pergunta.id, linhas);
  }
  if (!nova) return draft;
  const id = newKey();
  const made: PerguntaWire = {
    id,
    questionario_id: '',
    codigo: nova.codigo,
    texto_pergunta: nova.texto,
    tipo: nova.tipo,
    multipla_escolha: isChoice(nova.tipo),
    campo_texto: true,
    ler_opcoes: nova.ler_opcoes,
    observada: false,
    instrucao,
    mostrar_se: null,
    regras: null,
    condicao_quebrada: null,
    minimo: null,
    maximo: null,
    unidade: null,
    ordem: 0,
    ativo: true,
    respostas_definidas: [],
  };
  const behind =
    depois_de === null ? -1 : draft.perguntas.findIndex((one) => one.id === questionId(depois_de));
  const whole = added(made, optionsOfProposal(proposta, made));
  return withLines(withQuestion(draft, whole, behind + 1), id, linhas);
}
