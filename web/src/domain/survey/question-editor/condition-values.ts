/** Converts a question's condition into form values, and form values into a condition. */
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { type LIGACOES, LIMITES_CONDICAO } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { z } from 'zod';
import { isMeasured, numberText, typedBound } from './numbers.ts';

export const FORMAS_DE_TESTE = ['opcoes', 'exceto', 'faixa', 'contem'] as const;
export type FormaDeTeste = (typeof FORMAS_DE_TESTE)[number];

/** A row of the condition builder: a single test. Fields that `forma` does not use are ignored. */
export interface TestValues {
  /** Id of the tested question; '' until a question is chosen. */
  pergunta: string;
  forma: FormaDeTeste;
  opcoes: string[];
  de: string;
  ate: string;
  contem: string;
}

/** A condition as the API sends it, taken from the contract. */
type Condition = NonNullable<PerguntaWire['mostrar_se']>;
type Test = Exclude<Condition, { liga: unknown }>;

/** Kinds of test that fit a question, the most usual first; empty if the question cannot be tested. */
export function formsFor({
  tipo,
  respostas_definidas,
}: Pick<PerguntaWire, 'tipo' | 'respostas_definidas'>): readonly FormaDeTeste[] {
  const ofOptions = ['opcoes', 'exceto'] as const;
  if (isChoice(tipo)) {
    // In a choice, only the option 'outro' comes with typed words that a test can search.
    const words = respostas_definidas.some(({ especial }) => especial === 'outro');
    return words ? [...ofOptions, 'contem'] : ofOptions;
  }
  const further = respostas_definidas.length > 0 ? ofOptions : [];
  if (isMeasured(tipo)) return ['faixa', ...further];
  return tipo === 'texto' ? ['contem'] : further;
}

/** A new row that tests `pergunta`; null leaves the question to be chosen. */
export const newTest = (pergunta: PerguntaWire | null): TestValues => ({
  pergunta: pergunta?.id ?? '',
  forma: (pergunta && formsFor(pergunta)[0]) ?? 'opcoes',
  opcoes: [],
  de: '',
  ate: '',
  contem: '',
});

function valuesOfTest(one: Test): TestValues {
  const blank = { ...newTest(null), pergunta: one.pergunta_id };
  if ('opcoes' in one) return { ...blank, forma: 'opcoes', opcoes: [...one.opcoes] };
  if ('exceto' in one) return { ...blank, forma: 'exceto', opcoes: [...one.exceto] };
  if ('contem' in one) return { ...blank, forma: 'contem', contem: one.contem };
  return { ...blank, forma: 'faixa', de: numberText(one.de), ate: numberText(one.ate) };
}

export interface ConditionValues {
  liga: (typeof LIGACOES)[number];
  /** Empty: the question is always asked. */
  testes: TestValues[];
}

/** Form values of a saved condition: a row for each test. */
export function conditionValues(condition: PerguntaWire['mostrar_se']): ConditionValues {
  if (!condition) return { liga: 'e', testes: [] };
  if ('liga' in condition) return { liga: condition.liga, testes: condition.testes.map(valuesOfTest) };
  return { liga: 'e', testes: [valuesOfTest(condition)] };
}

function testOf({ pergunta: pergunta_id, forma, opcoes, de, ate, contem }: TestValues): Test {
  if (forma === 'opcoes') return { pergunta_id, opcoes };
  if (forma === 'exceto') return { pergunta_id, exceto: opcoes };
  if (forma === 'contem') return { pergunta_id, contem: contem.trim() };
  return { pergunta_id, de: typedBound(de), ate: typedBound(ate) };
}

/**
 * The condition that the rows describe; null if the question is always asked. A single row becomes a test without
 * `liga`, as older questionnaires store it.
 */
export function conditionOf({ liga, testes }: ConditionValues): PerguntaWire['mostrar_se'] {
  const [first, ...more] = testes.map(testOf);
  if (!first) return null;
  return more.length === 0 ? first : { liga, testes: [first, ...more] };
}

export const testSchema: z.ZodType<TestValues, TestValues> = z
  .object({
    pergunta: z.string().min(1, { error: 'Selecione a pergunta.' }),
    forma: z.enum(FORMAS_DE_TESTE),
    opcoes: z.array(z.string()),
    de: z.string(),
    ate: z.string(),
    contem: z.string().max(LIMITES_CONDICAO.contem),
  })
  .check((context) => {
    const { pergunta, forma, opcoes, de, ate, contem } = context.value;
    const wrong = (message: string, field: keyof TestValues) =>
      context.issues.push({ code: 'custom', message, path: [field], input: context.value });
    if (pergunta === '') return;
    if (forma === 'opcoes' || forma === 'exceto') {
      if (opcoes.length === 0) wrong('Selecione ao menos uma resposta.', 'opcoes');
      return;
    }
    if (forma === 'contem') {
      if (contem.trim() === '') wrong('Escreva o trecho.', 'contem');
      return;
    }
    const [low, high] = [typedBound(de), typedBound(ate)];
    if (Number.isNaN(low)) wrong('Informe um número.', 'de');
    else if (Number.isNaN(high)) wrong('Informe um número.', 'ate');
    else if (low === null && high === null) wrong('Informe ao menos um dos números.', 'de');
    else if (low !== null && high !== null && low > high) wrong('O segundo número deve ser maior.', 'ate');
  });
