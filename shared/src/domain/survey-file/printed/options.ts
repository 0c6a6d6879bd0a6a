/** Reads option lists by the layout (of `FORMAS`) that gives the most options with plausible codes. */
import { plainWords } from '../options/scale-words.ts';
import { LUGARES } from './conditions/skips.ts';
import { goesOn } from './line-kinds.ts';
import { beginsSpecial, isSpecialName, type OpcaoEscrita, specialsIn } from './special-words.ts';

type Estado = {
  ultimo: number | null;
  primeiro: number | null;
  quantas: number;
  desce: boolean;
  /** Number of lines of a list in columns; 0: the list has no columns. */
  altura: number;
  /** First code of a descending list; null: the list ascends. */
  topo: number | null;
  /** True if the text is a single table cell, which contains one option with any code. */
  celula: boolean;
};
type Forma = {
  nome: string;
  /** True if the codes are unmarked, and so must be plausible (`areCodes`). */
  nua: boolean;
  read: (texto: string, estado: Estado) => OpcaoEscrita[] | null;
};

const BOX = String.raw`(?:\(\s*_*\s*\)|\[\s*_*\s*\]|[☐□○◯❏❑▢⬜◻]|\|_+\|(?!_))`;
const LEADING_BOX = new RegExp(`^${BOX}`, 'u');
const BOXES = new RegExp(`${BOX}\\s*`, 'gu');
const HOLDS_WORDS = /[\p{L}\p{N}]/u;
const FRASE =
  /(?:^|[\s(])(?:a|à|ao|as|ate|até|de|do|da|e|em|entre|que|com|ou|nota|por|às|x|n[ºo.]|nº|artigo|r\$|us\$|menos de|mais de|[+<>=])$/iu;
const ALTO = 86;

const LONGO = 500;

const OUTRO = /^outr[oa]s?(?![\p{L}])/iu;

const words = (texto: string): string => texto.replace(LUGARES, ' ').trim();

function canBegin(codigo: number, behind: string, estado: Estado, nua: boolean): boolean {
  const { ultimo, primeiro, quantas, desce, topo, celula } = estado;
  if (celula) return true;
  if (ultimo === null) return codigo <= 1 || codigo === topo || !nua;
  if (codigo === ultimo + 1 || codigo === (primeiro ?? -9) + 1) return true;
  if (codigo === ultimo - 1 && (desce || quantas === 1)) return true;
  if (beginsSpecial(behind)) return true;
  if (!nua) return codigo > ultimo;
  return (codigo >= ALTO && codigo > ultimo) || (ultimo >= 7 && codigo === 0);
}

/** True if `codigo` may follow `last` in a line. @param falls whether codes may descend */
function continues(
  last: number,
  codigo: number,
  behind: string,
  { altura }: Estado,
  nua: boolean,
  falls: boolean,
): boolean {
  if (falls && !nua && codigo === last - 1) return true;
  if (codigo === last + 1 || (altura > 1 && codigo === last + altura)) return true;
  if (beginsSpecial(behind)) return true;
  return codigo > last && /^\s*\p{Lu}/u.test(behind) && (!nua || codigo >= ALTO);
}

/** True if codes may descend: the only code is above 2, or the second is one below the first. */
const fallsFrom = ([first = 0, second]: readonly number[]): boolean =>
  second === undefined ? first > 2 : second === first - 1;

function before(texto: string, form: RegExp, estado: Estado, nua: boolean): OpcaoEscrita[] | null {
  const marks = [...texto.matchAll(form)].map((hit) => ({
    codigo: Number(hit[1]),
    de: hit.index,
    ate: hit.index + hit[0].length,
  }));
  const [first] = marks;
  if (first?.de !== 0 || !canBegin(first.codigo, texto.slice(first.ate), estado, nua)) return null;
  const chosen = [first];
  for (const mark of estado.celula ? [] : marks.slice(1)) {
    const last = chosen.at(-1) ?? first;
    if (mark.de - last.ate > LONGO) break;
    const piece = words(texto.slice(last.ate, mark.de));
    if (!HOLDS_WORDS.test(piece) || FRASE.test(piece)) continue;
    const falls = fallsFrom(chosen.map(({ codigo }) => codigo));
    if (continues(last.codigo, mark.codigo, texto.slice(mark.ate), estado, nua, falls)) chosen.push(mark);
  }
  const options = chosen.map((mark, at) => ({
    texto: texto.slice(mark.ate, chosen[at + 1]?.de).trim(),
    valor: mark.codigo,
  }));
  return options.every((one) => HOLDS_WORDS.test(words(one.texto))) ? options : null;
}

function readLastCode(texto: string, form: RegExp, estado: Estado, nua: boolean): OpcaoEscrita[] | null {
  const hit = [...texto.matchAll(form)].at(-1);
  if (!hit || HOLDS_WORDS.test(words(texto.slice(hit.index + hit[0].length)))) return null;
  const piece = texto.slice(0, hit.index);
  const own = words(piece);
  if (!HOLDS_WORDS.test(own) || FRASE.test(own) || !canBegin(Number(hit[1]), own, estado, nua)) return null;
  return [
    { texto: `${piece.trim()}${texto.slice(hit.index + hit[0].length).trim()}`, valor: Number(hit[1]) },
  ];
}

/** Reads options followed by codes. For bare numbers, first tries the last number as the line's only code. */
function behind(texto: string, form: RegExp, estado: Estado, nua: boolean): OpcaoEscrita[] | null {
  const one = estado.altura > 1 ? null : readLastCode(texto, form, estado, nua);
  if (estado.celula) return readLastCode(texto, form, estado, nua);
  return nua
    ? (one ?? severalBehind(texto, form, estado, nua))
    : (severalBehind(texto, form, estado, nua) ?? one);
}

function severalBehind(texto: string, form: RegExp, estado: Estado, nua: boolean): OpcaoEscrita[] | null {
  const options: OpcaoEscrita[] = [];
  let from = 0;
  for (const hit of texto.matchAll(form)) {
    if (hit.index < from) continue;
    if (hit.index - from > LONGO) return null;
    const codigo = Number(hit[1]);
    const piece = texto.slice(from, hit.index);
    const own = words(piece);
    if (!HOLDS_WORDS.test(own) || FRASE.test(own)) continue;
    const last = options.at(-1)?.valor ?? null;
    const fits =
      last === null
        ? canBegin(codigo, own, estado, nua)
        : continues(last, codigo, ` ${own}`, estado, nua, false);
    if (!fits) continue;
    from = hit.index + hit[0].length;
    const skip = /^[\s\uE000-\uE0FF]+/u.exec(texto.slice(from))?.[0] ?? '';
    from += skip.length;
    options.push({ texto: `${piece.trim()}${skip.trim()}`, valor: codigo });
  }
  return options.length > 0 && !HOLDS_WORDS.test(words(texto.slice(from))) ? options : null;
}

const SIGNED =
  /(?<![\p{L}\p{N},./])(?:[([]\s*(?=\d{1,4}\s*[)\]]))?(\d{1,4})\s*(?:[)\]]\s*[-–—.:=]?|[-–—.:=]+(?!\d))\s*(?=\S)/gu;
