const DAY_MS = 86_400_000;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Greatest serial read as a duration, not as an early date of 1900. */
const LONGEST = 60;

/** Built-in formats, of which a file states only the number (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Record<number, string> = {
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};
for (const id of [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]) BUILT_IN[id] = 'yyyy/m/d';
for (const id of [32, 33, 34, 35, 55, 56]) BUILT_IN[id] = 'h:mm:ss';

export type Formato =
  | { tipo: 'numero' | 'momento' | 'hora' | 'porcento' }
  | { tipo: 'zeros'; digitos: number };
const NUMERO: Formato = { tipo: 'numero' };

function classify(code: string): Formato {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/giu, '')
    .split(';');
  const bare = first.trim();
  if (/^(?:general|standard|geral|padrão|@|)$/iu.test(bare)) return NUMERO;
  if (/^0{2,}$/.test(bare)) return { tipo: 'zeros', digitos: bare.length };
  if (bare.endsWith('%')) return { tipo: 'porcento' };
  const letters = bare.replace(/am\/pm|a\/p/giu, 'h');
  if (/[0#?]/.test(letters.replace(/s\.0+/giu, 's'))) return NUMERO;
  if (/[dya]/iu.test(letters)) return { tipo: 'momento' };
  if (/[hs]/iu.test(letters)) return { tipo: 'hora' };
  return /m/iu.test(letters) ? { tipo: 'momento' } : NUMERO;
}

const known = new Map<string | number, Formato>();

/** Meaning of a cell's format. @param format text, or number of a built-in format */
export function formatOf(format: string | number | undefined): Formato {
  if (format === undefined) return NUMERO;
  const found = known.get(format);
  if (found) return found;
  const code = typeof format === 'string' ? format : BUILT_IN[format];
  const made = code === undefined ? NUMERO : classify(code);
  known.set(format, made);
  return made;
}

/** Forms of a date: usual for people ('pessoas'), unambiguous for programs ('leitura'). */
export type Modo = 'pessoas' | 'leitura';

const two = (n: number): string => String(n).padStart(2, '0');

/** HH:mm, with seconds if they are not 0, or for programs. Hours of durations may exceed 24. */
const clock = (seconds: number, modo: Modo): string => {
  const rest = seconds % 60;
  const all = rest > 0 || modo === 'leitura';
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${all ? `:${two(rest)}` : ''}`;
};

/** Writes a moment: dd/mm/aaaa for people, with the time if there is one. @param ms since 1970, in local time */
export function shownMoment(ms: number, modo: Modo = 'pessoas'): string {
  const date = new Date(Math.round(ms / 1000) * 1000);
  const [y, m, d] = [
    String(date.getUTCFullYear()).padStart(4, '0'),
    two(date.getUTCMonth() + 1),
    two(date.getUTCDate()),
  ];
  const day = modo === 'leitura' ? `${y}-${m}-${d}` : `${d}/${m}/${y}`;
  const seconds = date.getUTCHours() * 3600 + date.getUTCMinutes() * 60 + date.getUTCSeconds();
  return seconds === 0 ? day : `${day} ${clock(seconds, modo)}`;
}

/** Converts days since the sheet's first day. Excel counts 29 February 1900, which did not exist. */
function shownSerial(serial: number, from1904: boolean, modo: Modo): string {
  const begin = from1904
    ? Date.UTC(1904, 0, 1)
    : serial < 60
      ? Date.UTC(1899, 11, 31)
      : Date.UTC(1899, 11, 30);
  return shownMoment(begin + serial * DAY_MS, modo);
}

/** Writes a number without exponent or thousands separators, with a decimal comma and fifteen digits, like sheets. */
export function shownNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value)) return BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const plain = String(rounded);
  const digits = plain.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : plain;
  return digits.replace('.', ',');
}

export function shownCell(value: number, formato: Formato, from1904 = false, modo: Modo = 'pessoas'): string {
  switch (formato.tipo) {
    case 'zeros':
      return Number.isInteger(value) && value >= 0
        ? shownNumber(value).padStart(Math.min(formato.digitos, 30), '0')
        : shownNumber(value);
    case 'porcento':
      return `${shownNumber(Number((value * 100).toPrecision(12)))}%`;
    case 'momento':
    case 'hora':
      if (value < 0 || value > LAST_DAY) return shownNumber(value);
      if (formato.tipo === 'hora' ? value < LONGEST : value < 1)
        return clock(Math.round(value * 86_400), modo);
      return shownSerial(value, from1904, modo);
    default:
      return shownNumber(value);
  }
}
