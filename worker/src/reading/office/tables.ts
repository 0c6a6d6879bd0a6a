/** Converts tables with spanning cells, so that every row has a text for every column. */
import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import type { Celula, Paragrafo, Peca } from './pieces.ts';
import { asks, isQuestion, isTyped } from './roles.ts';

export type Telling = {
  text: (pecas: readonly Peca[]) => string;
  blocks: (pecas: readonly Peca[]) => Bloco[];
};

const widthOf = (row: readonly Celula[]): number => row.reduce((sum, { colunas }) => sum + colunas, 0);

/** Matches a column beside options: a code, a box to tick, or a jump to a question. */
const BESIDE =
  /^(?:[([|]?\s*[\d_]{0,4}\s*[)\]|]?\.?|☐|(?:→|->|⇒|(?:PULE|PULAR|IR|V[ÁA]|SIGA|PASSE|SALTE)\s).*)$/iu;

/** Splits a row with parallel lines in its cells ('Sim\nNão' and '1\n2') into several rows. */
function unfoldRow(row: string[]): string[][] {
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

/** A table's row. `sob`: by column, the first column of the spanning cell; null without a spanning cell. */
type Linha = { textos: string[]; sob: (number | null)[] };

/**
 * Merges a table's two heading rows. Several spanning upper cells are each put before their columns' names; a single
 * spanning cell joins the name of the table's first column.
 */
function withOneHead(linhas: readonly Linha[]): string[][] {
  const [above, below, ...rest] = linhas;
  const groups = [...new Set(above?.sob.filter((one) => one !== null))] as number[];
  const named = (textos: readonly string[], at: number): boolean => /\p{L}/u.test(textos[at] ?? '');
  const fits =
    above !== undefined &&
    below !== undefined &&
    groups.length > 0 &&
    above.sob.every((group, at) => (group === null ? below.textos[at] === '' : named(below.textos, at)));
  if (!fits) return linhas.map(({ textos }) => textos);
  const textos = above.sob.map((group, at) => {
    if (group === null) return above.textos[at] ?? '';
    return groups.length > 1 ? `${above.textos[group]}: ${below.textos[at]}` : (below.textos[at] ?? '');
  });
  const [only] = groups;
  if (groups.length === 1 && only !== undefined && above.sob[0] === null)
    textos[0] = [textos[0], above.textos[only]].filter((text) => text !== '').join(': ');
  return withOneHead([{ textos, sob: below.sob }, ...rest]);
}

const paragraphsIn = (pecas: readonly Peca[]): Paragrafo[] =>
  pecas.flatMap((one) => (one.tipo === 'paragrafo' ? [one] : []));
const holdsQuestion = ({ pecas }: Celula): boolean =>
  paragraphsIn(pecas).some(
    (one) => isQuestion(one) || (one.marca !== null && one.marca.numero !== null && asks(one.texto)),
  );
const holdsWords = ({ pecas }: Celula): boolean =>
  paragraphsIn(pecas).some(({ texto }) => /\p{L}{2}/u.test(texto) && !BESIDE.test(texto.trim()));

/**
 * Converts a table. A cell across all columns becomes lines before or after it; a question in a cell divides the table.
 */
export function gridOf(rows: readonly Celula[][], { text, blocks }: Telling): Bloco[] {
  // A single-column table is only a frame around paragraphs.
  if (rows.every((row) => row.length <= 1)) return rows.flat().flatMap(({ pecas }) => blocks(pecas));
  const width = Math.max(...rows.map(widthOf));
  const result: Bloco[] = [];
  let grid: Linha[] = [];
  const finish = (): void => {
    const whole = withOneHead(grid);
    const filled = Array.from({ length: width }, (_, column) =>
      whole.some((row) => (row[column] ?? '') !== ''),
    );
    const linhas = whole.map((row) => row.filter((_, column) => filled[column]));
    if (linhas.length > 0) result.push({ tipo: 'tabela', linhas });
    grid = [];
  };
  const last = rows.findLastIndex((row) => row.length > 1);
  for (const [at, row] of rows.entries()) {
    const [first, ...others] = row;
    const whole = first !== undefined && others.length === 0 && first.colunas >= width;
    const heads = whole && paragraphsIn(first.pecas).some((one) => asks(one.texto) || isTyped(one.texto));
    if (whole && (grid.length === 0 || at > last || heads)) {
      finish();
      result.push(...blocks(first.pecas));
      continue;
    }
    const lifted = first !== undefined && holdsQuestion(first) && others.some(holdsWords);
    if (lifted) {
      finish();
      result.push(...blocks(first.pecas));
      const beside = others.filter(({ pecas }) =>
        paragraphsIn(pecas).some(({ texto, opcoes }) => texto.trim() !== '' || opcoes.length > 0),
      );
      if (beside.length === 1) {
        result.push(...beside.flatMap(({ pecas }) => blocks(pecas)));
        continue;
      }
    }
    const textos: string[] = [];
    const sob: (number | null)[] = [];
    for (const [place, { pecas, colunas }] of row.entries()) {
      const begin = textos.length;
      textos.push(lifted && place === 0 ? '' : text(pecas), ...Array.from({ length: colunas - 1 }, () => ''));
      sob.push(...Array.from({ length: colunas }, () => (colunas > 1 ? begin : null)));
    }
    while (textos.length < width) {
      textos.push('');
      sob.push(null);
    }
    if (textos.every((cell) => cell === '')) continue;
    const lines = unfoldRow(textos);
    grid.push(...lines.map((one) => ({ textos: one, sob: lines.length > 1 ? one.map(() => null) : sob })));
  }
  finish();
  return result;
}
