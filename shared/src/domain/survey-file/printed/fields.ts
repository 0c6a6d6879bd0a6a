/** Reads handwritten fields (number, day, words), numbers of a scale, and units. */
import { plainWords, scaleOf } from '../options/scale-words.ts';
import { type OpcaoEscrita, specialsIn } from './special-words.ts';

const DIGITS = /\|\s*_|\[_+\]|[‘'’]_+[’'‘]|\|__|(?:\|\s*){3,}/u;
const BLANK = /_{2,}|\.{4,}|…{2,}/u;
const DAY_FIELD =
  /_\s*\/\s*_+\s*\/\s*_|dd\s*\/\s*mm|\|\s*_+\s*\|?\s*\/\s*(?:\|\s*_+\s*)+\|?\s*\/|\[_+\]\s*\/\s*\[_+\]/iu;
const MARKS = /(?:\|\s*_*\s*)+\||\[_+\]|[‘'’]_+[’'‘]|_{2,}|\.{3,}|…+|\/|[([]\s*[)\]]/gu;

export type Campo = {
  digitos: boolean;
  linha: boolean;
  data: boolean;
  palavras: string;
  especiais: OpcaoEscrita[];
};

const CALLED =
  /^[\s([]*(?:R(?:ESPOSTA)?(?!\$)|ANOT(?:E|AR)|REGISTR(?:E|AR)|NOTA|DATA|VALOR|TOTAL|N[ÚU]MERO|QUANTIDADE)\s*[:.)]?\s*/iu;

/** The field to write in that a text contains; null: none. */
export function fieldOf(text: string): Campo | null {
  if (!DIGITS.test(text) && !BLANK.test(text) && !DAY_FIELD.test(text)) return null;
  const { especiais, resto } = specialsIn(text);
  return {
    digitos: DIGITS.test(text),
    linha: BLANK.test(text),
    data: DAY_FIELD.test(text),
    palavras: resto.replace(MARKS, ' ').replace(CALLED, '').replace(/\s+/gu, ' ').trim(),
    especiais,
  };
}

/** A box or bracketed code before words: an option, even with a field after the words. */
const OPCAO = /^(?:\(\s*\)|\[\s*\]|[☐□○]|[([]\s*\d{1,3}\s*[)\]])\s*(?:\d{1,4}\s*[-–.)]*\s*)?\p{L}{3}/u;

/** An empty box after its words: 'Fiat ☐ Ford ☐ Outra: ____'. */
const CAIXA_ATRAS = /\p{L}{2}\s*(?:\(\s*\)|\[\s*\]|[☐□○])/u;

/** True if a line is only a field to write in. */
export function isFieldLine(text: string): boolean {
  const field = OPCAO.test(text.trim()) || CAIXA_ATRAS.test(text) ? null : fieldOf(text);
  if (
    !field ||
    (/\p{L}/u.test(field.palavras) && /[.…_]\s*[([]?\d{1,4}[)\]]?[\s\uE000-\uE0FF]*$/u.test(text))
  )
    return false;
  const words = field.palavras.replace(/^[([]|[)\]]$/gu, '');
  return words.length <= 24 && !/^outr[oa]s?\b/iu.test(words) && !/^\d/u.test(text.trim());
}

export type Escala = { minimo: number; maximo: number; especiais: OpcaoEscrita[] };

/** A scale's numbers to tick in a line: '0 1 2 3 99 NS/NR'. */
export function scaleNumbers(text: string): Escala | null {
  const flat = text.replace(/[()[\]|☐□○]/gu, ' ');
  const first = /(?<![\p{L}\p{N},.])0?[01](?=[\s.…_–—-]+\d)/u.exec(flat);
  if (!first) return null;
  const minimo = Number(first[0]);
  let end = first.index + first[0].length;
  let maximo = minimo;
  for (;;) {
    const next = /^[\s.…_–—-]+(\d{1,2})(?![\p{L}\p{N}]|[,.]\d)/u.exec(flat.slice(end));
    if (!next || Number(next[1]) !== maximo + 1) break;
    maximo += 1;
    end += next[0].length;
  }
  if (maximo - minimo < 2) return null;
  const left = flat.slice(0, first.index).trim();
  const { especiais, resto } = specialsIn(flat.slice(end));
  const right = resto.trim();
  // Words at both ends name the ends of a scale; words only on the left suggest a battery's row.
  if (/\d/u.test(right) || (left !== '' && right === '' && maximo - minimo < 4)) return null;
  return left.length + right.length > 90 || /\?/u.test(left + right) ? null : { minimo, maximo, especiais };
}

/** A scale's ends in capitals or brackets: 'NOTA DE 0 A 10'. */
export function scaleInNote(text: string): { minimo: number; maximo: number } | null {
  const named = scaleOf(text);
  if (named) return named;
  const hit = /(?:^|[(\s])(0|1)\s*(?:a|até|-|–)\s*(\d{1,3})(?=[\s).]|$)/iu.exec(text);
  const [minimo, maximo] = [Number(hit?.[1]), Number(hit?.[2])];
  return hit && [3, 4, 5, 6, 7, 10, 100].includes(maximo) ? { minimo, maximo } : null;
}

