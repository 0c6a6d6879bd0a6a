/** Finds traces of misreading in texts: codes, options glued to a question, field marks. */

import { isCodes, isSpecialCode } from '../../interview/questionnaire/typed-codes.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import { scaleOf } from '../options/scale-words.ts';
import type { OpcaoLida, PerguntaLida } from './read-questionnaire.ts';

const alone = (words: readonly string[], flags = 'gu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, flags);

const INSTRUCAO = alone([
  ...[
    'ANOT(?:E|AR)',
    'LE(?:R|IA)',
    'MOSTR(?:E|AR)',
    'RODIZI(?:E|AR)',
    'ENCERR(?:E|AR)',
    'AGRADE[ÇC](?:A|ER)',
  ],
  ...['ESPONT[ÂA]NEA', 'ESTIMULADA', 'RESPOSTA [ÚU]NICA', 'M[ÚU]LTIPLA', 'RU', 'RM', 'ASSINATURA'],
]);
const PULO = alone([
  ...['(?:IR|V[ÁA]|SIGA|PASSE|SALTE)\\s+(?:PARA|PRA|P/)', 'PUL(?:E|AR?)', '[Pp]ul(?:e|ar) (?:para|p/)'],
]);
const SETA = /->|=>|→|⇒|➔|»/gu;
const NS_NR =
  /(?<![\p{L}\p{N}])NS\s*[/-]\s*NR(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])N[SR](?![\p{L}\p{N}]|\s*\d)/gu;
/** 99 and similar codes of special answers, but not in '99 %', '99 anos' or 'de 18 a 99'. */
const CODIGO_ESPECIAL = new RegExp(
  '(?<![\\p{L}\\p{N}$,.]|(?:\\b(?:a|e|até|de|entre)|R\\$)\\s)(?:9[789]|99[789]|9999|88|888)' +
    '(?![\\p{N},]|\\.\\d|\\s*(?:%|\\p{Ll}))',
  'gu',
);
const PONTILHADO = /\.{4,}|…{2,}|[.…]{2,}\s*\d|_{2,}/gu;
const LACUNA = /(?:\|\s*_*\s*)+\|/gu;
/**
 * Square brackets; round brackets if empty or with number or capitals, but not '(SUS)' (a name) or '(a)' (an ending).
 */
const COLCHETE = new RegExp(
  [
    '\\[[^\\]]*\\]',
    '[([]\\s*[_\\d\\s–—-]*\\s*[)\\]]',
    '\\([\\s–—-]*(?:\\p{Lu}{6,}|\\p{Lu}[\\p{Lu}\\d.,;:/–—-]*(?:\\s+[\\p{Lu}\\d.,;:/<>=–—-]+)+)\\s*\\)',
  ].join('|'),
  'gu',
);
const SIGLAS = /^\(\s*\p{Lu}{2,5}(?:\s*[,/]\s*\p{Lu}{2,5}|\s+E\s+\p{Lu}{2,5})*\s*\)$/u;

const MARCAS = [LACUNA, PONTILHADO, COLCHETE, SETA, PULO, INSTRUCAO, NS_NR, CODIGO_ESPECIAL] as const;

function marksIn(texto: string): string[] {
  const found = MARCAS.flatMap((form) => [...texto.matchAll(form)].map(([hit]) => hit.trim()));
  return [...new Set(found)].filter((one) => one !== '' && !SIGLAS.test(one));
}

/** True if three successive numbers rise by one ('boa 1 regular 2 ruim 3'): a list's codes. */
function holdsCodes(texto: string): boolean {
  const numbers = [...texto.matchAll(/(?<![\p{L}\p{N},.])\d{1,3}(?![\p{N}ºª%]|[,.]\d)/gu)].map(([hit]) =>
    Number(hit),
  );
  return numbers.some((one, at) => numbers[at + 1] === one + 1 && numbers[at + 2] === one + 2);
}

/** Words between two numbers of a range, not codes: '1 a 2', 'de 3 ou 4'. */
const ENTRE_NUMEROS = /^(?:a|até|e|ou|de|do|da|nota|ponto)$/iu;

