/** Converts a question's options into form values, and form values into the request's body. */
import type { createPergunta, PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import {
  OPCOES_ESPECIAIS,
  type OpcaoEspecial,
  type TipoPergunta,
} from '@escuta/shared/domain/interview/comparison/compare-answer';
import {
  isExclusive,
  LIMITES_REGRAS,
  optionRulesOf,
} from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { specialOf } from '@escuta/shared/domain/survey-file/columns/field-marks';
import { z } from 'zod';
import type { CallInput } from '../../../lib/network/api.ts';

export interface OptionValues {
  /** Id of a saved option; '' for a new one. */
  opcaoId: string;
  texto_resposta: string;
  valor: string;
  /** Synonyms of the option, separated by commas. */
  sinonimos: string;
  especial: OpcaoEspecial | '';
  exclusiva: boolean;
  fixa: boolean;
  encerra: boolean;
  /** Number of the option's block; '' for none. */
  bloco: string;
}

/** A new option without text or rules, with the value `valor`. */
export const emptyOption = (valor: number): OptionValues => ({
  opcaoId: '',
  texto_resposta: '',
  valor: String(valor),
  sinonimos: '',
  especial: '',
  exclusiva: false,
  fixa: false,
  encerra: false,
  bloco: '',
});

/** Initial options of a question with options (specification 2, §9). */
export const seededOptions = (): OptionValues[] => [emptyOption(1), emptyOption(2)];

/** The highest value of common options plus one. If a special option has this value: the highest of all plus one. */
export function nextValue(opcoes: readonly Pick<OptionValues, 'valor' | 'especial'>[]): number {
  const highest = (list: typeof opcoes): number =>
    list.reduce((top, { valor }) => Math.max(top, optionValue(valor)), 0);
  const next = highest(opcoes.filter(({ especial }) => especial === '')) + 1;
  return opcoes.some(({ valor }) => optionValue(valor) === next) ? highest(opcoes) + 1 : next;
}

/** An option's value: a whole number, 0 if none was typed (specification 2, §5). */
export function optionValue(text: string): number {
  const value = Number.parseInt(text.trim(), 10);
  return Number.isNaN(value) ? 0 : value;
}

/** Synonyms in a typed text: the words between commas, trimmed, without repetitions. */
export function synonymsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
}

/** Form values of a saved option. */
export function optionValues(opcao: PerguntaWire['respostas_definidas'][number]): OptionValues {
  const { exclusiva, fixa, encerra, bloco } = opcao.regras ?? {};
  return {
    opcaoId: opcao.id,
    texto_resposta: opcao.texto_resposta,
    valor: String(opcao.valor),
    sinonimos: opcao.sinonimos.join(', '),
    especial: opcao.especial ?? '',
    exclusiva: exclusiva === true,
    fixa: fixa === true,
    encerra: encerra === true,
    bloco: bloco === undefined ? '' : String(bloco),
  };
}

export const optionSchema = z.object({
  opcaoId: z.string(),
  texto_resposta: z.string(),
  valor: z.string(),
  sinonimos: z.string(),
  especial: z.union([z.enum(OPCOES_ESPECIAIS), z.literal('')]),
  exclusiva: z.boolean(),
  fixa: z.boolean(),
  encerra: z.boolean(),
  bloco: z.string(),
});

const INTEIRO_MAX = 2_147_483_647;

/** Errors of an option, each with its field. */
export function optionFaults(opcao: OptionValues): [keyof OptionValues, string][] {
  const faults: [keyof OptionValues, string][] = [];
  if (opcao.texto_resposta.trim() === '') faults.push(['texto_resposta', 'Escreva o texto da opção.']);
  if (Math.abs(optionValue(opcao.valor)) > INTEIRO_MAX) faults.push(['valor', 'Use um valor menor.']);
  if (synonymsOf(opcao.sinonimos).length > LIMITES_QUESTIONARIO.sinonimos)
    faults.push(['sinonimos', `Use no máximo ${LIMITES_QUESTIONARIO.sinonimos} sinônimos.`]);
  return faults;
}

type SentOption = NonNullable<CallInput<typeof createPergunta>['body']['respostas_definidas']>[number];

