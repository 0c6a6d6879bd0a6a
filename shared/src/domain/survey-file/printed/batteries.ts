/** Reads batteries in lines: statements with codes, boxes or fields, under column names. */
import { fieldOf } from './fields.ts';
import { type ItemDeBateria, itemOf } from './grid.ts';
import { areCodes, LETRA, type LinhaDeLista, oneOption, readList } from './options.ts';
import type { OpcaoEscrita } from './special-words.ts';

const MARK = String.raw`(?:[([]\s*\d{0,3}\s*[)\]]|[☐□○◯]|(?<![\p{L}\p{N}])\d{1,3}(?![\p{L}\p{N}%]))`;
const ROW = new RegExp(String.raw`^(.*?\p{L}[^☐□○◯]*?)[\s.…_]+(${MARK}(?:\s*${MARK})+)\s*$`, 'u');

const ALTO = 86;
const LONGA = 400;

export const SEM_NOME =
  'A pergunta é uma linha de bateria, e o conteúdo das colunas não está indicado: confira.';

type Fila = { texto: string; codigos: (number | null)[] };

/** Reads a statement with its codes or boxes; null: another line. */
export function rowOf(texto: string): Fila | null {
  if (texto.length > LONGA) return null;
  const hit = ROW.exec(texto);
  if (!hit) return null;
  const marks = hit[2]?.match(new RegExp(MARK, 'gu')) ?? [];
  const codigos = marks.map((mark) => {
    const digits = /\d+/u.exec(mark)?.[0];
    return digits === undefined ? null : Number(digits);
  });
  const numbers = codigos.filter((one) => one !== null);
  if (numbers.length > 0 && numbers.length < codigos.length) return null;
  if (numbers.length > 0) {
    const plain = numbers.filter((one) => one < ALTO);
    const [first = ALTO] = plain;
    const steps = plain.slice(1).map((one, at) => one - (plain[at] ?? 0));
    // Codes of 'não sabe' come last, in any order.
    const ends = numbers.slice(plain.length).every((one) => one >= ALTO);
    const rises =
      first <= 1 &&
      steps.every((step) => step > 0) &&
      steps.filter((step) => step === 1).length * 2 >= steps.length;
    const falls = steps.length > 0 && steps.every((step) => step === -1);
    if (!ends || plain.length === 0 || (!rises && !falls)) return null;
  }
  const words = (hit[1] ?? '').replace(/[\s.…_–—-]+$/u, '').trim();
  return /(?:^|\s)(?:de|a|até|e|ou|entre|nota)$/iu.test(words) ? null : { texto: words, codigos };
}

export type Bateria = {
  opcoes: OpcaoEscrita[];
  escala: { minimo: number; maximo: number } | null;
  itens: (ItemDeBateria & { linhas: number[] })[];
  cabecalho: number[];
  /** Number of lines before the battery. */
  inicio: number;
  aviso: string | null;
};

const sameCodes = (a: readonly (number | null)[], b: readonly (number | null)[]): boolean =>
  a.length === b.length && a.every((code, at) => code === b[at]);

/** 'Muito boa Boa Não sabe' gives three names. */
const byCapitals = (text: string): string[] =>
  /\p{Ll}/u.test(text) ? text.split(/\s+(?=\p{Lu})/u) : text.split(/\s+/u);

/** Column names in a line, one per code or box: before codes, in cells, or split at capitals. */
export function columnNames(line: LinhaDeLista, codes: readonly (number | null)[]): OpcaoEscrita[] | null {
  const numbers = codes.filter((one) => one !== null);
  const list = readList([line]);
  if (list && list.fora.length === 0 && list.opcoes.length === codes.length) {
    if (numbers.length === 0) return list.opcoes;
    // A list is sorted by code, but columns keep their printed order, such as 99 before 97.
    const own = codes.flatMap((code) => list.opcoes.find(({ valor }) => valor === code) ?? []);
    if (own.length === codes.length) return own;
  }
  const cells = line.celulas.length > 1 ? line.celulas : line.texto.split(/\s*[|;]\s*|\s+\/\s+/u);
  // It is unclear which name belongs to which code if the numbers of cells and codes differ.
  const parted = line.celulas.length > 1 ? [] : byCapitals(line.texto);
  const labels = [cells, cells.slice(1), parted].find((one) => one.length === codes.length);
  if (!labels?.every((one) => /\p{L}/u.test(one))) return null;
  return labels.map((one, at) => {
    const { texto, valor } = oneOption(one);
    return { texto, valor: codes[at] ?? valor };
  });
}

/** True if a line between column names and first row begins that row's statement. */
const beginsStatement = ({ texto, celulas }: LinhaDeLista): boolean =>
  celulas.length < 2 && (/^\S{1,4}[).]/u.test(texto) || (/^\p{Lu}/u.test(texto) && /\p{Ll}/u.test(texto)));

/** Joins column names over two lines: by cells if both lines have equally many cells, else by codes. */
function joinedNames(higher: LinhaDeLista, above: LinhaDeLista): LinhaDeLista {
  const [cells, below] = [higher.celulas, above.celulas];
  const celulas =
    cells.length === below.length ? cells.map((cell, at) => `${cell} ${below[at] ?? ''}`) : ['', ''];
  return { ...above, texto: `${higher.texto} ${above.texto}`, celulas };
}

/**
 * The battery in a question's lines.
 * @param lines the lines after the first
 */