/**
 * True if a text lists options with codes: two successive numbers ('Sim 1 Não 2'), even with other numbers between them
 * ('1 16 a 24 anos 2 25 a 34 anos 3').
 */
function listsOptions(texto: string): boolean {
  const numbers = [...texto.matchAll(/(?<![\p{L}\p{N},.])\d{1,3}(?![\p{N}ºª%]|[,.]\d)/gu)].map((hit) => ({
    value: Number(hit[0]),
    from: hit.index,
    to: hit.index + hit[0].length,
  }));
  const next = (at: number): number =>
    numbers.findIndex(({ value, from }, later) => {
      const one = numbers[at];
      if (!one || later <= at || value !== one.value + 1) return false;
      const words = texto.slice(one.to, from).match(/\p{L}{2,}/gu) ?? [];
      return words.some((word) => !ENTRE_NUMEROS.test(word));
    });
  return numbers.some((_, at) => {
    const second = next(at);
    return second === at + 1 || (second > at && next(second) > second);
  });
}

/** Sentences read aloud after a question: the scale's meaning, how to answer. */
const EXPLICACAO = new RegExp(
  '^(?:considere|pense|por favor|pode|responda|diga|d[êe]|use|cite|sendo|onde|em que|o?\\s?zero|o?\\s?um|' +
    'lembr\\p{Ll}+|mais algum\\p{Ll})(?![\\p{L}\\p{N}])[^?]{0,230}[.!]$',
  'iu',
);
/** The next question's beginning, glued to the text: '4. Como avalia'. */
const OUTRA_PERGUNTA = /\d{1,3}\s*[.):–—-]+\s*\p{Lu}/u;

/** Text after a question's '?' that is not read aloud; without '?', the whole text if it lists codes; else ''. */
export function tailOf(texto: string): string {
  const first = texto.indexOf('?');
  if (first < 0) return holdsCodes(texto) || listsOptions(texto) ? texto.trim() : '';
  const behind = texto.slice(first + 1);
  if (OUTRA_PERGUNTA.test(behind) || listsOptions(behind)) return behind.trim();
  const tail = texto
    .slice(texto.lastIndexOf('?') + 1)
    .replace(/^[\s)"”'»\].!…,;:–—-]+/u, '')
    .trim();
  if (tail === '' || /^[(]?\p{Ll}[^()\d]*\)\.?$/u.test(tail)) return '';
  const explains = EXPLICACAO.test(tail) && !holdsCodes(tail) && marksIn(tail).length === 0;
  return explains ? '' : tail;
}

/**
 * True if options stand in a question's text instead of its list. After a numeric question, several numbers in the text
 * also count ('16 a 24 25 a 34').
 */
export function hasOptionsInText({ tipo, texto, opcoes }: PerguntaLida): boolean {
  const tail = tailOf(texto);
  if (tail === '' || opcoes.length > 1) return false;
  if (tipo === 'escala' && scaleOf(texto.slice(0, texto.length - tail.length)) !== null) return false;
  const numbers = (tail.match(/(?<!\d)\d{1,3}(?!\d)/gu) ?? []).filter((one) => !isSpecialCode(one));
  return listsOptions(tail) || ((tipo === 'numero' || tipo === 'data') && numbers.length > 1);
}

/** Field marks in a question's text before its tail (`tailOf`). */
export function marksOfQuestion({ texto }: Pick<PerguntaLida, 'texto'>): string[] {
  const tail = tailOf(texto);
  return marksIn(tail === '' ? texto : texto.slice(0, texto.length - tail.length));
}

/** Field marks in an option's text. The usual name of 'não sabe' is no field mark. */
export function marksOfOption({ texto, especial }: OpcaoLida): string[] {
  const glued = /\d{1,3}\s*[.):–—-]+\s*\p{Lu}[^?]*\?/u.exec(texto)?.[0];
  const marks = marksIn(texto).filter(
    (mark) => (especial !== 'nao_sabe' && especial !== 'recusa') || !/^N[SR]/u.test(mark),
  );
  return glued === undefined ? marks : [...marks, glued];
}

