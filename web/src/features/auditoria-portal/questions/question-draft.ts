/**
 * The questionnaire as a person corrects it: all of it is saved at once. Questions and options carry ids that hold
 * while they move.
 */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { correctPerguntas } from '@escuta/shared/contracts/surveys/preparos';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import {
  conditionFromWire,
  conditionToWire,
  optionTest,
  renameCondition,
} from '@escuta/shared/domain/interview/questionnaire/conditions';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { hasCodesByPlace } from '@escuta/shared/domain/survey-file/columns/codes-by-place';
import {
  type ProblemaDePergunta,
  problemsOfQuestions,
} from '@escuta/shared/domain/survey-file/documents/question-problems';
import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { QuestionBody } from '../../../domain/survey/question-editor/question-form-rules.ts';

export interface QuestionDraft {
  /** Questionnaire before the first change: somebody else may have changed it since. */
  base: QuestionarioLido;
  apresentacao: string;
  perguntas: readonly PerguntaWire[];
  /** Lines of the document (their places) that were given to a question, by its id. */
  linhas?: Readonly<Record<string, readonly number[]>>;
  /** Ids of questions whose uncertain codes a person looked at. */
  conferidas?: readonly string[];
}

export const questionId = (place: number): string => `p${place}`;
const optionId = (place: number, option: number): string => `p${place}o${option}`;
/** The place in the questionnaire as it was; null of a new question. */
const placeOf = (id: string): number | null => {
  const hit = /^p(\d+)$/u.exec(id);
  return hit ? Number(hit[1]) : null;
};

let made = 0;
/** An id that nothing else of this page has. */
export function newKey(): string {
  made += 1;
  return `nova-${Date.now().toString(36)}-${made}`;
}

/** A question that was read, as the editor takes questions. */
function asWire({ perguntas }: QuestionarioLido, place: number): PerguntaWire {
  const pergunta = perguntas[place] as PerguntaLida;
  const { mostrar_se: condition } = pergunta;
  return {
    id: questionId(place),
    questionario_id: '',
    codigo: pergunta.codigo,
    texto_pergunta: pergunta.texto,
    tipo: pergunta.tipo,
    multipla_escolha: isChoice(pergunta.tipo),
    campo_texto: pergunta.obrigatoria,
    ler_opcoes: pergunta.ler_opcoes,
    observada: pergunta.observada ?? false,
    instrucao: pergunta.instrucao,
    mostrar_se: condition && {
      pergunta_id: questionId(condition.pergunta),
      opcoes: condition.opcoes.map((option) => optionId(condition.pergunta, option)),
    },
    regras: null,
    condicao_quebrada: null,
    minimo: pergunta.minimo,
    maximo: pergunta.maximo,
    unidade: pergunta.unidade,
    ordem: place + 1,
    ativo: true,
    respostas_definidas: pergunta.opcoes.map(({ texto, valor, especial }, option) => ({
      ...{ id: optionId(place, option), texto_resposta: texto, valor, ordem: option + 1 },
      ...{ sinonimos: [], especial, regras: null },
    })),
  };
}

/** A draft in which nothing was changed yet. */
export const draftOf = (base: QuestionarioLido): QuestionDraft => ({
  base,
  apresentacao: base.apresentacao ?? '',
  perguntas: base.perguntas.map((_, place) => asWire(base, place)),
});