const BARE = /(?<![\p{L}\p{N},.$/])(\d{1,4})\s+(?=\S)/gu;
const BEHIND = /(?<![\s.…_·|])[\s.…_·|]+(?:[-–—=:]\s*)?(\d{1,4})(?![\p{L}\p{N}%ªº°/]|[,.]\d)[.;]?/gu;
const BEHIND_BRACKETS = /(?<![\s.…_])[\s.…_]*[([]\s*(\d{1,4})\s*[)\]]/gu;
const BEHIND_LEADERS =
  /(?<![\s.…_])\s*(?=\.{3}|…|__|\.\s\.\s\.)[\s.…_]+[([]?(\d{1,4})[)\]]?(?![\p{L}\p{N}])/gu;

/** A letter with its separator: 'a)', 'A-)', '( a )', 'A –', 'a.'. */
export const LETRA = String.raw`[([]?\s?([a-zA-Z])(?:\s?[-–—.]?\s?[)\]]\s*[-–—.:]?|[.:]|\s?[-–—](?=\s|\p{Lu}))`;
const LETTER = new RegExp(String.raw`^${LETRA}\s*(\S.*)$`, 'u');
const LETTERS = /\s+(?=[([]?\s?[a-zA-Z]\s?[-–—.]?\s?[)\]]\s*\S)/u;
const place = (mark: string): number => mark.toLowerCase().charCodeAt(0) - 96;