/** Words that make the number before them a quantity, not a code: '2 Salários mínimos'. */
const UNIDADE = new RegExp(
  `^(?:${[
    ...[
      'sal[áa]rios?',
      's\\.?m',
      'vez(?:es)?',
      'pessoas?',
      'horas?',
      'anos?',
      'dias?',
      'm[êe]s(?:es)?',
      'semanas?',
    ],
    ...[
      'minutos?',
      'filh[oa]s?',
      'reais',
      'km',
      'quil[ôo]metros?',
      'moradores',
      'c[ôo]modos?',
      'carros?',
      'motos?',
    ],
  ].join('|')})(?![\\p{L}])`,
  'iu',
);
const NOME_ESPECIAL =
  /^(?:ns|nr|n[ãa]o (?:sabe|sei|respond|quis|lembra)|outr[oa]s?|recus|prefer|nenhum)(?:\p{Ll}*)/iu;
/** Words after which a number continues the phrase and is no code: 'até 2', 'mais de 3'. */
const FRASE = /(?:^|\s)(?:a|à|ao|ate|até|de|do|da|e|em|entre|que|com|ou|nota|n[ºo.]|r\$)$/iu;

const leadingCode = (texto: string): number | null => {
  const marked = /^[([]?\s*(\d{1,3})\s*[)\]]?\s*[-–—.):=|]+\s*(?![ºª])\p{L}/u.exec(texto);
  if (marked) return Number(marked[1]);
  const bare = /^(\d{1,3})\s+(\S.*)$/su.exec(texto);
  if (!bare) return null;
  const [, code = '', rest = ''] = bare;
  if (NOME_ESPECIAL.test(rest)) return Number(code);
  return /^\p{Lu}/u.test(rest) && !UNIDADE.test(rest) ? Number(code) : null;
};

const TRAILING = /^(.*\p{L}[\p{L})!]*)[\s.…_|]*\s(\d{1,3})$/su;

/**
 * Codes inside option texts, by option: before the words ('1 Menos de seis meses'), after them ('Muito boa 1'), or
 * alone.
 */
export function codesInOptions(opcoes: readonly OpcaoLida[]): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  const trailing: { place: number; rest: string; code: number }[] = [];
  const digits = opcoes.map(({ texto }) => /^\d{1,3}$/u.test(texto.trim()));
  const numbered = opcoes.every(({ especial }, place) => especial !== null || digits[place]);
  for (const [place, opcao] of opcoes.entries()) {
    const texto = opcao.texto.trim();
    const leading = leadingCode(texto);
    if (leading !== null) codes.set(place, leading);
    else if (digits[place] && !numbered) codes.set(place, Number(texto));
    const behind = TRAILING.exec(texto);
    if (!behind) continue;
    const [, rest = '', code = ''] = behind;
    if (NOME_ESPECIAL.test(rest)) codes.set(place, Number(code));
    else if (!FRASE.test(rest)) trailing.push({ place, rest: normaliseQuote(rest), code: Number(code) });
  }
  // Numbers after equal names ('Linha 1', 'Linha 2') are no codes; after different names ('Boa 1', 'Ruim 2') they are.
  const names = new Set(trailing.map(({ rest }) => rest));
  if (trailing.length > 1 && names.size === trailing.length) {
    for (const { place, code } of trailing) codes.set(place, code);
  }
  return codes;
}

/** True if a text question's cell suggests options: it is a number, or stands in the question's tail (`tailOf`). */
export function isDoubtfulText({ tipo, texto }: PerguntaLida, celula: string): boolean {
  if (tipo !== 'texto') return false;
  const cell = celula.trim();
  if (/^\d{1,3}(?:[.,]\d{1,2})?$/u.test(cell) || isCodes(cell)) return true;
  const words = normaliseQuote(cell);
  return words !== '' && ` ${normaliseQuote(tailOf(texto))} `.includes(` ${words} `);
}
