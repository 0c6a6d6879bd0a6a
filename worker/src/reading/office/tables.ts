/** Tables with the cells that cover others resolved: every row has every column. */
import type { Bloco } from '@escuta/shared/domain/survey-file/document';
import type { Celula, Peca } from './pieces.ts';
import { asks, isTyped } from './roles.ts';

/** How the content of a cell is told: as one text, or as blocks of the document. */
export type Telling = {
  text: (pecas: readonly Peca[]) => string;
  blocks: (pecas: readonly Peca[]) => Bloco[];
};

const widthOf = (row: readonly Celula[]): number => row.reduce((sum, { colunas }) => sum + colunas, 0);

/** A code, a box, or where to go on: what stands in a column beside options. */
const BESIDE =
  /^(?:[([|]?\s*[\d_]{0,4}\s*[)\]|]?\.?|☐|(?:→|->|⇒|(?:PULE|PULAR|IR|V[ÁA]|SIGA|PASSE|SALTE)\s).*)$/iu;

/**
 * Cells of a row that hold a list each, line by line beside each other ('Sim ⏎ Não' and '1 ⏎ 2'): as many rows. Others stay as they are.
 */
function unfolded(row: string[]): string[][] {
  const lines = row.map((cell) => cell.split('\n'));
  const most = Math.max(...lines.map(({ length }) => length));
  const lists = lines.filter(({ length }) => length === most);
  const beside = lists.some((list) => list.every((line) => BESIDE.test(line.trim())));
  if (most < 2 || lists.length < 2 || !beside || lines.some(({ length }) => length !== 1 && length !== most))
    return [row];
  return Array.from({ length: most }, (_, at) =>
    lines.map((list) => (list.length === most ? (list[at] ?? '') : at === 0 ? (list[0] ?? '') : '')),
  );
}

/** A table of several columns. What covers all of them stands before or behind it, or, where it asks, between two parts of it. */
export function gridOf(rows: readonly Celula[][], { text, blocks }: Telling): Bloco[] {
  // A table of one column is a frame around paragraphs.
  if (rows.every((row) => row.length <= 1)) return rows.flat().flatMap(({ pecas }) => blocks(pecas));
  const width = Math.max(...rows.map(widthOf));
  const result: Bloco[] = [];
  let grid: string[][] = [];
  const finish = (): void => {
    const filled = Array.from({ length: width }, (_, column) =>
      grid.some((row) => (row[column] ?? '') !== ''),
    );
    const linhas = grid.map((row) => row.filter((_, column) => filled[column]));
    if (linhas.length > 0) result.push({ tipo: 'tabela', linhas });
    grid = [];
  };
  const last = rows.findLastIndex((row) => row.length > 1);
  for (const [at, row] of rows.entries()) {
    const [only] = row;
    const whole = row.length === 1 && only !== undefined && only.colunas >= width;
    const heads =
      whole && only.pecas.some((one) => one.tipo === 'paragrafo' && (asks(one.texto) || isTyped(one.texto)));
    if (whole && (grid.length === 0 || at > last || heads)) {
      finish();
      result.push(...blocks(only.pecas));
      continue;
    }
    const cells = row.flatMap(({ pecas, colunas }) => [
      text(pecas),
      ...Array.from({ length: colunas - 1 }, () => ''),
    ]);
    const full = [...cells, ...Array.from({ length: width - cells.length }, () => '')];
    if (full.some((cell) => cell !== '')) grid.push(...unfolded(full));
  }
  finish();
  return result;
}