function lettered(texto: string, { quantas }: Estado): OpcaoEscrita[] | null {
  const parts = texto.split(LETTERS);
  if (parts.length > 26) return null;
  const hits = parts.map((part) => LETTER.exec(part.trim()));
  if (hits.some((hit, at) => hit === null || place(hit[1] ?? '') !== quantas + at + 1)) return null;
  return hits.map((hit) => ({ texto: hit?.[2]?.trim() ?? '', valor: place(hit?.[1] ?? '') }));
}

/** Reads options that begin with a box. @param code reads the text between two boxes */
function readBoxed(texto: string, code: (part: string) => OpcaoEscrita | null): OpcaoEscrita[] | null {
  if (!LEADING_BOX.test(texto)) return null;
  const parts = texto
    .split(BOXES)
    .map((part) => part.trim())
    .filter((part) => HOLDS_WORDS.test(words(part)));
  const options = parts.map(code);
  return options.length > 0 && options.every((one) => one !== null) ? options : null;
}

/** Matches a number with a unit, which is no code: '( ) 2 anos'. */
const CONTADO =
  /^\d{1,4}\s+(?:anos?|dias?|m[êe]s(?:es)?|semanas?|horas?|minutos?|vez(?:es)?|pessoas?|filh[oa]s?|sal[áa]rios?|reais|km|moradores|c[ôo]modos?|ou mais|a \d|até \d)(?!\p{L})/u;

function withCodeBefore(part: string): OpcaoEscrita | null {
  if (CONTADO.test(part)) return null;
  const hit = /^[([]?(\d{1,4})[)\]]?\s*[-–—.):=]*\s+(\S.*)$|^(\d{1,4})\s*[-–—.):=]+\s*(\S.*)$/u.exec(part);
  return hit ? { texto: (hit[2] ?? hit[4] ?? '').trim(), valor: Number(hit[1] ?? hit[3]) } : null;
}
function withCodeBehind(part: string): OpcaoEscrita | null {
  if (part.length > LONGO) return null;
  const hit = /^(\S.*?)[\s.…_]*[-–—=:([]?\s*(?<![\p{L}\p{N}])(\d{1,4})[)\]]?([\s\uE000-\uE0FF]*)$/u.exec(
    part,
  );
  return hit && HOLDS_WORDS.test(hit[1] ?? '') && !FRASE.test((hit[1] ?? '').trim())
    ? { texto: `${hit[1]}${hit[3]?.trim() ?? ''}`, valor: Number(hit[2]) }
    : null;
}

const CODE_BEFORE_BOX = new RegExp(String.raw`(?=(?:^|\s)\d{1,4}\s*[-–.)]?\s*${BOX})`, 'u');
const CODE_BOX_WORDS = new RegExp(String.raw`^(\d{1,4})\s*[-–.)]?\s*${BOX}\s*(\S.*)$`, 'u');

function codesBeforeBoxes(texto: string): OpcaoEscrita[] | null {
  const hits = texto.split(CODE_BEFORE_BOX).map((part) => CODE_BOX_WORDS.exec(part.trim()));
  if (hits.some((hit) => hit === null)) return null;
  return hits.map((hit) => ({ texto: (hit?.[2] ?? '').trim(), valor: Number(hit?.[1]) }));
}

