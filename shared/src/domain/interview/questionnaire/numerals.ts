const UNITS: Record<string, number> = {
  zero: 0,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
};
const TEENS: Record<string, number> = {
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  quatorze: 14,
  catorze: 14,
  quinze: 15,
  dezesseis: 16,
  dezessete: 17,
  dezoito: 18,
  dezenove: 19,
};
const TENS: Record<string, number> = {
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
};
const HUNDREDS: Record<string, number> = {
  cem: 100,
  cento: 100,
  duzentos: 200,
  duzentas: 200,
  trezentos: 300,
  trezentas: 300,
  quatrocentos: 400,
  quatrocentas: 400,
  quinhentos: 500,
  quinhentas: 500,
  seiscentos: 600,
  seiscentas: 600,
  setecentos: 700,
  setecentas: 700,
  oitocentos: 800,
  oitocentas: 800,
  novecentos: 900,
  novecentas: 900,
};
const SCALES: Record<string, number> = { mil: 1_000, milhao: 1_000_000, milhoes: 1_000_000 };

/** Words that may be articles, so that a single 'um' is not read as a number. */
const ARTICLES: ReadonlySet<string> = new Set(['um', 'uma']);

type Numeral = { value: number; length: number };

function readGroup(words: readonly string[], from: number): Numeral | null {
  let value = 0;
  let next = from;
  // A number's parts descend in size, each size occurs once, and 'e' joins them.
  let room: 1000 | 100 | 10 | 1 = 1000;
  while (room > 1) {
    const joined = next > from;
    const at = joined && words[next] === 'e' ? next + 1 : next;
    if (joined && at === next) break;
    const word = words[at] ?? '';
    const hundred = HUNDREDS[word];
    const ten = TENS[word];
    const teen = TEENS[word];
    const unit = UNITS[word];
    if (hundred !== undefined && room === 1000) {
      value += hundred;
      room = 100;
    } else if (ten !== undefined && room >= 100) {
      value += ten;
      room = 10;
    } else if (teen !== undefined && room >= 100) {
      value += teen;
      room = 1;
    } else if (unit !== undefined && (unit > 0 || !joined)) {
      value += unit;
      room = 1;
    } else break;
    next = at + 1;
  }
  return next > from ? { value, length: next - from } : null;
}

/**
 * The number at `from` in normalised words ('42', 'mil e duzentos', 'meia dúzia'). 'um' and 'uma' alone count only with
 * `articles`.
 */
export function readNumeral(words: readonly string[], from: number, articles = false): Numeral | null {
  const first = words[from] ?? '';
  if (/^\d{1,12}$/.test(first)) {
    const scale = SCALES[words[from + 1] ?? ''];
    return scale ? { value: Number(first) * scale, length: 2 } : { value: Number(first), length: 1 };
  }
  if (first === 'meia' && words[from + 1] === 'duzia') return { value: 6, length: 2 };
  let total = 0;
  let next = from;
  let last = Number.POSITIVE_INFINITY;
  for (;;) {
    const joined = next > from;
    const at = joined && words[next] === 'e' ? next + 1 : next;
    const group = readGroup(words, at);
    const afterGroup = group ? at + group.length : at;
    const scale = SCALES[words[afterGroup] ?? ''];
    if (scale !== undefined && scale < last && (group !== null || (scale === 1_000 && at === next))) {
      total += (group?.value ?? 1) * scale;
      next = afterGroup + 1;
      last = scale;
      continue;
    }
    // Only words after a scale word ('mil') continue its number: 'mil e duzentos', 'mil duzentos'.
    if (group && (!joined || last < Number.POSITIVE_INFINITY)) {
      total += group.value;
      next = afterGroup;
    }
    break;
  }
  const length = next - from;
  if (length === 0 || (length === 1 && ARTICLES.has(first) && !articles)) return null;
  return { value: total, length };
}