/** Units of number questions, by words; null: no unit. */
const UNIDADES: readonly (readonly [RegExp, string | null])[] = [
  [/\bem que ano\b|\bano de nascimento\b|\bqual (?:e )?o ano\b/, null],
  [/\b(?:que|qual) (?:e |o )?(?:o )?dia do mes\b|\bdia do (?:mes|vencimento|pagamento)\b/, null],
  [/\bquantos anos\b|\bidade\b|\bem anos\b/, 'anos'],
  [/\bquantas pessoas\b|\bquantos moradores\b/, 'pessoas'],
  [/\bquant[oa]s filh[oa]s\b/, 'filhos'],
  [/\bem reais\b|\bquantos reais\b|\br \d|\br$/, 'reais'],
  [/\bquantos minutos\b|\bem minutos\b/, 'minutos'],
  [/\bquantas horas\b|\bem horas\b/, 'horas'],
  [/\bquantos dias\b|\bem dias\b/, 'dias'],
  [/\bquantas semanas\b|\bem semanas\b/, 'semanas'],
  [/\bquantos meses\b|\bem meses\b/, 'meses'],
  [/\bquantas vezes\b/, 'vezes'],
  [/\bquantos (?:quilometros|km)\b|\bem (?:quilometros|km)\b/, 'km'],
  [/\bquantos (?:quilos|kg)\b|\bem (?:quilos|kg)\b/, 'kg'],
  [/\bquantos comodos\b/, 'cômodos'],
  [/\bquant[oa]s\b/, null],
];
/** Units by words of probable number questions; a field or note must confirm them. */
const TALVEZ: readonly (readonly [RegExp, string | null])[] = [
  [
    /\b(?:qual (?:e |foi |era |seria )?(?:[oa] )?(?:seu |sua )?|quanto .*)(?:valor|renda|salario|preco|gasto|despesa|custo|mensalidade|aluguel|rendimento)\b/,
    'reais',
  ],
  [
    /\bquanto .*\b(?:paga|pagou|gasta|gastou|ganha|ganhou|recebe|recebeu|custa|custou|pagaria|gastaria)\b/,
    'reais',
  ],
  [/\b(?:valor|renda|salario|preco|rendimento|gasto|aluguel)\b/, 'reais'],
  [/\b(?:peso|quanto pesa)\b/, 'kg'],
  [/\baltura\b/, null],
  [/\b(?:ha|por|durante) quanto tempo\b|\bquanto tempo\b/, null],
  [
    /\bquanto\b|\bnumero de\b|\bquantidade\b|\bporcentagem\b|\bpercentual\b|\bdistancia\b|\bque nota\b|\bqual nota\b|\bqual a nota\b/,
    null,
  ],
  [/\b(?:que|qual) dia\b|\bem que mes\b/, null],
];
const DATA =
  /\bdata (?:de|do|da|em)\b|\bem que data\b|\bqual (?:e |foi )?a data\b|\b(?:que|qual) dia (?:o senhor |a senhora |voce |o a senhor a )?(?:nasceu|foi|esteve|aconteceu|ocorreu|comecou)\b|\bem que dia\b|\bque dia\b|\bquando (?:o senhor |a senhora |voce |o a senhor a )?nasceu\b/;
const HORA_DO_DIA = /\bque horas?\b|\bqual (?:e |o |seu |foi )*horario\b/;
const DIA_DO_MES = /\bdia do (?:mes|vencimento|pagamento)\b/;

const NOMES: Record<string, string> = {
  ano: 'anos',
  anos: 'anos',
  dia: 'dias',
  dias: 'dias',
  mes: 'meses',
  meses: 'meses',
  hora: 'horas',
  horas: 'horas',
  minuto: 'minutos',
  minutos: 'minutos',
  semanas: 'semanas',
  pessoa: 'pessoas',
  pessoas: 'pessoas',
  moradores: 'pessoas',
  filhos: 'filhos',
  vezes: 'vezes',
  reais: 'reais',
  r: 'reais',
  km: 'km',
  quilometros: 'km',
  kg: 'kg',
  quilos: 'kg',
  comodos: 'cômodos',
  criancas: 'crianças',
  carros: 'carros',
  litros: 'litros',
};
/** The unit beside a field ('|__|__| anos', 'R$ ____'). */
export function unitBeside(words: string): string | null {
  for (const word of plainWords(words).split(' ')) if (NOMES[word]) return NOMES[word] ?? null;
  return null;
}

export type Medida = { tipo: 'numero'; unidade: string | null } | { tipo: 'data' } | null;

/**
 * Measure of the answers to a question without options; null: free text.
 * @param asked words read aloud
 * @param notes notes for the interviewer
 */
export function measureOf(asked: string, notes: string, campo: Campo | null): Medida {
  const words = plainWords(asked);
  // A time of day needs free text.
  if (HORA_DO_DIA.test(words) && !/\bquantas horas\b/.test(words)) return null;
  const told = plainWords(notes);
  const beside = campo ? unitBeside(campo.palavras) : null;
  if (campo?.data) return { tipo: 'data' };
  const ofMonth = DIA_DO_MES.test(words) || /\bdia do mes\b/.test(told);
  if (!ofMonth && DATA.test(words) && !campo?.digitos && !/\bquantos dias\b/.test(words))
    return { tipo: 'data' };
  const sure = UNIDADES.find(([form]) => form.test(words));
  if (sure) return { tipo: 'numero', unidade: sure[1] ?? beside };
  const noted = UNIDADES.find(([form]) => form.test(told));
  if (noted || /\bnumero\b|\bdia do mes\b/.test(told))
    return { tipo: 'numero', unidade: noted?.[1] ?? beside };
  const perhaps = TALVEZ.find(([form]) => form.test(words));
  if (beside !== null) return { tipo: 'numero', unidade: beside };
  if (perhaps && (campo?.digitos || /r\$/iu.test(`${asked} ${campo?.palavras ?? ''}`)))
    return { tipo: 'numero', unidade: perhaps[1] };
  return null;
}
