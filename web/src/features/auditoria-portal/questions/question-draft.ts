/**
 * A person's unsaved corrections of the questionnaire; a single request saves them. Questions and options keep their
 * ids when they are moved.
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
  /** The questionnaire before the first change, to find out whether another person has changed it since. */
  base: QuestionarioLido;
  apresentacao: string;
  perguntas: readonly PerguntaWire[];
  /** Indices of the document lines that were added to a question, by the question's id. */
  linhas?: Readonly<Record<string, readonly number[]>>;
  /** Ids of questions whose uncertain codes a person checked. */
  conferidas?: readonly string[];
}

export const questionId = (place: number): string => `p${place}`;
const optionId = (place: number, option: number): string => `p${place}o${option}`;
/** Index of a question in the base questionnaire, read from its id; null for a new question. */
const placeOf = (id: string): number | null => {
  const hit = /^p(\d+)$/u.exec(id);
  return hit ? Number(hit[1]) : null;
};

let made = 0;
/** Makes an id for a new question or option, unique even across page loads because it contains the time. */
export function newKey(): string {
  made += 1;
  return `nova-${Date.now().toString(36)}-${made}`;
}

/** Converts a question of the read questionnaire to the type that the editor uses. */
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

/** A draft without changes, with the introduction and the questions of `base`. */
export const draftOf = (base: QuestionarioLido): QuestionDraft => ({
  base,
  apresentacao: base.apresentacao ?? '',
  perguntas: base.perguntas.map((_, place) => asWire(base, place)),
});

/** The question that the editor's form describes. It keeps the id of `before` (the opened one) or gets a new id. */
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

/** The draft after `pergunta` replaces the question with the same id; a new question is inserted before `place`. */
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

/** The draft with a note of the document lines that were added to a question. */
export const withLines = (draft: QuestionDraft, id: string, linhas: readonly number[]): QuestionDraft =>
  linhas.length === 0
    ? draft
    : { ...draft, linhas: { ...draft.linhas, [id]: [...(draft.linhas?.[id] ?? []), ...linhas] } };

export type CorrectedQuestion = BodyOf<typeof correctPerguntas>['perguntas'][number];

/** The questions to send. A condition on a removed question gets the index -1, which `problemsOfDraft` reports. */
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

/** Problems of questions that forbid saving the draft. */
export const problemsOfDraft = (draft: QuestionDraft): ProblemaDePergunta[] =>
  problemsOfQuestions(questionsOf(draft));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Tells if a question of the draft is new or changed; null if neither. A changed position does not count. */
export function changeOf(
  { base, conferidas }: QuestionDraft,
  pergunta: PerguntaWire,
): 'nova' | 'alterada' | null {
  const place = placeOf(pergunta.id);
  if (place === null || !base.perguntas[place]) return 'nova';
  return same(pergunta, asWire(base, place)) && !conferidas?.includes(pergunta.id) ? null : 'alterada';
}

/**
 * Number of changes in a draft: changed, new and removed questions; a new order and a new introduction count one each.
 */
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

/** True if the questionnaire is not the draft's base any more: a person corrected it, or it was read again. */
export const isStale = ({ base }: QuestionDraft, now: QuestionarioLido | null): boolean => !same(base, now);

/**
 * The draft applied to a later questionnaire: each question is matched by its code. A question whose code the later
 * questionnaire lacks becomes new.
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
  /** New id of a question or option. An option's id begins with its question's id, which may have changed. */
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

/** Splits a heading such as 'P4_b' into number '4' and letter 'b'. */
const CODIGO =
  /^\s*(?:p|q|pergunta|quest[ãa]o)?\s*[._-]?\s*0*(\d{1,3})[\s._-]*\(?([a-z]|\d{1,2})?\)?(?![\p{L}\d])/iu;

/** The code for a question made of a column's heading: 'P4_b' → 'P4b', '4.1' → 'P4.1'. */
export function codeOfHeading(cabecalho: string): string {
  const hit = CODIGO.exec(cabecalho);
  if (!hit) return cabecalho.trim().slice(0, 20);
  const [, number = '', part] = hit;
  if (part === undefined) return `P${number}`;
  return /\d/u.test(part) ? `P${number}.${Number(part)}` : `P${number}${part.toLowerCase()}`;
}

/** Index for a new question with this code: after the last question whose number is the same or smaller. */
export function placeForCode(perguntas: readonly Pick<PerguntaWire, 'codigo'>[], codigo: string): number {
  const numberOf = (text: string): number => Number(/\d+/u.exec(text)?.[0] ?? Number.NaN);
  const wanted = numberOf(codigo);
  if (Number.isNaN(wanted)) return perguntas.length;
  return perguntas.findLastIndex((one) => numberOf(one.codigo) <= wanted) + 1;
}