/** The options to send, without rules that cannot apply, such as 'exclusive' in a single choice. */
export function optionsOf(
  opcoes: readonly OptionValues[],
  { tipo, rodizio }: { tipo: TipoPergunta; rodizio: string },
): SentOption[] {
  return opcoes.map((opcao, index) => {
    const especial = opcao.especial || null;
    const bloco = Number(opcao.bloco);
    const exclusiva = tipo === 'multipla' && opcao.exclusiva && !isExclusive({ especial });
    return {
      ...(opcao.opcaoId ? { id: opcao.opcaoId } : {}),
      texto_resposta: opcao.texto_resposta.trim(),
      valor: optionValue(opcao.valor),
      ordem: index + 1,
      sinonimos: synonymsOf(opcao.sinonimos),
      especial,
      regras: optionRulesOf({
        ...(exclusiva ? { exclusiva } : {}),
        ...(opcao.encerra ? { encerra: true } : {}),
        ...(rodizio !== '' && opcao.fixa ? { fixa: true } : {}),
        ...(rodizio !== '' && bloco >= 1 && bloco <= LIMITES_REGRAS.blocos ? { bloco } : {}),
      }),
    };
  });
}

/** Rules suggested by an option's words: its kind, whether it excludes others, whether it stays last in a rotation. */
export function suggestedBy(texto: string): Partial<Pick<OptionValues, 'especial' | 'exclusiva' | 'fixa'>> {
  const especial = specialOf(texto);
  if (especial) return { especial, fixa: true };
  const alone = /^\s*(?:nenhum|nada(?!\p{L})|não (?:tem|tenho|usa|uso|possui|possuo) nenhum)/iu.test(texto);
  return alone ? { exclusiva: true, fixa: true } : {};
}

interface Line {
  texto: string;
  valor: number | null;
  /** True if only spaces precede the number at the line's end, so that it may belong to the words ('Fundamental 2'). */
  loose: boolean;
}

function readLine(line: string): Line {
  const plain = line
    .replace(/^\s*(?:\(\s*\)|\[\s*\]|[☐□○•·*–—-])\s*/u, '')
    .replace(/\s*(?:->|→).*$/u, '')
    .trim();
  const before = /^[([]?(\d{1,4})[)\]]?\s*(?:[-–—.):=]\s*|\s+(?=\p{Lu}))(\S.*)$/u.exec(plain);
  if (before) return { texto: before[2] ?? '', valor: Number(before[1]), loose: false };
  const letter = /^\(?\s*([a-z])\s*\)\s*(\S.*)$/iu.exec(plain);
  if (letter) {
    const place = (letter[1] ?? '').toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
    return { texto: letter[2] ?? '', valor: place, loose: false };
  }
  const behind = /^(.*?\p{L}.*?)(\s*(?:…+|[.…_]{2,})\s*|\t+\s*|\s+)[([]?(\d{1,4})[)\]]?$/u.exec(plain);
  if (behind && !/(?:^|\s)(?:a|até|de|e|ou|mais de|menos de)$/iu.test(behind[1] ?? ''))
    return {
      texto: (behind[1] ?? '').trim(),
      valor: Number(behind[3]),
      loose: /^ +$/u.test(behind[2] ?? ''),
    };
  return { texto: plain, valor: null, loose: false };
}

/** Splits a line into an option's words and printed value: '1 - Boa', 'a) Boa', 'Boa ..... 1', '( ) 1 Boa'. */
export function optionOfLine(line: string): { texto: string; valor: number | null } {
  const { texto, valor } = readLine(line);
  return { texto, valor };
}

/** Lines of a pasted list; empty for a single line, which is pasted as plain text. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/u).flatMap((line) => line.trim() || []);
  return lines.length < 2 ? [] : lines;
}

/** Options read from a pasted list. Options without a printed value get the free values from `next` on. */
export function optionsOfList(text: string, next: number): OptionValues[] {
  const lines = linesOf(text).slice(0, LIMITES_QUESTIONARIO.opcoes);
  const read = lines.map(readLine);
  const allCoded = read.every(({ valor }) => valor !== null);
  const kept = read.map((one, index): Line => {
    const ofWords = one.loose && !allCoded && specialOf(one.texto) === null;
    return ofWords ? { texto: lines[index] ?? '', valor: null, loose: false } : one;
  });
  const taken = new Set(kept.flatMap(({ valor }) => valor ?? []));
  let free = next;
  return kept.map(({ texto, valor }) => {
    while (valor === null && taken.has(free)) free += 1;
    const own = valor ?? free;
    if (valor === null) free += 1;
    return { ...emptyOption(own), texto_resposta: texto.slice(0, 500), ...suggestedBy(texto) };
  });
}
