/** What stands in the form of a question, and the body that it becomes. */
import type { createPergunta, updatePergunta } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_QUESTIONARIO, type PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import {
  OPCOES_ESPECIAIS,
  type OpcaoEspecial,
  TIPOS_PERGUNTA,
  type TipoPergunta,
} from '@escuta/shared/domain/interview/comparison/compare-answer';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';
import { specialOf } from '@escuta/shared/domain/survey-file/columns/field-marks';
import { z } from 'zod';
import type { CallInput } from '../../../lib/network/api.ts';

/** Of one that is made or changed alike. */
export type QuestionBody = Omit<
  CallInput<typeof createPergunta>['body'],
  'questionario_id' | 'texto_pergunta'
> & {
  texto_pergunta: string;
};

export interface OptionValues {
  /** Id of a saved option; '' for a new one. */
  opcaoId: string;
  texto_resposta: string;
  valor: string;
  /** Separated by commas. */
  sinonimos: string;
  especial: OpcaoEspecial | '';
}

export interface QuestionValues {
  texto_pergunta: string;
  tipo: TipoPergunta;
  /** Required. */
  campo_texto: boolean;
  /** In use: asked, read and counted. */
  ativo: boolean;
  ler_opcoes: boolean;
  /** Filled in by sight: not asked. */
  observada: boolean;
  instrucao: string;
  codigo: string;
  /** The earlier question that it depends on; '' for always asked. */
  condicao: string;
  condicao_opcoes: string[];
  minimo: string;
  maximo: string;
  unidade: string;
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
  condicao: '',
  condicao_opcoes: [],
  minimo: '',
  maximo: '',
  unidade: '',
  respostas_definidas: [],
};

/** An option that nobody has written yet; `valor` as the next of its list. */
export const emptyOption = (valor: number): OptionValues => ({
  opcaoId: '',
  texto_resposta: '',
  valor: String(valor),
  sinonimos: '',
  especial: '',
});

/** What a question with options begins with (specification 2, §9). */
export const seededOptions = (): OptionValues[] => [emptyOption(1), emptyOption(2)];

/** The value after those that stand: one more than the highest. */
export function nextValue(opcoes: readonly OptionValues[]): number {
  return opcoes.reduce((highest, { valor }) => Math.max(highest, optionValue(valor)), 0) + 1;
}

/** An option's value: a whole number, 0 where none was typed (specification 2, §5). */
export function optionValue(text: string): number {
  const value = Number.parseInt(text.trim(), 10);
  return Number.isNaN(value) ? 0 : value;
}

const numberText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));

/** A bound as it was typed; null: nothing; NaN: no number. */
export function typedBound(text: string): number | null {
  return text.trim() === '' ? null : (readTypedNumber(text)?.valor ?? Number.NaN);
}

/** The form of a question that is there, or of a new one, which begins with `start`. */
export function valuesOf(pergunta: PerguntaWire | null, start: Partial<QuestionValues> = {}): QuestionValues {
  if (!pergunta) return { ...NEW_QUESTION, ...start };
  return {
    texto_pergunta: pergunta.texto_pergunta,
    tipo: pergunta.tipo,
    campo_texto: pergunta.campo_texto,
    ativo: pergunta.ativo,
    ler_opcoes: pergunta.ler_opcoes,
    observada: pergunta.observada,
    instrucao: pergunta.instrucao ?? '',
    codigo: pergunta.codigo,
    condicao: optionTest(pergunta.mostrar_se)?.pergunta_id ?? '',
    condicao_opcoes: optionTest(pergunta.mostrar_se)?.opcoes ?? [],
    minimo: numberText(pergunta.minimo),
    maximo: numberText(pergunta.maximo),
    unidade: pergunta.unidade ?? '',
    respostas_definidas: pergunta.respostas_definidas.map((opcao) => ({
      opcaoId: opcao.id,
      texto_resposta: opcao.texto_resposta,
      valor: String(opcao.valor),
      sinonimos: opcao.sinonimos.join(', '),
      especial: opcao.especial ?? '',
    })),
  };
}

const INTEIRO_MAX = 2_147_483_647;

const option = z.object({
  opcaoId: z.string(),
  texto_resposta: z.string(),
  valor: z.string(),
  sinonimos: z.string(),
  especial: z.union([z.enum(OPCOES_ESPECIAIS), z.literal('')]),
});

/** Words between commas, trimmed, each once. */
export function synonymsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
}

export const isMeasured = (tipo: TipoPergunta) => tipo === 'numero' || tipo === 'escala';

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
    condicao: z.string(),
    condicao_opcoes: z.array(z.string()),
    minimo: z.string(),
    maximo: z.string(),
    unidade: z.string(),
    respostas_definidas: z.array(option),
  })
  .check((context) => {
    const { tipo, respostas_definidas, condicao, condicao_opcoes, minimo, maximo } = context.value;
    const wrong = (message: string, path: (string | number)[]) =>
      context.issues.push({ code: 'custom', message, path, input: context.value });
    if (isChoice(tipo)) {
      if (respostas_definidas.length === 0) wrong('Adicione ao menos uma opção.', ['tipo']);
      for (const [index, opcao] of respostas_definidas.entries()) {
        if (opcao.texto_resposta.trim() === '') {
          wrong('Escreva o texto da opção.', ['respostas_definidas', index, 'texto_resposta']);
        }
        if (Math.abs(optionValue(opcao.valor)) > INTEIRO_MAX) {
          wrong('Use um valor menor.', ['respostas_definidas', index, 'valor']);
        }
        if (synonymsOf(opcao.sinonimos).length > LIMITES_QUESTIONARIO.sinonimos) {
          wrong(`Use no máximo ${LIMITES_QUESTIONARIO.sinonimos} sinônimos.`, [
            'respostas_definidas',
            index,
            'sinonimos',
          ]);
        }
      }
    }
    if (condicao !== '' && condicao_opcoes.length === 0) {
      wrong('Selecione ao menos uma resposta.', ['condicao_opcoes']);
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
      if (tipo === 'escala' && !whole) wrong('A escala vai de um número inteiro a outro.', ['maximo']);
      if (tipo === 'escala' && low !== null && high !== null && high - low > SCALE_MAX) {
        wrong(`Use até ${SCALE_MAX + 1} pontos na escala.`, ['maximo']);
      }
    }
  });

