import { groupBy } from '../../group-by.ts';
import { readPhones } from '../pairing/recording-name.ts';
import type { LinhaLida } from '../rows/sheet.ts';
import { ignored } from './column-questions.ts';
import { nearness, PAPEL_LABEL, type PapelDePessoa } from './column-roles.ts';
import { type Coluna, named } from './column-settling.ts';

type Linhas = readonly Pick<LinhaLida, 'celulas'>[];
type Rival = { coluna: Coluna; near: number };

/** Share of filled rows from which a column is complete, and share below which a column is nearly empty. */
const INTEIRA = 0.9;
const QUASE_VAZIA = 0.5;

function countUnique(celulas: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const celula of celulas) counts.set(celula, (counts.get(celula) ?? 0) + 1);
  return [...counts.values()].filter((n) => n === 1).length;
}

/** Share of rows that a column serves: with unique cells for identifying roles, with filled cells for others. */
function servedBy(papel: PapelDePessoa, { celulas }: Coluna, rows: number): number {
  if (rows === 0) return 0;
  if (papel === 'arquivo' || papel === 'identificador') return countUnique(celulas) / rows;
  const useful = papel === 'telefone' ? celulas.filter((cell) => readPhones(cell).length > 0) : celulas;
  return useful.length / rows;
}

const isSame = (a: Coluna, b: Coluna, linhas: Linhas): boolean =>
  linhas.length > 0 && linhas.every(({ celulas }) => plain(celulas[a.n]) === plain(celulas[b.n]));
const plain = (celula = ''): string =>
  celula
    .trim()
    .toLowerCase()
    .replace(/^uuid:/u, '');

/** True if column `a` has the URLs of the files in column `b` ('Gravação_URL' and 'Gravação'). */
const isAddressOf = (a: Coluna, b: Coluna): boolean =>
  a.cabecalho.trim().toLowerCase() === `${b.cabecalho.trim().toLowerCase()}_url`;

/** The clearly best of equally ranked columns; null: none. */
function pickBest(papel: PapelDePessoa, rivals: readonly Coluna[], linhas: Linhas): Coluna | null {
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

/** Prefers the only complete identifying column to a nearly empty one with the better heading. */
function preferComplete(
  papel: PapelDePessoa,
  chosen: Coluna,
  rivals: readonly Rival[],
  rows: number,
): Coluna {
  const names = papel === 'arquivo' || papel === 'identificador';
  if (!names || rows === 0 || servedBy(papel, chosen, rows) >= QUASE_VAZIA) return chosen;
  const [only, ...more] = rivals.filter(({ coluna }) => servedBy(papel, coluna, rows) >= INTEIRA);
  return only && more.length === 0 ? only.coluna : chosen;
}

function settleRole(papel: PapelDePessoa, all: readonly Rival[], linhas: Linhas): void {
  const filled = all.filter(({ coluna }) => coluna.celulas.length > 0);
  const rivals = filled.length > 0 ? filled : all;
  const sorted = rivals.toSorted((a, b) => a.near - b.near || a.coluna.n - b.coluna.n);
  const [first, second] = sorted;
  if (!first || all.length < 2) return;
  const nearest = sorted.filter(({ near }) => near === first.near).map(({ coluna }) => coluna);
  const tied = nearest.length > 1 && papel !== 'data' && papel !== 'hora';
  const found = tied ? pickBest(papel, nearest, linhas) : first.coluna;
  const chosen = found && preferComplete(papel, found, rivals, linhas.length);
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

/** Chooses a column for each role; none if the choice is unclear. */
export function settleRoles(colunas: readonly Coluna[], linhas: Linhas): void {
  const roles = colunas.flatMap((coluna) => {
    const { lida } = coluna;
    return lida.papel === 'pergunta' || lida.papel === 'ignorar'
      ? []
      : [{ coluna, papel: lida.papel, near: lida.perto ?? nearness(lida.papel, coluna.cabecalho) }];
  });
  for (const [papel, all] of groupBy(roles, (one) => one.papel)) settleRole(papel, all, linhas);
}