/** A question as its form gives it, in place of the one that was opened (its id stays), or a new one. */
export function asEdited(body: QuestionBody, before: PerguntaWire | null): PerguntaWire {
  const id = before?.id ?? newKey();
  const tipo = body.tipo ?? 'texto';
  return {
    id,
    questionario_id: '',
    codigo: body.codigo ?? '',
    texto_pergunta: body.texto_pergunta,
    tipo,
    multipla_escolha: isChoice(tipo),
    campo_texto: body.campo_texto ?? true,
    ler_opcoes: body.ler_opcoes ?? true,
    observada: body.observada ?? false,
    instrucao: body.instrucao ?? null,
    mostrar_se: body.mostrar_se ?? null,
    regras: body.regras ?? null,
    condicao_quebrada: null,
    minimo: body.minimo ?? null,
    maximo: body.maximo ?? null,
    unidade: body.unidade ?? null,
    ordem: before?.ordem ?? 0,
    ativo: true,
    respostas_definidas: (body.respostas_definidas ?? []).map((option, index) => ({
      id: option.id ?? `${id}-${newKey()}`,
      texto_resposta: option.texto_resposta,
      valor: option.valor,
      ordem: index + 1,
      sinonimos: [],
      especial: option.especial ?? null,
      regras: option.regras ?? null,
    })),
  };
}

/** The draft with a question in the place of the one with its id, or as a new one before `place`. */
export function withQuestion(draft: QuestionDraft, pergunta: PerguntaWire, place: number): QuestionDraft {
  const known = draft.perguntas.some(({ id }) => id === pergunta.id);
  const before = draft.base.perguntas[placeOf(pergunta.id) ?? -1];
  return {
    ...draft,
    ...(before && hasCodesByPlace(before) ? { conferidas: [...(draft.conferidas ?? []), pergunta.id] } : {}),
    perguntas: known
      ? draft.perguntas.map((one) => (one.id === pergunta.id ? pergunta : one))
      : draft.perguntas.toSpliced(place, 0, pergunta),
  };
}

/** The draft with lines of the document given to a question. */
export const withLines = (draft: QuestionDraft, id: string, linhas: readonly number[]): QuestionDraft =>
  linhas.length === 0
    ? draft
    : { ...draft, linhas: { ...draft.linhas, [id]: [...(draft.linhas?.[id] ?? []), ...linhas] } };

export type CorrectedQuestion = BodyOf<typeof correctPerguntas>['perguntas'][number];

/**
 * The questions as they are sent. A condition on what is gone names places that are none (-1), which is told as a
 * problem.
 */
export function questionsOf({
  perguntas,
  linhas,
  conferidas,
}: Pick<QuestionDraft, 'perguntas' | 'linhas' | 'conferidas'>): CorrectedQuestion[] {
  return perguntas.map((one) => {
    const given = linhas?.[one.id];
    const condition = optionTest(one.mostrar_se);
    const asked = perguntas.findIndex(({ id }) => id === condition?.pergunta_id);
    const options = perguntas[asked]?.respostas_definidas.map(({ id }) => id) ?? [];
    return {
      de: placeOf(one.id),
      codigo: one.codigo,
      texto: one.texto_pergunta,
      tipo: one.tipo,
      obrigatoria: one.campo_texto,
      ler_opcoes: one.ler_opcoes,
      observada: one.observada,
      instrucao: one.instrucao,
      minimo: one.minimo,
      maximo: one.maximo,
      unidade: one.unidade,
      opcoes: one.respostas_definidas.map(({ texto_resposta, valor, especial }) => ({
        texto: texto_resposta,
        valor,
        especial,
      })),
      mostrar_se: condition && {
        pergunta: asked,
        opcoes: condition.opcoes.map((id) => options.indexOf(id)),
      },
      ...(given ? { linhas: [...given] } : {}),
      ...(conferidas?.includes(one.id) ? { avisos: [] } : {}),
    };
  });
}

/** Problems that keep the draft from being saved, by question. */
export const problemsOfDraft = (draft: QuestionDraft): ProblemaDePergunta[] =>
  problemsOfQuestions(questionsOf(draft));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What became of a question of the draft; null: nothing. Where it stands is not looked at. */
export function changeOf(
  { base, conferidas }: QuestionDraft,
  pergunta: PerguntaWire,
): 'nova' | 'alterada' | null {
  const place = placeOf(pergunta.id);
  if (place === null || !base.perguntas[place]) return 'nova';
  return same(pergunta, asWire(base, place)) && !conferidas?.includes(pergunta.id) ? null : 'alterada';
}

