/** Turns lines of a document into a question, or into options and instructions of an existing question. */
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import type { OpcaoEspecial } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { specialOf } from '@escuta/shared/domain/survey-file/columns/field-marks';
import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import { emptyOption, type OptionValues, optionOfLine } from '../question-editor/option-values.ts';
import type { QuestionValues } from '../question-editor/question-form-rules.ts';

/** Splits '7. Tem carro?' or 'P7a) Tem carro?' into code and words. */
const NUMBERED = /^\s*([pq]?)\s*(\d{1,3}(?:[.]?[a-z]|[.]\d{1,2})?)\s*[.):–—-]+\s*(\S.*)$/isu;

const TEXTO_MAX = 2000;
const OPCAO_MAX = 500;
export const INSTRUCAO_MAX = 1000;

/** An option to add to a question. */
export interface NewOption {
  texto_resposta: string;
  valor: number;
  especial: OpcaoEspecial | null;
}

const asValues = ({ texto_resposta, valor, especial }: NewOption): OptionValues => ({
  ...emptyOption(valor),
  texto_resposta,
  especial: especial ?? '',
});

/**
 * The values with which the form of a new question begins. The first line is the question's text, which the next lines
 * continue until a line has a code at its beginning or end. That line and all after it are options.
 */
export function questionOfLines(linhas: readonly string[]): Partial<QuestionValues> {
  const [first = '', ...others] = linhas;
  const numbered = NUMBERED.exec(first);
  const texts = [numbered?.[3] ?? first];
  const options: NewOption[] = [];
  for (const line of others) {
    const { texto, valor } = optionOfLine(line);
    if (valor === null && options.length === 0) texts.push(line);
    else
      options.push({
        texto_resposta: texto.slice(0, OPCAO_MAX),
        valor: valor ?? 0,
        especial: specialOf(texto),
      });
  }
  const texto_pergunta = texts.join(' ').replace(/\s+/gu, ' ').trim().slice(0, TEXTO_MAX);
  return {
    ...(numbered ? { codigo: `P${numbered[2]}` } : {}),
    texto_pergunta,
    ...(options.length > 0
      ? { tipo: 'escolha' as const, respostas_definidas: withValues(options, []).map(asValues) }
      : {}),
  };
}

/** Assigns the next free value to each option that has no printed code, and therefore still has the value 0. */
function withValues(options: readonly NewOption[], before: readonly { valor: number }[]): NewOption[] {
  const taken = new Set([...before, ...options].map(({ valor }) => valor));
  return options.map((option) => {
    if (option.valor !== 0) return option;
    let valor = 1;
    while (taken.has(valor)) valor += 1;
    taken.add(valor);
    return { ...option, valor };
  });
}

/** Options that lines add to a question, without those whose words or code it already has. */
export function optionsOfLines(
  linhas: readonly string[],
  { respostas_definidas: own }: Pick<PerguntaWire, 'respostas_definidas'>,
): { novas: NewOption[]; repetidas: number } {
  const given = linhas.map((line) => {
    const { texto, valor } = optionOfLine(line);
    return { texto_resposta: texto.slice(0, OPCAO_MAX), valor: valor ?? 0, especial: specialOf(texto) };
  });
  return newOptions(given, own);
}

type Own = readonly Pick<PerguntaWire['respostas_definidas'][number], 'texto_resposta' | 'valor'>[];

function newOptions(given: readonly NewOption[], own: Own): { novas: NewOption[]; repetidas: number } {
  const words = (text: string) => text.trim().toLocaleLowerCase('pt-BR');
  const said = new Set(own.map(({ texto_resposta }) => words(texto_resposta)));
  const values = new Set(own.map(({ valor }) => valor));
  const novas = withValues(given, own).filter(({ texto_resposta, valor }) => {
    if (said.has(words(texto_resposta)) || values.has(valor)) return false;
    said.add(words(texto_resposta));
    values.add(valor);
    return true;
  });
  const room = Math.max(0, LIMITES_QUESTIONARIO.opcoes - own.length);
  return { novas: novas.slice(0, room), repetidas: given.length - Math.min(novas.length, room) };
}

/** The instruction with further words appended. */
export const instructionWith = (before: string | null, more: string): string =>
  [before, more]
    .filter((part) => part)
    .join(' ')
    .slice(0, INSTRUCAO_MAX);

/** The options of a proposal, ready to add. */
export const optionsOfProposal = (
  { opcoes }: Pick<Proposta, 'opcoes'>,
  { respostas_definidas: own }: Pick<PerguntaWire, 'respostas_definidas'>,
): NewOption[] =>
  newOptions(
    opcoes.map(({ texto, valor, especial }) => ({ texto_resposta: texto, valor, especial })),
    own,
  ).novas;
