/** Analyses a recording's name: words and numbers, and which numbers are days, hours or phones. */

const EXTENSAO =
  /\.(?:mp3|wav|wave|ogg|oga|opus|m4a|m4b|aac|webm|flac|wma|amr|3gp|3gpp|aif|aiff|caf|mp4|mov|gsm|ulaw|alaw|dss|ds2|weba)$/iu;

export const isAudioName = (name: string): boolean => EXTENSAO.test(name.trim());

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The decoded file name of a URL: from the path, or from a parameter if only the parameter names an audio file. */
export function fileOfAddress(name: string): string {
  if (!/^[a-z]+:\/\//iu.test(name)) return name;
  const [address = '', query = ''] = name.replace(/#.*$/u, '').split(/\?(.*)/su);
  const path = decoded(address.replace(/^[a-z]+:\/\/[^/]*/iu, ''));
  if (isAudioName(path)) return path;
  const named = query.split('&').map((one) => decoded(one.replace(/^[^=]*=/u, '').replaceAll('+', ' ')));
  return named.find(isAudioName) ?? path;
}

/** Drops case, accents and typographic variants ('º' becomes 'o'). */
export const plainName = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export const runsOf = (text: string): string[] => plainName(text).match(/\d+|\p{L}+/gu) ?? [];
export const withoutZeros = (run: string): string => run.replace(/(?<!\d)0+(?=\d)/gu, '');

/** Folders, outermost first, and the file name without extension. */
export function pathOf(path: string): { pastas: string[]; base: string } {
  const parts = path.split(/[/\\]/u).filter((part) => part !== '' && part !== '.');
  let base = parts.pop() ?? '';
  while (EXTENSAO.test(base) && base.replace(EXTENSAO, '') !== '') base = base.replace(EXTENSAO, '');
  return { pastas: parts, base };
}

/** `ano`: null if the text states no year. */
export type Dia = { dia: number; mes: number; ano: number | null };

/** Reason why a number is no identifier. 'talvez': perhaps an incomplete date, or a counter. */
export type Disfarce = 'data' | 'hora' | 'telefone' | 'talvez';

export type Ficha = {
  /** Normalised letters, or a number without leading zeros. */
  texto: string;
  bruto: string;
  numero: boolean;
  presaAntes: boolean;
  presaDepois: boolean;
  entreParenteses: boolean;
  disfarce: Disfarce | null;
};

/** The last eight digits, and area code if given. */
export type Telefone = { ddd: string | null; fim: string };

export type Leitura = { fichas: Ficha[]; dias: Dia[]; telefones: Telefone[] };

const MESES = [
  'janeiro|jan',
  'fevereiro|fev',
  'marco|mar',
  'abril|abr',
  'maio|mai',
  'junho|jun',
  'julho|jul',
  'agosto|ago',
  'setembro|set',
  'outubro|out',
  'novembro|nov',
  'dezembro|dez',
];

type Trecho = { inicio: number; fim: number; disfarce: Disfarce };

const valid = (dia: number, mes: number, ano: number | null): boolean => {
  if (ano !== null && (ano < 1990 || ano > 2049)) return false;
  const at = new Date(Date.UTC(ano ?? 2000, mes - 1, dia));
  return mes >= 1 && mes <= 12 && dia >= 1 && at.getUTCMonth() === mes - 1 && at.getUTCDate() === dia;
};
const century = (ano: string): number => (ano.length === 2 ? 2000 + Number(ano) : Number(ano));

type Forma = { form: RegExp; read: (hit: RegExpExecArray) => Dia[]; disfarce?: Disfarce };
const dayOf = (dia?: string, mes?: string, ano?: string): Dia[] => {
  const one = { dia: Number(dia), mes: Number(mes), ano: ano === undefined ? null : century(ano) };
  return valid(one.dia, one.mes, one.ano) ? [one] : [];
};
/** Keeps only days in likely years of recordings, because six digits with a two-digit year are often an identifier. */
const recent = (dias: Dia[]): Dia[] => dias.filter(({ ano }) => ano !== null && ano >= 2018 && ano <= 2035);
const TIME = '(?:[01]\\d|2[0-3])[-_.: h]?[0-5]\\d(?:[-_.: m]?[0-5]\\d)?s?';

/** Ways to write a day, most certain first; each part of the text matches only one way. */
const FORMAS: readonly Forma[] = [
  // Examples: 20261116140533, 2026-11-16 14-05-33, 2026-11-16T14:05
  {
    form: new RegExp(`(?<!\\d)(\\d{4})([-_. /]?)(\\d{2})\\2(\\d{2})(?:[-_t ]{0,3}${TIME})?(?!\\d)`, 'gu'),
    read: ([, ano, , mes, dia]) => dayOf(dia, mes, ano),
  },
  {
    form: /(?<![\p{L}\d])(\d{1,2})([-_. /])(\d{1,2})\2(\d{4})(?!\d)/gu,
    read: ([, dia, , mes, ano]) => dayOf(dia, mes, ano),
  },
  {
    form: /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/gu,
    read: ([, dia, mes, ano]) => dayOf(dia, mes, ano),
  },
  {
    form: new RegExp(
      `(?<![\\p{L}\\d])(\\d{1,2})o?[-_. ]*(?:de[-_. ]+)?(${MESES.join('|')})(?!\\p{L})(?:[-_. /]*(?:de[-_. ]+)?(\\d{4}|\\d{2})(?!\\d))?`,
      'gu',
    ),
    read: ([, dia, mes = '', ano]) =>
      dayOf(dia, String(MESES.findIndex((names) => names.split('|').includes(mes)) + 1), ano),
  },
  {
    form: /(?<![\p{L}\d])(\d{1,2})([-_. /])(\d{1,2})\2(\d{2})(?!\d)/gu,
    read: ([, a, , b, c]) => [...dayOf(a, b, c), ...(a?.length === 2 ? recent(dayOf(c, b, a)) : [])],
  },
  {
    form: /(?<!\d)(\d{2})(\d{2})(\d{2})(?!\d)/gu,
    read: ([, a, b, c]) => recent([...dayOf(a, b, c), ...dayOf(c, b, a)]),
  },
  {
    form: /(?<![\p{L}\d])(\d{1,2})([-./])(\d{1,2})(?!\d|[-./]\d)/gu,
    read: ([, dia, , mes]) => (dia?.length === 2 && mes?.length === 2 ? dayOf(dia, mes) : []),
    disfarce: 'talvez',
  },
  {
    form: /(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d|\/)/gu,
    read: ([, dia, mes]) => dayOf(dia, mes),
    disfarce: 'talvez',
  },
];

function daysAndHours(text: string): { dias: Dia[]; trechos: Trecho[] } {
  const dias: Dia[] = [];
  const trechos: Trecho[] = [];
  const free = (inicio: number, fim: number) =>
    trechos.every((one) => fim <= one.inicio || inicio >= one.fim);
  const after: number[] = [];
  for (const { form, read, disfarce = 'data' } of FORMAS) {
    form.lastIndex = 0;
    for (let hit = form.exec(text); hit; hit = form.exec(text)) {
      const [inicio, fim] = [hit.index, hit.index + hit[0].length];
      const found = free(inicio, fim) ? read(hit) : [];
      if (found.length === 0) {
        form.lastIndex = inicio + 1;
        continue;
      }
      dias.push(...found);
      trechos.push({ inicio, fim, disfarce });
      if (disfarce === 'data') after.push(fim);
    }
  }
  const mark = (form: RegExp, disfarce: Disfarce, from = 0) => {
    for (const hit of text.slice(from).matchAll(form)) {
      const inicio = from + hit.index;
      const fim = inicio + hit[0].length;
      if (free(inicio, fim)) trechos.push({ inicio, fim, disfarce });
    }
  };
  for (const from of after) {
    // Four digits after a day may be a counter.
    mark(/^[-_ .]{0,3}\d{4}(?!\d)/gu, 'talvez', from);
    mark(new RegExp(`^[-_ .t]{0,3}(?:as[-_ .])?${TIME}(?!\\d)`, 'gu'), 'hora', from);
  }
  mark(/(?<![\p{L}\d])(?:[01]?\d|2[0-3])h(?:[0-5]\d)?(?:m|min)?(?![\p{L}\d])/gu, 'hora');
  mark(/(?<!\d)(?:[01]\d|2[0-3])([-_.:])[0-5]\d\1[0-5]\d(?!\d)/gu, 'hora');
  mark(/(?<!\d)(?:[01]\d|2[0-3]):[0-5]\d(?!\d)/gu, 'hora');
  mark(/(?<!\d)(?:199\d|20[0-4]\d)(?!\d)/gu, 'talvez');
  return { dias, trechos };
}

/** A phone with or without country, area, ninth digit and separators. */
const TELEFONE =
  /(?<!\d)(?:\+?(55)[ ._-]{0,2})?(?:\(?0?(?:\d{2}(?=\d{10,11}(?!\d)))?([1-9][1-9])\)?[ ._-]{0,3})?(9[ ._-]?)?(\d{4})[ ._-]?(\d{4})(?!\d)/gu;

/** Reads a name or part of it: a folder, a cell. */
export function readName(text: string): Leitura {
  const plain = plainName(text);
  const { dias, trechos } = daysAndHours(plain);
  const telefones: Telefone[] = [];
  for (const hit of plain.matchAll(TELEFONE)) {
    const [inicio, fim] = [hit.index, hit.index + hit[0].length];
    const [, pais, ddd, nono, meio = '', resto = ''] = hit;
    const isDay = trechos.some((one) => one.disfarce !== 'talvez' && inicio < one.fim && fim > one.inicio);
    if (isDay) continue;
    // In '55 98765-4321' alone, 55 may be Brazil's country code or Santa Maria's area code.
    telefones.push({ ddd: ddd ?? pais ?? null, fim: meio + resto });
    if (ddd !== undefined || nono !== undefined) trechos.push({ inicio, fim, disfarce: 'telefone' });
  }
  const hits = [...plain.matchAll(/\d+|\p{L}+/gu)];
  const fichas = hits.map((hit, index): Ficha => {
    const inicio = hit.index;
    const fim = inicio + hit[0].length;
    const numero = /^\d/u.test(hit[0]);
    const before = hits[index - 1];
    // Of overlapping readings, the more certain is kept.
    const over = trechos.filter((one) => inicio < one.fim && fim > one.inicio);
    const sure = over.find(({ disfarce }) => disfarce !== 'talvez') ?? over[0];
    return {
      texto: withoutZeros(hit[0]),
      bruto: hit[0],
      numero,
      presaAntes: before !== undefined && before.index + before[0].length === inicio,
      presaDepois: hits[index + 1]?.index === fim,
      entreParenteses: /[([]\s*$/u.test(plain.slice(0, inicio)) && /^\s*[)\]]/u.test(plain.slice(fim)),
      disfarce: sure?.disfarce ?? null,
    };
  });
  return { fichas, dias, telefones };
}

export function readPhones(celula: string): Telefone[] {
  return celula.split(/[/;,|\n]|\s(?:e|ou)\s/u).flatMap((part): Telefone[] => {
    const digits = part.replace(/\.0+$/u, '').replace(/\D/gu, '').replace(/^0+/u, '');
    const own = digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits;
    if (own.length === 8 || (own.length === 9 && own.startsWith('9')))
      return [{ ddd: null, fim: own.slice(-8) }];
    if (own.length !== 10 && own.length !== 11) return [];
    return [{ ddd: own.slice(0, 2), fim: own.slice(-8) }];
  });
}

/** True if two days may be equal; a missing year matches any. */
export const isSameDay = (a: Dia, b: Dia): boolean =>
  a.dia === b.dia && a.mes === b.mes && (a.ano === null || b.ano === null || a.ano === b.ano);
