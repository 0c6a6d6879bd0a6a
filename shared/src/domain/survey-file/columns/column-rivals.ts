/** Of several columns that may name the row, its recording or who interviewed, the one that does. */
import { groupBy } from '../../group-by.ts';
import { readPhones } from '../pairing/recording-name.ts';
import type { LinhaLida } from '../rows/sheet.ts';
import { ignored } from './column-questions.ts';
import { nearness, PAPEL_LABEL, type PapelDePessoa } from './column-roles.ts';
import { type Coluna, named } from './column-settling.ts';

type Linhas = readonly Pick<LinhaLida, 'celulas'>[];
type Rival = { coluna: Coluna; near: number };

/** From this share of the rows on a column is as good as whole; below the other one it is hardly filled. */
const INTEIRA = 0.9;
const QUASE_VAZIA = 0.5;

/** Cells that no other row has. */
function onlyOnes(celulas: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const celula of celulas) counts.set(celula, (counts.get(celula) ?? 0) + 1);
  return [...counts.values()].filter((n) => n === 1).length;
}

/** The share of rows that a column serves: those that it tells from others, of what must differ in each; those that it is filled in, of the rest. */
function servedBy(papel: PapelDePessoa, { celulas }: Coluna, rows: number): number {
  if (rows === 0) return 0;
  if (papel === 'arquivo' || papel === 'identificador') return onlyOnes(celulas) / rows;
  const useful = papel === 'telefone' ? celulas.filter((cell) => readPhones(cell).length > 0) : celulas;
  return useful.length / rows;
}

/** Whether two columns say the same in each row. */
const isSame = (a: Coluna, b: Coluna, linhas: Linhas): boolean =>
  linhas.length > 0 && linhas.every(({ celulas }) => plain(celulas[a.n]) === plain(celulas[b.n]));
const plain = (celula = ''): string =>
  celula
    .trim()
    .toLowerCase()
    .replace(/^uuid:/u, '');

/** Whether a column holds the addresses of the files that another one names ('Gravação' and 'Gravação_URL'). */
const isAddressOf = (a: Coluna, b: Coluna): boolean =>
  a.cabecalho.trim().toLowerCase() === `${b.cabecalho.trim().toLowerCase()}_url`;

/** Of columns as near by their headings the one that is plainly better; null: none is. */
function best(papel: PapelDePessoa, rivals: readonly Coluna[], linhas: Linhas): Coluna | null {
  const served = rivals
    .map((coluna) => ({ coluna, share: servedBy(papel, coluna, linhas.length) }))
    .toSorted((a, b) => b.share - a.share || a.coluna.n - b.coluna.n);
  const [first, second] = served;
  if (!first || !second) return first?.coluna ?? null;
  if (first.share >= INTEIRA && second.share < QUASE_VAZIA) return first.coluna;
  const [a, b] = [first.coluna, second.coluna];
  if (rivals.length === 2 && papel === 'arquivo' && first.share === second.share) {
    if (isAddressOf(a, b)) return b;
    if (isAddressOf(b, a)) return a;
  }
  return rivals.every((other) => isSame(a, other, linhas)) ? a : null;
}

/** What names rows must name them all: the only other column that does, where the one that its heading speaks for hardly names any. */
function fuller(papel: PapelDePessoa, chosen: Coluna, rivals: readonly Rival[], rows: number): Coluna {
  const names = papel === 'arquivo' || papel === 'identificador';
  if (!names || rows === 0 || servedBy(papel, chosen, rows) >= QUASE_VAZIA) return chosen;
  const [only, ...more] = rivals.filter(({ coluna }) => servedBy(papel, coluna, rows) >= INTEIRA);
  return only && more.length === 0 ? only.coluna : chosen;
}

/** Chooses among the columns for one role: the nearest by its heading, else the better by what it holds; else nobody knows. */
function settleRole(papel: PapelDePessoa, all: readonly Rival[], linhas: Linhas): void {
  const filled = all.filter(({ coluna }) => coluna.celulas.length > 0);
  // A column in which nothing stands is no rival of one that is filled.
  const rivals = filled.length > 0 ? filled : all;
  const sorted = rivals.toSorted((a, b) => a.near - b.near || a.coluna.n - b.coluna.n);
  const [first, second] = sorted;
  if (!first || all.length < 2) return;
  const nearest = sorted.filter(({ near }) => near === first.near).map(({ coluna }) => coluna);
  const tied = nearest.length > 1 && papel !== 'data' && papel !== 'hora';
  const found = tied ? best(papel, nearest, linhas) : first.coluna;
  const chosen = found && fuller(papel, found, rivals, linhas.length);
  for (const { coluna } of all) {
    if (coluna === chosen) continue;
    coluna.lida = ignored(
      chosen
        ? `Já há uma coluna para ${PAPEL_LABEL[papel]}: ${named(chosen)}.`
        : nearest.includes(coluna) && second
          ? `Mais de uma coluna pode ser ${PAPEL_LABEL[papel]}: ${named(first.coluna)} e ${named(second.coluna)}.`
          : `Já há uma coluna para ${PAPEL_LABEL[papel]}: ${named(first.coluna)}.`,
    );
  }
}

/** Of several columns for one role the one that is read; where it cannot be told which, none. */
export function settleRoles(colunas: readonly Coluna[], linhas: Linhas): void {
  const roles = colunas.flatMap((coluna) => {
    const { lida } = coluna;
    return lida.papel === 'pergunta' || lida.papel === 'ignorar'
      ? []
      : [{ coluna, papel: lida.papel, near: lida.perto ?? nearness(lida.papel, coluna.cabecalho) }];
  });
  for (const [papel, all] of groupBy(roles, (one) => one.papel)) settleRole(papel, all, linhas);
}
