/** Converts a question into form values, and form values into the request's body. */
import type {
  createPergunta,
  PerguntaWire,
  updatePergunta,
} from '@escuta/shared/contracts/surveys/questionarios';
import { TIPOS_PERGUNTA, type TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { LIGACOES, LIMITES_CONDICAO } from '@escuta/shared/domain/interview/questionnaire/conditions';
import {
  type Bateria,
  type Cartao,
  LIMITES_REGRAS,
  type RegrasDaPergunta,
  RODIZIOS,
  type Rodizio,
  rulesOf,
} from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { z } from 'zod';
import type { CallInput } from '../../../lib/network/api.ts';
import { type ConditionValues, conditionOf, conditionValues, testSchema } from './condition-values.ts';
import { isMeasured, numberText, typedBound } from './numbers.ts';
import { type OptionValues, optionFaults, optionSchema, optionsOf, optionValues } from './option-values.ts';

/** Common part of the bodies that create and change a question. */
export type QuestionBody = Omit<
  CallInput<typeof createPergunta>['body'],
  'questionario_id' | 'texto_pergunta'
> & {
  texto_pergunta: string;
};

export interface QuestionValues extends ConditionValues {
  texto_pergunta: string;
  tipo: TipoPergunta;
  /** True: an answer is required. */
  campo_texto: boolean;
  /** True: the question is asked in interviews, and audits and results count its answers. */
  ativo: boolean;
  ler_opcoes: boolean;
  /** True: the interviewer sees the answer and fills it in without asking. */
  observada: boolean;
  instrucao: string;
  codigo: string;
  minimo: string;
  maximo: string;
  unidade: string;
  /** True: the answer must be a whole number. */
  inteiro: boolean;
  rodizio: Rodizio | '';
  /** Bounds of the numeric answers that end the interview politely; '' for no bound. */
  encerra_de: string;
  encerra_ate: string;
  /** Words of farewell if an answer ends the interview; '' for the default words. */
  mensagem: string;
  cartao: Cartao | null;
  /** The battery to which the question belongs; null for none. */
  bateria: Bateria | null;
  respostas_definidas: OptionValues[];
}

const NEW_QUESTION: QuestionValues = {
  texto_pergunta: '',
  tipo: 'texto',
  campo_texto: true,
  ativo: true,
  ler_opcoes: true,
  observada: false,
  instrucao: '',
  codigo: '',
  liga: 'e',
  testes: [],
  minimo: '',
  maximo: '',
  unidade: '',
  inteiro: false,
  rodizio: '',
  encerra_de: '',
  encerra_ate: '',
  mensagem: '',
  cartao: null,
  bateria: null,
  respostas_definidas: [],
};

/** Form values of an existing question, or of a new one, which begins with `start`. */
export function valuesOf(pergunta: PerguntaWire | null, start: Partial<QuestionValues> = {}): QuestionValues {
  if (!pergunta) return { ...NEW_QUESTION, ...start };
  const regras = pergunta.regras ?? {};
  return {
    texto_pergunta: pergunta.texto_pergunta,
    tipo: pergunta.tipo,
    campo_texto: pergunta.campo_texto,
    ativo: pergunta.ativo,
    ler_opcoes: pergunta.ler_opcoes,
    observada: pergunta.observada,
    instrucao: pergunta.instrucao ?? '',
    codigo: pergunta.codigo,
    ...conditionValues(pergunta.mostrar_se),
    minimo: numberText(pergunta.minimo),
    maximo: numberText(pergunta.maximo),
    unidade: pergunta.unidade ?? '',
    inteiro: regras.inteiro === true,
    rodizio: regras.rodizio ?? '',
    encerra_de: numberText(regras.encerra?.faixa?.de ?? null),
    encerra_ate: numberText(regras.encerra?.faixa?.ate ?? null),
    mensagem: regras.encerra?.mensagem ?? '',
    cartao: regras.cartao ?? null,
    bateria: regras.bateria ?? null,
    respostas_definidas: pergunta.respostas_definidas.map(optionValues),
  };
}

/** True if the question can end an interview, by an option or a number. */
export const endsSome = ({
  tipo,
  encerra_de,
  encerra_ate,
  respostas_definidas,
}: Pick<QuestionValues, 'tipo' | 'encerra_de' | 'encerra_ate' | 'respostas_definidas'>): boolean =>
  isChoice(tipo)
    ? respostas_definidas.some(({ encerra }) => encerra)
    : isMeasured(tipo) && (encerra_de.trim() !== '' || encerra_ate.trim() !== '');

const fields = z
  .object({
    texto_pergunta: z.string().trim().min(1, { error: 'Texto da pergunta é obrigatório.' }),
    tipo: z.enum(TIPOS_PERGUNTA),
    campo_texto: z.boolean(),
    ativo: z.boolean(),
    ler_opcoes: z.boolean(),
    observada: z.boolean(),
    instrucao: z.string(),
    codigo: z.string(),
    liga: z.enum(LIGACOES),
    testes: z.array(testSchema).max(LIMITES_CONDICAO.testes),
    minimo: z.string(),
    maximo: z.string(),
    unidade: z.string(),
    inteiro: z.boolean(),
    rodizio: z.union([z.enum(RODIZIOS), z.literal('')]),
    encerra_de: z.string(),
    encerra_ate: z.string(),
    mensagem: z.string().max(LIMITES_REGRAS.mensagem),
    cartao: z
      .object({
        id: z.string(),
        descricao: z.string().trim().min(1, { error: 'Descreva o cartão.' }).max(LIMITES_REGRAS.descricao),
      })
      .nullable(),
    bateria: z.object({ id: z.string(), texto: z.string(), rodizio: z.literal(true).optional() }).nullable(),
    respostas_definidas: z.array(optionSchema),
  })
  .check((context) => {
    const { tipo, respostas_definidas, minimo, maximo, encerra_de, encerra_ate } = context.value;
    const wrong = (message: string, path: (string | number)[]) =>
      context.issues.push({ code: 'custom', message, path, input: context.value });
    if (isChoice(tipo)) {
      if (respostas_definidas.length === 0) wrong('Adicione ao menos uma opção.', ['tipo']);
      for (const [index, opcao] of respostas_definidas.entries()) {
        for (const [name, message] of optionFaults(opcao))
          wrong(message, ['respostas_definidas', index, name]);
      }
    }
    if (isMeasured(tipo)) {
      const [low, high] = [typedBound(minimo), typedBound(maximo)];
      if (Number.isNaN(low)) wrong('Informe um número.', ['minimo']);
      if (Number.isNaN(high)) wrong('Informe um número.', ['maximo']);
      if (tipo === 'escala' && low === null) wrong('Informe onde a escala começa.', ['minimo']);
      if (tipo === 'escala' && high === null) wrong('Informe onde a escala termina.', ['maximo']);
      if (low !== null && high !== null && low >= high)
        wrong('O máximo deve ser maior que o mínimo.', ['maximo']);
      const whole = [low, high].every((one) => one === null || Number.isInteger(one));
      if (tipo === 'escala' && !whole)
        wrong('A escala precisa começar e terminar em números inteiros.', ['maximo']);
      if (tipo === 'escala' && low !== null && high !== null && high - low > SCALE_MAX) {
        wrong(`Use até ${SCALE_MAX + 1} pontos na escala.`, ['maximo']);
      }
      if (context.value.inteiro && tipo === 'numero' && !whole)
        wrong('O mínimo e o máximo também precisam ser números inteiros.', ['maximo']);
      const [from, to] = [typedBound(encerra_de), typedBound(encerra_ate)];
      if (Number.isNaN(from)) wrong('Informe um número.', ['encerra_de']);
      if (Number.isNaN(to)) wrong('Informe um número.', ['encerra_ate']);
      if (from !== null && to !== null && from > to)
        wrong('O segundo número deve ser maior.', ['encerra_ate']);
    }
  });

/** True if the option has words and is a code for a non-numeric answer, not a remnant of another kind of question. */
const isSpecialCode = (option: OptionValues): boolean =>
  isCode(option) && option.texto_resposta.trim() !== '';
const isCode = ({ especial }: { especial: string | null }): boolean =>
  especial === 'nao_sabe' || especial === 'recusa';

/** The rules of a question, without those that questions of its kind cannot have. */
function rulesOfValues(values: QuestionValues): RegrasDaPergunta | null {
  const { tipo, inteiro, rodizio, mensagem, encerra_de, encerra_ate, cartao, bateria } = values;
  const faixa =
    isMeasured(tipo) && endsSome(values)
      ? { de: typedBound(encerra_de), ate: typedBound(encerra_ate) }
      : null;
  const words = mensagem.trim() || null;
  const ends = endsSome(values) && (faixa !== null || words !== null);
  return rulesOf({
    ...(tipo === 'numero' && inteiro ? { inteiro: true } : {}),
    ...(isChoice(tipo) && rodizio !== '' ? { rodizio } : {}),
    ...(bateria ? { bateria } : {}),
    ...(ends ? { encerra: { faixa, mensagem: words } } : {}),
    ...(cartao ? { cartao } : {}),
  });
}

/** Options to send for the question's kind: all for a choice, the special codes for a number, none for other kinds. */
const keptOptions = ({ tipo, respostas_definidas }: QuestionValues): OptionValues[] =>
  isChoice(tipo) ? respostas_definidas : isMeasured(tipo) ? respostas_definidas.filter(isSpecialCode) : [];

const bodyWith = (of: z.ZodType<QuestionValues, QuestionValues>): z.ZodType<QuestionBody, QuestionValues> =>
  of.transform((values): QuestionBody => {
    const { tipo } = values;
    return {
      texto_pergunta: values.texto_pergunta,
      tipo,
      campo_texto: values.campo_texto,
      ativo: values.ativo,
      ler_opcoes: values.ler_opcoes,
      observada: values.observada,
      instrucao: values.instrucao.trim() || null,
      ...(values.codigo.trim() ? { codigo: values.codigo.trim() } : {}),
      mostrar_se: conditionOf(values),
      regras: rulesOfValues(values),
      minimo: isMeasured(tipo) ? typedBound(values.minimo) : null,
      maximo: isMeasured(tipo) ? typedBound(values.maximo) : null,
      unidade: tipo === 'numero' ? values.unidade.trim() || null : null,
      respostas_definidas: optionsOf(keptOptions(values), values),
    };
  });

export const questionSchema = bodyWith(fields);

/** Schema of a question whose answers come from a sheet. The code is required, because it names the column. */
export const sheetQuestionSchema = bodyWith(
  fields.refine(({ codigo }) => codigo.trim() !== '', {
    error: 'Informe o código da pergunta.',
    path: ['codigo'],
  }),
);

/**
 * Body of a change. Its `antes` is the question as opened, so that the server does not overwrite another person's
 * change. Options that this form cannot show (a scale's labels, set over the API) are left out, so that they stay.
 */
export function changeBody(
  before: PerguntaWire,
  body: QuestionBody,
): CallInput<typeof updatePergunta>['body'] {
  const { respostas_definidas: was, ...antes } = questionSchema.parse(valuesOf(before));
  const { respostas_definidas, ...rest } = body;
  const { tipo = before.tipo } = body;
  const hidden = !isMeasured(tipo) || !before.respostas_definidas.every(isCode);
  if (!isChoice(tipo) && tipo === before.tipo && hidden) return { ...rest, antes };
  return { ...rest, respostas_definidas, antes: { ...antes, respostas_definidas: was } };
}

/** Greatest number of steps of a scale; limited because each step is a button of the interview. */
const SCALE_MAX = 20;