const optionsOf = (opcoes: QuestionValues['respostas_definidas']) =>
  opcoes.map((opcao, index) => ({
    ...(opcao.opcaoId ? { id: opcao.opcaoId } : {}),
    texto_resposta: opcao.texto_resposta.trim(),
    valor: optionValue(opcao.valor),
    ordem: index + 1,
    sinonimos: synonymsOf(opcao.sinonimos),
    especial: opcao.especial || null,
  }));

/**
 * A number's options are answers that are no number, each with its meaning; a list that another kind left behind is
 * none.
 */
const isSpecialCode = ({ especial, texto_resposta }: OptionValues): boolean =>
  (especial === 'nao_sabe' || especial === 'recusa') && texto_resposta.trim() !== '';

const schemaWith = (
  keep: (values: QuestionValues) => OptionValues[],
  of: z.ZodType<QuestionValues, QuestionValues> = fields,
): z.ZodType<QuestionBody, QuestionValues> =>
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
      mostrar_se:
        values.condicao === '' ? null : { pergunta_id: values.condicao, opcoes: values.condicao_opcoes },
      minimo: isMeasured(tipo) ? typedBound(values.minimo) : null,
      maximo: isMeasured(tipo) ? typedBound(values.maximo) : null,
      unidade: tipo === 'numero' ? values.unidade.trim() || null : null,
      respostas_definidas: optionsOf(keep(values)),
    };
  });

export const questionSchema = schemaWith(({ tipo, respostas_definidas }) =>
  isChoice(tipo) ? respostas_definidas : [],
);

/** Of a question whose answers stand in a sheet: a number may have codes that are no number (99, não sabe). */
export const sheetQuestionSchema = schemaWith(
  ({ tipo, respostas_definidas }) =>
    isChoice(tipo) ? respostas_definidas : isMeasured(tipo) ? respostas_definidas.filter(isSpecialCode) : [],
  fields.refine(({ codigo }) => codigo.trim() !== '', {
    error: 'Informe o código da pergunta.',
    path: ['codigo'],
  }),
);

/** An option's code and words in a line as institutes print it: '1 - Boa', 'Boa ..... 1', '( ) 1 Boa'. */
export function optionOfLine(line: string): { texto: string; valor: number | null } {
  const plain = line
    .replace(/^\s*(?:\(\s*\)|\[\s*\]|[☐□○•·*–—-])\s*/u, '')
    .replace(/\s*(?:->|→).*$/u, '')
    .trim();
  const before = /^[([]?(\d{1,4})[)\]]?\s*(?:[-–—.):=]\s*|\s+(?=\p{Lu}))(\S.*)$/u.exec(plain);
  if (before) return { texto: before[2] ?? '', valor: Number(before[1]) };
  const behind = /^(.*?\p{L}.*?)(?:\s*[.…_]{2,}\s*|\t+\s*|\s+)[([]?(\d{1,4})[)\]]?$/u.exec(plain);
  if (behind && !/(?:^|\s)(?:a|até|de|e|ou|mais de|menos de)$/iu.test(behind[1] ?? ''))
    return { texto: (behind[1] ?? '').trim(), valor: Number(behind[2]) };
  return { texto: plain, valor: null };
}

/** The options that a pasted list of lines holds; empty: one line is no list, and is typed as it stands. */
export function optionsOfList(text: string, next: number): OptionValues[] {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  if (lines.length < 2) return [];
  return lines.slice(0, LIMITES_QUESTIONARIO.opcoes).map((line, index) => {
    const { texto, valor } = optionOfLine(line);
    return {
      ...emptyOption(valor ?? next + index),
      texto_resposta: texto.slice(0, 500),
      especial: meaningOf(texto),
    };
  });
}

const meaningOf = (texto: string): OptionValues['especial'] => specialOf(texto) ?? '';

/**
 * What is sent of a question that was opened as `before`: with what it was, so that another person's change is not overwritten. Options
 * that a kind without them in this form has (a scale's 'não sabe', over the API) stay as they are.
 */
export function changeBody(
  before: PerguntaWire,
  body: QuestionBody,
): CallInput<typeof updatePergunta>['body'] {
  const { respostas_definidas: was, ...antes } = questionSchema.parse(valuesOf(before));
  const { respostas_definidas, ...rest } = body;
  const { tipo = before.tipo } = body;
  if (!isChoice(tipo) && tipo === before.tipo) return { ...rest, antes };
  return { ...rest, respostas_definidas, antes: { ...antes, respostas_definidas: was } };
}

/** Steps of a scale: each is a button of the interview. */
const SCALE_MAX = 20;