const BOX_BEHIND = new RegExp(`\\s*${BOX}[\\s\\uE000-\\uE0FF]*`, 'gu');
const ENDS_IN_BOX = new RegExp(`${BOX}[\\s\\uE000-\\uE0FF]*$`, 'u');

/** Matches a text that ends with 'Outra: ____' without a box, after options that have their boxes behind them. */
const ENDS_IN_OTHER = new RegExp(`${BOX}\\s*outr[oa]s?(?!\\p{L})[^?]{0,60}$`, 'iu');
const BOX_BEHIND_WORDS = new RegExp(`[?:]["”)]*\\s*\\p{L}[^?:]{0,80}?${BOX}`, 'u');

function boxesBehind(texto: string): OpcaoEscrita[] | null {
  if (LEADING_BOX.test(texto)) return null;
  const options: OpcaoEscrita[] = [];
  let from = 0;
  for (const hit of texto.matchAll(BOX_BEHIND)) {
    const piece = texto.slice(from, hit.index).trim();
    if (!HOLDS_WORDS.test(words(piece))) return null;
    options.push({ texto: `${piece}${(hit[0].match(LUGARES) ?? []).join('')}`, valor: null });
    from = hit.index + hit[0].length;
  }
  const rest = texto.slice(from).trim();
  // In 'Fiat ☐ Ford ☐ Outra: ____' the blank replaces the last box. 'Outros' with neither box nor blank is no option.
  if (options.length > 0 && OUTRO.test(rest) && /[:_]/u.test(rest))
    return [...options, { texto: rest, valor: null }];
  return options.length > 0 && rest === '' ? options : null;
}

export const hasBoxesBehind = (texto: string): boolean => (boxesBehind(texto)?.length ?? 0) > 1;

const BULLET = /^[•●▪◦‣·*–—-]\s+(\S.*)$/u;

/** Layouts of option lists; if two give equal results, the earlier layout counts. */
const FORMAS: readonly Forma[] = [
  { nome: 'código antes da caixa', nua: false, read: codesBeforeBoxes },
  { nome: 'caixa e código', nua: true, read: (texto) => readBoxed(texto, withCodeBefore) },
  { nome: 'caixa, código atrás', nua: true, read: (texto) => readBoxed(texto, withCodeBehind) },
  { nome: 'caixa', nua: false, read: (texto) => readBoxed(texto, (part) => ({ texto: part, valor: null })) },
  { nome: 'pontilhado', nua: false, read: (texto, estado) => behind(texto, BEHIND_LEADERS, estado, false) },
  { nome: 'código e sinal', nua: false, read: (texto, estado) => before(texto, SIGNED, estado, false) },
  {
    nome: 'parêntese atrás',
    nua: false,
    read: (texto, estado) => behind(texto, BEHIND_BRACKETS, estado, false),
  },
  { nome: 'código nu', nua: true, read: (texto, estado) => before(texto, BARE, estado, true) },
  { nome: 'código atrás', nua: true, read: (texto, estado) => behind(texto, BEHIND, estado, true) },
  { nome: 'letra', nua: false, read: lettered },
  { nome: 'caixa atrás', nua: false, read: boxesBehind },
  {
    nome: 'marcador',
    nua: false,
    read: (texto) => {
      const hit = BULLET.exec(texto);
      return hit ? [{ texto: (hit[1] ?? '').trim(), valor: null }] : null;
    },
  },
];

/** Reads a text as one option: words, and the code before or after them, if any. */
export function oneOption(text: string): OpcaoEscrita {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const front = /^[([]?\s*(\d{1,4})\s*(?:[)\]]\s*[-–—.:=]?|[-–—.:=]+|\s)\s*(\p{L}.*)$/u.exec(flat);
  if (front) return { texto: front[2] ?? '', valor: Number(front[1]) };
  const back = /^(.*\p{L}.*?)[\s.…_]*[-–—=:([]?\s*(?<![\p{L}\p{N}])(\d{1,4})[)\]]?$/u.exec(flat);
  if (back && !FRASE.test((back[1] ?? '').trim()))
    return { texto: (back[1] ?? '').trim(), valor: Number(back[2]) };
  return { texto: flat, valor: null };
}

