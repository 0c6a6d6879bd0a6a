/** Form values of a battery: a stem and an answer shared by several items, each saved as a question of its own. */
import type { createPergunta, PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_REGRAS } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { z } from 'zod';
import { optionOfLine, seededOptions } from '../../../../domain/survey/question-editor/option-values.ts';
import { nextCode } from '../../../../domain/survey/question-editor/question-codes.ts';
import {
  changeBody,
  type QuestionBody,
  type QuestionValues,
  questionSchema,
  valuesOf,
} from '../../../../domain/survey/question-editor/question-form-rules.ts';
import type { CallInput } from '../../../../lib/network/api.ts';

/** Kinds of answers that the items of a battery can share. */
export const TIPOS_DE_BATERIA = ['escolha', 'multipla', 'escala', 'numero'] as const;

export interface ItemValues {
  /** Id of a saved question; '' for a new item. */
  perguntaId: string;
  texto: string;
}

/** Form values of a battery. `texto_pergunta` is the stem; the other fields of a question apply to all items. */
export interface BatteryValues extends QuestionValues {
  itens: ItemValues[];
  rodizio_itens: boolean;
}

export interface BatteryBody {
  comum: QuestionBody;
  texto: string;
  rodizio: boolean;
  itens: ItemValues[];
}

/** The questions of a battery, in the questionnaire's order. */
export const itemsOf = (perguntas: readonly PerguntaWire[], id: string): PerguntaWire[] =>
  perguntas.filter(({ regras }) => regras?.bateria?.id === id);

/** Form values of the battery with these questions; an empty list gives those of a new battery. */
export function batteryValues(itens: readonly PerguntaWire[]): BatteryValues {
  const [first] = itens;
  const bateria = first?.regras?.bateria;
  return {
    ...valuesOf(first ?? null, { tipo: 'escolha', respostas_definidas: seededOptions() }),
    texto_pergunta: bateria?.texto ?? '',
    bateria: null,
    rodizio_itens: bateria?.rodizio === true,
    itens: first
      ? itens.map(({ id, texto_pergunta }) => ({ perguntaId: id, texto: texto_pergunta }))
      : [
          { perguntaId: '', texto: '' },
          { perguntaId: '', texto: '' },
        ],
  };
}

export const batterySchema: z.ZodType<BatteryBody, BatteryValues> = z
  .custom<BatteryValues>()
  .transform((values, context) => {
    const wrong = (message: string, path: PropertyKey[]) =>
      context.issues.push({ code: 'custom', message, path, input: values });
    const checked = questionSchema.safeParse(values);
    for (const { message, path } of checked.error?.issues ?? [])
      wrong(path[0] === 'texto_pergunta' ? 'Escreva o texto comum aos itens.' : message, path);
    if (values.itens.length === 0) wrong('Adicione ao menos um item.', ['texto_pergunta']);
    for (const [index, { texto }] of values.itens.entries())
      if (texto.trim() === '') wrong('Escreva o item.', ['itens', index, 'texto']);
    if (!checked.success) return z.NEVER;
    return {
      comum: checked.data,
      texto: values.texto_pergunta.trim(),
      rodizio: values.rodizio_itens,
      itens: values.itens.map((item) => ({ ...item, texto: item.texto.trim() })),
    };
  });

/** Items of a pasted list of lines, without leading codes. */
export const itemsOfLines = (lines: readonly string[]): ItemValues[] =>
  lines
    .slice(0, LIMITES_QUESTIONARIO.perguntas)
    .map((line) => ({ perguntaId: '', texto: optionOfLine(line).texto.slice(0, LIMITES_REGRAS.bateria) }));

/** A request that saves a part of a battery. `item` is the index of the item in the form, from 0. */
export type Passo =
  | { ato: 'excluir'; id: string }
  | { ato: 'alterar'; id: string; item: number; body: ReturnType<typeof changeBody> }
  | { ato: 'criar'; item: number; body: Omit<CallInput<typeof createPergunta>['body'], 'questionario_id'> };

/** The form's options (those of the first item) for the question `id`, with the ids of the question's own options. */
function optionsFor(comum: QuestionBody, opened: readonly PerguntaWire[], id: string) {
  const own = opened.find((one) => one.id === id);
  const places = new Map(opened[0]?.respostas_definidas.map((option, index) => [option.id, index]));
  return (comum.respostas_definidas ?? []).map(({ id, ...option }) => {
    const place = id === undefined ? undefined : places.get(id);
    const same = place === undefined ? undefined : own?.respostas_definidas[place]?.id;
    return { ...(same === undefined ? {} : { id: same }), ...option };
  });
}

interface BatteryNow {
  id: string;
  /** The battery's questions as saved now; empty for a new battery. */
  antes: readonly PerguntaWire[];
  /** The battery's questions when the form opened. */
  opened: readonly PerguntaWire[];
  perguntas: readonly PerguntaWire[];
}

/** The requests that save the form. Unchanged questions need none. */
export function stepsOf(
  { comum, texto, rodizio, itens }: BatteryBody,
  { id, antes, opened, perguntas }: BatteryNow,
): Passo[] {
  const kept = new Set(itens.map(({ perguntaId }) => perguntaId));
  const codes = perguntas.map(({ codigo }) => codigo);
  let last = antes.at(-1)?.codigo ?? '';
  const bateria = { id, texto, ...(rodizio ? { rodizio: true as const } : {}) };
  const steps = antes.flatMap((one): Passo[] => (kept.has(one.id) ? [] : [{ ato: 'excluir', id: one.id }]));
  for (const [item, { perguntaId, texto: texto_pergunta }] of itens.entries()) {
    const own = antes.find((one) => one.id === perguntaId) ?? null;
    const { codigo: _, ...shared } = comum;
    const body = {
      ...shared,
      texto_pergunta,
      regras: { ...comum.regras, bateria },
      respostas_definidas: optionsFor(comum, opened, perguntaId),
    };
    if (own) {
      const codigo = own.codigo;
      const was = questionSchema.parse(valuesOf(own));
      if (canonical(was) !== canonical({ ...body, codigo }))
        steps.push({ ato: 'alterar', id: own.id, item, body: changeBody(own, { ...body, codigo }) });
      continue;
    }
    last = last === '' ? firstCode(codes) : nextCode(last, codes);
    codes.push(last);
    steps.push({ ato: 'criar', item, body: { ...body, codigo: last } });
  }
  return steps;
}

/** The code of a new battery's first item: 'P5a' after four questions. */
function firstCode(codes: readonly string[]): string {
  const used = new Set(codes.map((one) => one.toLowerCase()));
  let number = codes.length + 1;
  while (used.has(`p${number}`) || used.has(`p${number}a`)) number += 1;
  return `P${number}a`;
}

/** A value as text, independent of the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/**
 * Ids of the questions in their new order. The items stand together, in the form's order, where the battery's first
 * question was; a new battery stands at the end.
 */
export function orderWith(
  perguntas: readonly { id: string }[],
  antes: readonly { id: string }[],
  itens: readonly string[],
): string[] {
  const own = new Set([...antes.map(({ id }) => id), ...itens]);
  const at = perguntas.findIndex(({ id }) => own.has(id));
  const others = (list: typeof perguntas) => list.flatMap(({ id }) => (own.has(id) ? [] : [id]));
  if (at < 0) return [...others(perguntas), ...itens];
  return [...others(perguntas.slice(0, at)), ...itens, ...others(perguntas.slice(at))];
}