export function readBattery(lines: readonly LinhaDeLista[], origins: readonly number[]): Bateria | null {
  const rows = lines.map(({ texto }) => rowOf(texto));
  const first = rows.findIndex((row) => row !== null);
  if (first < 0) return null;
  const codes = rows[first]?.codigos ?? [];
  const own = rows.map((row) => (row && sameCodes(row.codigos, codes) ? row : null));
  const count = own.filter((row) => row !== null).length;
  const rising = codes.every((code, at) => at === 0 || (code !== null && code === (codes[0] ?? 0) + at));
  const [above, higher] = [lines[first - 1], lines[first - 2]];
  const joined = above && higher && joinedNames(higher, above);
  const alike = above && higher && above.celulas.length > 1 && higher.celulas.length === above.celulas.length;
  const named = [
    { places: [first - 2, first - 1], line: alike ? joined : undefined },
    { places: [first - 1], line: above },
    { places: [first - 2, first - 1], line: joined },
    { places: [first - 2], line: above && beginsStatement(above) ? higher : undefined },
  ].flatMap(({ places, line }) => {
    const opcoes = line ? columnNames(line, codes) : null;
    return opcoes ? [{ places, opcoes }] : [];
  })[0];
  // A single row without column names is probably a scale or an option.
  if (count < 2 && !named) return null;
  const itens: Bateria['itens'] = [];
  let pending: number[] = [];
  for (let at = first; at < lines.length; at += 1) {
    const row = own[at];
    if (!row) {
      pending.push(at);
      continue;
    }
    // A statement over several lines ends at its codes.
    const begun = pending.filter((one) => one > (itens.at(-1)?.linhas.at(-1) ?? first - 1));
    const text = [...begun.map((one) => lines[one]?.texto ?? ''), row.texto].join(' ');
    itens.push({ ...itemOf(text), origem: origins[at] ?? 0, linhas: [...begun, at] });
    pending = [];
  }
  if (named) {
    const { opcoes, places } = named;
    return { opcoes, escala: null, itens, cabecalho: places, inicio: places[0] ?? first, aviso: null };
  }
  if (rising && codes.length >= 5 && (codes[0] ?? 9) <= 1) {
    const minimo = codes[0] ?? 0;
    return {
      opcoes: [],
      escala: { minimo, maximo: minimo + codes.length - 1 },
      itens,
      cabecalho: [],
      inicio: first,
      aviso: null,
    };
  }
  // Numbers without names are no options, because their comparison with speech would accuse wrongly.
  return { opcoes: [], escala: null, itens, cabecalho: [], inicio: first, aviso: SEM_NOME };
}

const LETTERED = new RegExp(String.raw`^${LETRA}\s*\p{L}`, 'u');
const FIELD_ITEM = new RegExp(String.raw`^(?:${LETRA}|\d{1,3}\.\d{1,2}|[•●▪–—-])\s*\p{L}`, 'u');

/** A ranked place as a field's label: '1º lugar: ____'. */
const ORDINAL =
  /^[([]?(\d{1,2})\s?[ºª°]\)?\s*(?:(?:lugar|op[çc][ãa]o|men[çc][ãa]o|escolha|resposta|coloca\p{L}+|motivo|problema)\s*)?[:.)–-]?\s*(?=[|_.…[])/iu;

/** Fields of statements ('a) Atendimento |__|__|'); null: fewer than two. `ordem`: a ranked place ('1º lugar ____'). */
export function readFields(
  lines: readonly LinhaDeLista[],
  origins: readonly number[],
): (Bateria['itens'][number] & { ordem: boolean })[] | null {
  const itens = lines.flatMap(({ texto }, at) => {
    const place = { origem: origins[at] ?? 0, linhas: [at] };
    const ordinal = ORDINAL.exec(texto);
    const words = texto.replace(/[\s.…]*(?:\|\s*_|\[_|_{2,}|\.{4,}|…{2,}|[‘'’]_).*$/u, '').trim();
    if (ordinal && fieldOf(texto)) {
      // In a sheet, this field's column is named by its position, as in 'P2.1'; 0 stands for the question's number.
      const rotulo = `0.${Number(ordinal[1])}`;
      return [{ rotulo, texto: words.replace(/[\s:.–-]+$/u, ''), ...place, ordem: true }];
    }
    // Dots that lead to a code belong to an option.
    const isOption = /[.…_]\s*[([]?\d{1,4}[)\]]?[\s\uE000-\uE0FF]*$/u.test(texto);
    if (isOption || !FIELD_ITEM.test(texto) || !fieldOf(texto) || !/\p{L}{3}/u.test(words)) return [];
    return [{ ...itemOf(words), ...place, ordem: false }];
  });
  return itens.length >= 2 ? itens : null;
}

/** Statements with letters ('a) Limpeza', 'b) Segurança') above their common options. */
export function readStatements(
  lines: readonly LinhaDeLista[],
  origins: readonly number[],
): { itens: Bateria['itens']; resto: number[] } | null {
  const lettered: number[] = [];
  for (const [at, { texto }] of lines.entries()) {
    const letter = LETTERED.exec(texto)?.[1]?.toLowerCase();
    // A second list that begins with 'a' contains the options.
    if (letter === 'a' && lettered.length >= 2) break;
    if (letter?.charCodeAt(0) === 97 + lettered.length) lettered.push(at);
  }
  if (lettered.length < 2) return null;
  const resto = [...lines.keys()].filter((at) => !lettered.includes(at));
  const list = readList(resto.map((at) => lines[at] as LinhaDeLista));
  const own = list && list.fora.length === 0 && list.opcoes.length >= 2;
  if (!own || (!areCodes(list.opcoes) && list.opcoes.some(({ valor }) => valor !== null))) return null;
  const itens = lettered.map((at) => ({
    ...itemOf(lines[at]?.texto ?? ''),
    origem: origins[at] ?? 0,
    linhas: [at],
  }));
  return { itens, resto };
}