/** True if each option has its own code, and codes below 86 (except those of 'não sabe') are consecutive. */
export function areCodes(options: readonly OpcaoEscrita[]): boolean {
  const codes = options.flatMap(({ valor }) => valor ?? []);
  if (codes.length !== options.length || new Set(codes).size !== codes.length) return false;
  const plain = options
    .filter(({ texto, valor }) => !isSpecialName(words(texto)) && (valor ?? 0) < ALTO)
    .flatMap(({ valor }) => valor ?? [])
    .sort((a, b) => a - b);
  return plain.every((code, at) => at === 0 || code === (plain[at - 1] ?? 0) + 1);
}

export type LinhaDeLista = {
  texto: string;
  celulas: readonly string[];
  fim: boolean;
  tabela: boolean;
  /** True for a line with a blank, which can contain no options except codes of 'não sabe'. */
  campo: boolean;
};

export type Lista = {
  forma: string;
  opcoes: OpcaoEscrita[];
  inicio: number;
  /** Indices of later lines that do not belong to the list. */
  fora: number[];
};

const CODE_CELL = /^[([]?\s*\d{1,4}\s*[)\]]?[.)–-]?$/u;
const BOX_CELL = new RegExp(`^${BOX}$`, 'u');

/** Joins each cell that has only a code or box to the cell with its words. */
function piecesOf(cells: readonly string[]): string[] {
  const codes = cells.map((cell) => CODE_CELL.test(cell) || BOX_CELL.test(cell));
  if (!codes.includes(true)) return [...cells];
  const pieces: string[] = [];
  const front = codes[0] === true;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? '';
    const next = cells[at + 1];
    const joins = next !== undefined && codes[at] === front && codes[at + 1] === !front;
    pieces.push(joins ? `${cell} ${next}` : cell);
    if (joins) at += 1;
  }
  return pieces;
}

function readLine(forma: Forma, { texto, celulas }: LinhaDeLista, estado: Estado): OpcaoEscrita[] | null {
  const whole = forma.read(texto, estado);
  if (celulas.length < 2) return whole;
  const options: OpcaoEscrita[] = [];
  for (const piece of piecesOf(celulas)) {
    const read = forma.read(piece, { ...estado, quantas: estado.quantas + options.length, celula: true });
    if (!read) return whole;
    options.push(...read);
  }
  // The whole line counts if it gives more options than the cells, because a cell may contain several options.
  return whole && whole.length > options.length ? whole : options;
}