/** Number of changes in a draft; 0: none. */
export function countChanges(draft: QuestionDraft): number {
  const { base, perguntas, apresentacao } = draft;
  const changed = perguntas.filter((one) => changeOf(draft, one) !== null).length;
  const kept = perguntas.flatMap(({ id }) => placeOf(id) ?? []);
  const removed = base.perguntas.length - kept.length;
  const reordered = kept.some((place, at) => at > 0 && place < (kept[at - 1] ?? 0));
  return (
    changed + removed + Number(reordered) + Number(apresentacao.trim() !== (base.apresentacao ?? '').trim())
  );
}

/**
 * True if the questionnaire is another one than the draft began with: somebody else corrected it, or it was read anew.
 */
export const isStale = ({ base }: QuestionDraft, now: QuestionarioLido | null): boolean => !same(base, now);

/**
 * The draft on top of what somebody else made of the questionnaire meanwhile: each question goes on as the one that has
 * its code there, and is a new one where none has.
 */
export function rebased(draft: QuestionDraft, now: QuestionarioLido): QuestionDraft {
  const taken = new Set<number>();
  const ids = new Map<string, string>();
  for (const { id } of draft.perguntas) {
    const place = placeOf(id);
    if (place === null) continue;
    const was = draft.base.perguntas[place]?.codigo;
    const found = now.perguntas.findIndex(({ codigo }, at) => codigo === was && !taken.has(at));
    taken.add(found);
    ids.set(id, found >= 0 ? questionId(found) : newKey());
  }
  const idNow = (id: string) => ids.get(id) ?? id;
  /** Of a question, or of an option by its question's id. */
  const optionNow = (id: string) => id.replace(/^(p\d+)(?=o|$)/u, idNow);
  return {
    ...draft,
    base: now,
    ...(draft.linhas
      ? { linhas: Object.fromEntries(Object.entries(draft.linhas).map(([id, own]) => [idNow(id), own])) }
      : {}),
    ...(draft.conferidas ? { conferidas: draft.conferidas.map(idNow) } : {}),
    perguntas: draft.perguntas.map((one) => ({
      ...one,
      id: idNow(one.id),
      mostrar_se:
        one.mostrar_se && conditionToWire(renameCondition(conditionFromWire(one.mostrar_se), optionNow)),
      respostas_definidas: one.respostas_definidas.map((option) => ({ ...option, id: optionNow(option.id) })),
    })),
  };
}

/** Numbers of a heading and the letter behind: '4' and 'b' of 'P4_b'. */
const CODIGO =
  /^\s*(?:p|q|pergunta|quest[ãa]o)?\s*[._-]?\s*0*(\d{1,3})[\s._-]*\(?([a-z]|\d{1,2})?\)?(?![\p{L}\d])/iu;

/** The code that a column's heading gives a question of its own: 'P4b' of 'P4_b', 'P4.1' of '4.1'. */
export function codeOfHeading(cabecalho: string): string {
  const hit = CODIGO.exec(cabecalho);
  if (!hit) return cabecalho.trim().slice(0, 20);
  const [, number = '', part] = hit;
  if (part === undefined) return `P${number}`;
  return /\d/u.test(part) ? `P${number}.${Number(part)}` : `P${number}${part.toLowerCase()}`;
}

/**
 * Where a new question with this code stands: behind the last one with the same number, or the last one of a smaller
 * number.
 */
export function placeForCode(perguntas: readonly Pick<PerguntaWire, 'codigo'>[], codigo: string): number {
  const numberOf = (text: string): number => Number(/\d+/u.exec(text)?.[0] ?? Number.NaN);
  const wanted = numberOf(codigo);
  if (Number.isNaN(wanted)) return perguntas.length;
  return perguntas.findLastIndex((one) => numberOf(one.codigo) <= wanted) + 1;
}
