/** Reads a battery from a grid: statements as rows, a scale as columns, marks in the cells. */
import { isTooLong } from '../documents/document.ts';
import { LETRA, oneOption } from './options.ts';
import type { OpcaoEscrita } from './special-words.ts';

export type ItemDeBateria = {
  /** Printed label ('a', '4.1', 'P4a'); null: the row has no label. */
  rotulo: string | null;
  texto: string;
  origem: number;
};

export type Grade = {
  opcoes: OpcaoEscrita[];
  /** The scale, if the column headings are only its numbers; otherwise null. */
  escala: { minimo: number; maximo: number } | null;
  itens: ItemDeBateria[];
  /** Words in the top left corner of the table; null: the corner is empty. */
  canto: string | null;
  origens: number[];
};

const MARK = /^(?:[([][\s_]*(?:(\d{1,4})[\s_]*)?[)\]]|[☐□○◯❏❑▢⬜◻]|(?=\|*_)[|_]+|(\d{1,4})|[xXOo0])?$/u;
const isMark = (cell: string): boolean => MARK.test(cell.trim());
const codeOf = (cell: string): number | null => {
  const hit = MARK.exec(cell.trim());
  const digits = hit?.[1] || hit?.[2] || '';
  return digits === '' ? null : Number(digits);
};
const hasWords = (cell: string): boolean => /\p{L}/u.test(cell) && !isMark(cell);

const ITEM = new RegExp(
  [
    String.raw`^(?:${LETRA}\s*|(\d{1,3}\.\d{1,2})\s*[-–.):]*\s+`,
    String.raw`([PQ]\.?\s?\d{1,3}[a-z]|[PQ]\.?\s?\d{1,3}[._]\d{1,2})\s*[-–.):]*\s+`,
    String.raw`([A-NP-Z])\s+(?=\p{Lu}\p{Ll})|(?:\d{1,2})\s*[-–.)]+\s*|[•●▪◦‣·*–—-]\s*)?(\S.*)$`,
  ].join('|'),
  'u',
);

/** Splits a battery's row into its label (null: none) and its words. */
export function itemOf(text: string): { rotulo: string | null; texto: string } {
  const hit = ITEM.exec(text.replace(/\s+/gu, ' ').trim());
  if (!hit) return { rotulo: null, texto: text.trim() };
  const [, letter, dotted, coded, bare, words = ''] = hit;
  return {
    rotulo: (letter ?? dotted ?? coded ?? bare ?? null)?.replace(/\s/gu, '') ?? null,
    texto: words.trim(),
  };
}

/** Reads the scale from the numbers above the columns ('1', '2', '3'); null if they form no scale. */
function scaleOf(cells: readonly string[]): Grade['escala'] {
  const numbers = cells.map((cell) => (/^\d{1,2}$/u.test(cell) ? Number(cell) : Number.NaN));
  const minimo = numbers[0] ?? Number.NaN;
  const rises = numbers.every((one, at) => one === minimo + at);
  return numbers.length >= 3 && minimo <= 1 && rises ? { minimo, maximo: minimo + numbers.length - 1 } : null;
}

const sameCodes = (rows: readonly (readonly (number | null)[])[]): boolean => {
  const [first = []] = rows;
  return rows.every((row) => row.every((code, at) => code === (first[at] ?? null)));
};

/** Reads a table as a grid of marks. @param origins index of each row's line; null: empty row */
export function gridOf(rows: readonly string[][], origins: readonly (number | null)[]): Grade | null {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\s+/gu, ' ').trim()));
  if (cells.some((row) => row.some(isTooLong))) return null;
  // If only the first row contains numbers, they belong to the columns.
  const bareRows = cells
    .slice(1)
    .every((row) => row.slice(1).every((cell) => isMark(cell) && codeOf(cell) === null));
  const scale = bareRows ? scaleOf((cells[0] ?? []).slice(1)) : null;
  const body = cells.flatMap((row, at) => {
    if (scale && at === 0) return [];
    const first = Math.max(1, row.findLastIndex((cell) => !isMark(cell)) + 1);
    const named = row.slice(0, first).some(hasWords);
    const marks = named ? row.slice(first).filter((cell) => cell !== '').length : 0;
    return named && (marks >= 1 || scale !== null) && row.length - first >= 2 ? [{ at, first }] : [];
  });
  const [top] = body;
  if (!top) return null;
  const column = Math.max(...body.map(({ first }) => first));
  const labelled = cells.slice(0, top.at).filter((row) => row.slice(column).filter(hasWords).length >= 2);
  // If many rows below the column names are no statements, the table is no grid.
  const statements = new Set(body.map(({ at }) => at));
  const others = cells.filter((row, at) => at > top.at && !statements.has(at) && row.some(hasWords));
  const label = labelled.at(-1) ?? (scale ? cells[0] : undefined);
  if (!label || others.length > body.length / 2) return null;
  const codes = body.map(({ at }) => (cells[at] ?? []).slice(column).map(codeOf));
  if (!sameCodes(codes)) return null;
  const above = cells
    .slice(0, top.at)
    .find((row) => row.slice(column).filter((cell) => /^\d{1,4}$/u.test(cell)).length >= 2);
  const columns = (scale ? [] : label.slice(column)).flatMap((cell, at): OpcaoEscrita[] => {
    const { texto, valor } = oneOption(cell);
    const code = codes[0]?.[at] ?? (above ? codeOf(above[column + at] ?? '') : null) ?? valor;
    return texto === '' ? [] : [{ texto, valor: code }];
  });
  const itens = body.flatMap(({ at }) => {
    const own = (cells[at] ?? []).slice(0, column).filter((cell) => cell !== '');
    const origem = origins[at];
    return origem === null || origem === undefined ? [] : [{ ...itemOf(own.join(' ')), origem }];
  });
  const corner = label
    .slice(0, column)
    .filter((cell) => cell !== '')
    .join(' ')
    .replace(/\s+/gu, ' ');
  return {
    opcoes: columns,
    escala: scale,
    itens,
    canto: corner === '' ? null : corner,
    origens: origins.filter((one) => one !== null),
  };
}