/** Matches a text that continues in the next line. */
const PENDENTE =
  /(?:^|\s)(?:a|o|as|os|de|do|da|dos|das|e|ou|com|para|por|em|no|na|nos|nas|que|um|uma|ao|à|pelo|pela|sem|até)$|[,;(-]$/iu;

function goesOnWith(last: string, previous: LinhaDeLista | undefined, texto: string): boolean {
  if (previous?.tabela) return false;
  return (
    goesOn(texto) ||
    /^\((?!\p{Lu}|\d)/u.test(texto) ||
    (previous?.fim === false && PENDENTE.test(words(last)))
  );
}

/**
 * Reads short, distinct lines without codes or marks ('Sim', 'Não') as options.
 * @returns null for fewer than two lines, or if one looks unlike an option
 */
export function readUnmarked(lines: readonly LinhaDeLista[]): Lista | null {
  const fits = lines.every(
    ({ texto }) =>
      words(texto).length <= 45 && /^[\p{Lu}\d“"]/u.test(texto) && !/[?:!]$|\.\s*$|_{2}|\|/u.test(texto),
  );
  const names = new Set(lines.map(({ texto }) => plainWords(texto)));
  if (lines.length < 2 || !fits || names.size < lines.length) return null;
  const opcoes = lines.map(({ texto }) => ({ texto, valor: null }));
  return { forma: 'sem sinal', opcoes, inicio: 0, fora: [] };
}

const FIRST_SKIP = /^\s*[\uE000-\uE0FF]\s*/u;

/** Moves a skip at a line's beginning to `option`, which is changed in place. @returns the rest of the line */
function withoutSkipOf(
  option: OpcaoEscrita | undefined,
  line: LinhaDeLista,
  previous: LinhaDeLista | undefined,
): LinhaDeLista {
  const skip = FIRST_SKIP.exec(line.texto)?.[0];
  const isIts =
    skip && option && !previous?.fim && !previous?.tabela && !/[\uE000-\uE0FF]/u.test(option.texto);
  const texto = line.texto.slice(skip?.length);
  if (!isIts || !HOLDS_WORDS.test(words(texto))) return line;
  option.texto = `${option.texto} ${skip.trim()}`;
  return { ...line, texto, celulas: line.celulas.length < 2 ? [texto] : line.celulas };
}

type Tentativa = Lista & { nota: number };

function attempt(
  forma: Forma,
  lines: readonly LinhaDeLista[],
  altura: number,
  topo: number | null = null,
): Tentativa | null {
  const opcoes: OpcaoEscrita[] = [];
  const fora: number[] = [];
  let inicio = -1;
  let continued = 0;
  let last = -1;
  const estado: Estado = {
    ultimo: null,
    primeiro: null,
    quantas: 0,
    desce: false,
    altura,
    topo,
    celula: false,
  };
  for (const [at, whole] of lines.entries()) {
    const begun = opcoes.length > 0;
    const before = opcoes.at(-1);
    const line = last === at - 1 ? withoutSkipOf(before, whole, lines[at - 1]) : whole;
    if (before && !HOLDS_WORDS.test(words(line.texto))) {
      before.texto = `${before.texto} ${line.texto}`;
      last = at;
      continue;
    }
    const read = line.campo ? null : readLine(forma, line, estado);
    const own = read ?? (begun ? readSpecialLine(line.texto) : null);
    if (own) {
      if (inicio < 0) inicio = at;
      opcoes.push(...own);
      const code = own.findLast(({ valor }) => valor !== null)?.valor ?? estado.ultimo;
      estado.desce = code !== null && estado.ultimo !== null && code === estado.ultimo - 1;
      estado.ultimo = code;
      estado.primeiro = own[0]?.valor ?? estado.primeiro;
      estado.quantas = opcoes.length;
      last = at;
      continue;
    }
    if (!begun) continue;
    const option = opcoes.at(-1);
    if (
      option &&
      last === at - 1 &&
      option.texto.length < 500 &&
      goesOnWith(option.texto, lines[at - 1], line.texto)
    ) {
      option.texto = `${option.texto} ${line.texto}`;
      continued += 1;
      last = at;
    } else if (!line.campo) fora.push(at);
  }
  if (inicio < 0) return null;
  const coded = areCodes(opcoes);
  if (forma.nua && !coded) return null;
  const distinct = new Set(opcoes.map(({ valor }) => valor)).size;
  if (opcoes.every(({ valor }) => valor !== null) && distinct < opcoes.length) return null;
  const nota = opcoes.length * (coded ? 3 : 2) - fora.length * 2.5 - continued * 0.5;
  return { forma: forma.nome, opcoes, inicio, fora, nota };
}

/** Reads codes of 'não sabe', or 'Outro: ____', from a line that does not fit the list's layout. */
function readSpecialLine(texto: string): OpcaoEscrita[] | null {
  const { especiais, resto } = specialsIn(texto);
  if (especiais.length > 0 && !HOLDS_WORDS.test(words(resto))) {
    const skips = (texto.match(LUGARES) ?? []).join('');
    return especiais.map((one, at) =>
      at === especiais.length - 1 ? { ...one, texto: `${one.texto}${skips}` } : one,
    );
  }
  if (isSpecialName(words(texto))) return [{ texto, valor: null }];
  return OUTRO.test(texto) && texto.length <= 80 ? [{ texto, valor: null }] : null;
}

const weight = (opcoes: readonly OpcaoEscrita[]): number =>
  opcoes.reduce((sum, { valor }) => sum + (valor === null ? 2 : 3), 0);
const UMA = 3;

/** Number of a question's first lines in which a list broken by the page may begin. */
const INICIOS = 6;

function rejoinParagraphs(lines: readonly LinhaDeLista[]): LinhaDeLista[] {
  const all: LinhaDeLista[] = [];
  let open = false;
  for (const line of lines) {
    const last = all.at(-1);
    if (last && open && !line.tabela && !line.campo && last.texto.length < 1500) {
      last.texto = `${last.texto} ${line.texto}`;
      last.celulas = [last.texto];
    } else all.push({ ...line });
    open = !line.fim && !line.tabela && !line.campo;
  }
  return all;
}

type CodigoEm = (texto: string) => number;
const codeBefore: CodigoEm = (texto) => Number(/^[([]?\s*(\d{1,3})(?!\d)/u.exec(texto)?.[1] ?? -1);
const lastBehind: CodigoEm = (texto) =>
  Number(/(?<=[\s(.…_])(\d{1,3})[\s)\uE000-\uE0FF]*$/u.exec(texto)?.[1] ?? -1);
const firstBehind: CodigoEm = (texto) => {
  const hit = /\d+/u.exec(texto);
  const front = texto.slice(0, hit?.index);
  return hit && hit[0].length <= 3 && /[\s(.…_]$/u.test(front) && /\p{L}/u.test(front) ? Number(hit[0]) : -1;
};

/** Counts the lines of a list in columns: the successive lines whose first codes are 1, 2, 3 and so on. */
function heightOf(lines: readonly LinhaDeLista[], codeIn: CodigoEm): number {
  let height = 0;
  for (const { texto } of lines) {
    const code = codeIn(texto);
    if (code === height + 1) height += 1;
    else if (height > 0) break;
  }
  return height;
}
/** First code of successive lines whose codes descend to 1 or 0; null: there are no such lines. */
function topOf(lines: readonly LinhaDeLista[], codeIn: CodigoEm): number | null {
  let top: number | null = null;
  let last = -1;
  for (const { texto } of lines) {
    const code = codeIn(texto);
    if (top !== null && code === last - 1) last = code;
    else if (top === null || last > 1) [top, last] = code > 2 ? [code, code] : [null, -1];
    if (top !== null && last <= 1) return top;
  }
  return null;
}

/** Reads the option list in a question's lines, which may begin with the question's words. */
export function readList(lines: readonly LinhaDeLista[]): Lista | null {
  const heights = [heightOf(lines, codeBefore), heightOf(lines, firstBehind)].filter((one) => one > 1);
  const tops = [topOf(lines, codeBefore), topOf(lines, lastBehind)].filter((one) => one !== null);
  let best: Tentativa | null = null;
  for (const forma of FORMAS) {
    const shapes = forma.nua
      ? [
          ...[0, ...heights].map((altura) => ({ altura, topo: null })),
          ...tops.map((topo) => ({ altura: 0, topo })),
        ]
      : [{ altura: 0, topo: null }];
    for (const { altura, topo } of shapes) {
      const one = attempt(forma, lines, altura, topo);
      if (one && one.opcoes.length >= 2 && (!best || one.nota > best.nota + 0.01)) best = one;
    }
  }
  for (const forma of lines.some(({ fim }) => !fim) ? FORMAS.slice(0, 11) : []) {
    // Tries the lines where options may begin from the last to the first, to keep question words out of options.
    for (let from = Math.min(lines.length - 1, INICIOS) - 1; from >= 0; from -= 1) {
      const one = attempt(forma, [...lines.slice(0, from), ...rejoinParagraphs(lines.slice(from))], 0);
      const more = one && weight(one.opcoes) > (best ? weight(best.opcoes) : UMA);
      if (one && more && one.inicio === from && one.fora.length === 0) best = { ...one, inicio: from };
    }
  }
  if (!best) {
    // A single option needs a layout with boxes or marked codes, and the code 0, 1 or none.
    for (const forma of FORMAS.slice(0, 7)) {
      const one = attempt(forma, lines, 0);
      if (one && (one.opcoes[0]?.valor ?? 0) <= 1 && (!best || one.nota > best.nota)) best = one;
    }
  }
  if (!best) return null;
  const { nota: _, ...lista } = best;
  return { ...lista, opcoes: withoutLetters(sortByCode(lista.opcoes)) };
}

/** Removes letters before options that also have codes: 'a) Rádio .... 1'. */
function withoutLetters(opcoes: readonly OpcaoEscrita[]): OpcaoEscrita[] {
  const hits = opcoes.map(({ texto }) => LETTER.exec(texto));
  const count = hits.every(
    (hit, at) =>
      (hit !== null && place(hit[1] ?? '') === at + 1) || isSpecialName(words(opcoes[at]?.texto ?? '')),
  );
  if (!count || hits.filter((hit) => hit !== null).length < 2) return [...opcoes];
  return opcoes.map((one, at) => ({ ...one, texto: hits[at]?.[2] ?? one.texto }));
}

function sortByCode(opcoes: readonly OpcaoEscrita[]): OpcaoEscrita[] {
  const codes = opcoes.map(({ valor }) => valor ?? -1);
  const falls = codes.filter((code, at) => at > 0 && code < (codes[at - 1] ?? 0)).length;
  if (!areCodes(opcoes) || falls === 0 || falls === codes.length - 1) return [...opcoes];
  return opcoes.toSorted((a, b) => (a.valor ?? 0) - (b.valor ?? 0));
}

const BEFORE_BOX = new RegExp(`[?:.)\\s]\\s*(?=${BOX}\\s*\\p{L})`, 'u');

/** Splits a text such as 'Mora aqui? ( ) Sim ( ) Não' into question and options. */
export function splitOptions(texto: string): { antes: string; opcoes: string } | null {
  const box = BEFORE_BOX.exec(texto);
  const boxes = [...texto.matchAll(BOXES)].length;
  // A final box means that boxes follow their options: 'Sexo: Masculino ☐ Feminino ☐'.
  const behind = ENDS_IN_BOX.test(texto) || (ENDS_IN_OTHER.test(texto) && BOX_BEHIND_WORDS.test(texto));
  const parts = behind ? /[?:]\s*$/u : boxes >= 2 ? /$/u : /[?:.)]\s*$/u;
  const cuts = [
    ...(box && parts.test(texto.slice(0, box.index + 1)) ? [box.index + box[0].length] : []),
    ...cutsAt(texto, /\?/gu).slice(-2),
    ...cutsAt(texto, /\?["”)]*(?:\s*[([][^()[\]]*[)\]])+/gu),
    ...cutsAt(texto, /:/gu),
  ];
  // A cut without '?' or ':' needs at least two options after it.
  const unparted = [...cutsAt(texto, /[)\]]/gu), ...cutsAt(texto, /\s(?=[01]\s*[-–.)=]*\s+\p{Lu})/gu)];
  for (const [at, cut] of [...cuts, ...unparted].entries()) {
    const opcoes = texto
      .slice(cut)
      .replace(/^[\s–—-]+/u, '')
      .trim();
    if (opcoes === '' || !HOLDS_WORDS.test(opcoes)) continue;
    const first = /^(?:[([]\s*[01aA]\s*[)\]]|[01aA]\s*[-–.)=])\s*\S/u.test(opcoes);
    const line = { texto: opcoes, celulas: [opcoes], fim: true, tabela: false, campo: false };
    const list = readList([line]);
    if (list && (list.opcoes.length >= 2 || (at < cuts.length && (first || LEADING_BOX.test(opcoes)))))
      return { antes: texto.slice(0, cut).trim(), opcoes };
  }
  return null;
}
const cutsAt = (texto: string, sign: RegExp): number[] =>
  [...texto.matchAll(sign)].slice(0, CORTES).map((hit) => hit.index + hit[0].length);
const CORTES = 12;
