import { readTypedNumber } from '../questionnaire/typed-number.ts';
import { cellCount, keysOf, LIMITES_METAS, namesOf } from './goal-table.ts';

/** A label for comparison: without case, accents and repeated spaces. */
export const plainLabel = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('pt-BR')
    .replaceAll(/[–—]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** A line: label, text after '=', final share in percent. */
type Linha = { texto: string; depois: string | null; peso: number | null };

const SHARE = /[\s(]+(\d{1,3}(?:[.,]\d{1,3})?)\s*%\)?$/u;

function readLine(line: string): Linha {
  const share = SHARE.exec(line);
  const rest = share ? line.slice(0, share.index).trim() : line.trim();
  const at = rest.indexOf('=');
  return {
    texto: (at < 0 ? rest : rest.slice(0, at)).trim().slice(0, LIMITES_METAS.texto),
    depois: at < 0 ? null : rest.slice(at + 1).trim(),
    peso: share ? Number(share[1]?.replace(',', '.')) : null,
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export type Grupos<T> =
  | { grupos: (T & { texto: string })[]; pesos: (number | null)[] }
  | { problema: string };

function readGroups<T>(text: string, read: (line: Linha) => T | string): Grupos<T> {
  const lines = linesOf(text);
  if (lines.length === 0) return { problema: 'Escreva pelo menos uma linha.' };
  if (lines.length > LIMITES_METAS.grupos)
    return { problema: `Use no máximo ${LIMITES_METAS.grupos} linhas.` };
  const grupos: (T & { texto: string })[] = [];
  const pesos: (number | null)[] = [];
  for (const line of lines.map(readLine)) {
    const one = line.texto === '' ? 'Falta o nome de uma linha.' : read(line);
    if (typeof one === 'string') return { problema: one };
    grupos.push({ ...one, texto: line.texto });
    pesos.push(line.peso);
  }
  return { grupos, pesos };
}

export type Membro = { id: string; texto: string };

/** Groups of options or people, one per line: 'Capital = Centro; Zona sul', or 'Feminino' alone. */
export function readMembers(text: string, members: readonly Membro[]): Grupos<{ ids: string[] }> {
  const find = (name: string) => members.find(({ texto }) => plainLabel(texto) === plainLabel(name));
  return readGroups(text, ({ texto, depois }) => {
    const names = (depois ?? texto)
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    // A name may contain the separator.
    const whole = find(depois ?? texto);
    if (whole) return { ids: [whole.id] };
    const ids: string[] = [];
    for (const name of names) {
      const found = find(name);
      if (!found) return `“${name}” não está na lista.`;
      ids.push(found.id);
    }
    return ids.length > 0 ? { ids } : `Faltam os valores de “${texto}”.`;
  });
}

const NUMBER = String.raw`(-?\d[\d.]*(?:,\d+)?)`;
const FROM_TO = new RegExp(`^(?:de )?${NUMBER} ?(?:a|ate|-) ?${NUMBER}$`, 'u');
const AND_MORE = new RegExp(
  String.raw`^(?:a partir de )?${NUMBER} ?(?:\+|ou mais|e mais|anos ou mais)$`,
  'u',
);
const FROM = new RegExp(`^(?:a partir de|desde|mais de) ${NUMBER}$`, 'u');
const UP_TO = new RegExp(`^ate ${NUMBER}$`, 'u');
const ONE = new RegExp(`^${NUMBER}$`, 'u');

/** Reads a band: '16 a 24', '45+', 'até 15', '18'. */
export function readBand(text: string): { de: number | null; ate: number | null } | null {
  const plain = plainLabel(text).replace(/ anos?$/u, '');
  const number = (part: string | undefined) => readTypedNumber(part ?? '')?.valor ?? null;
  const both = FROM_TO.exec(plain);
  if (both) {
    const [de, ate] = [number(both[1]), number(both[2])];
    return de === null || ate === null ? null : { de, ate };
  }
  const from = number((AND_MORE.exec(plain) ?? (plain.startsWith('mais de') ? null : FROM.exec(plain)))?.[1]);
  if (from !== null) return { de: from, ate: null };
  const until = number(UP_TO.exec(plain)?.[1]);
  if (until !== null) return { de: null, ate: until };
  const one = number(ONE.exec(plain)?.[1]);
  return one === null ? null : { de: one, ate: one };
}

/** Bands, one per line: '16 a 24', or 'Jovens = 16 a 24'. */
export const readBands = (text: string): Grupos<{ de: number | null; ate: number | null }> =>
  readGroups(
    text,
    ({ texto, depois }) =>
      readBand(depois ?? texto) ??
      `“${depois ?? texto}” não é uma faixa. Escreva como “16 a 24”, “até 15” ou “45 ou mais”.`,
  );

type Rotulada = { grupos: readonly { texto: string }[] };
export type Colada =
  | { metas: ReadonlyMap<string, number>; problema: null }
  | { metas: null; problema: string };

const cellsOf = (line: string): string[] =>
  (line.includes('\t') ? line.split('\t') : line.includes(';') ? line.split(';') : line.split(/ {2,}/u)).map(
    (cell) => cell.trim(),
  );

const goalOf = (cell: string): number | null => {
  const value = readTypedNumber(cell)?.valor ?? null;
  return value !== null && Number.isInteger(value) && value >= 0 && value <= LIMITES_METAS.meta
    ? value
    : null;
};

const isCrossed = (heads: readonly string[], last: Rotulada): boolean =>
  heads.length > 0 &&
  heads.every((head) => last.grupos.some(({ texto }) => plainLabel(texto) === plainLabel(head)));

/**
 * Goals pasted from a sheet: a cell per line ('Mulheres ⇥ 16 a 24 ⇥ 30'), or a crossed table whose columns are the last
 * dimension's groups. Only the first line may lack a goal, because it may be a title.
 */
export function readPastedGoals(text: string, dimensoes: readonly Rotulada[]): Colada {
  const failed = (problema: string): Colada => ({ metas: null, problema });
  const last = dimensoes.at(-1);
  if (!last || cellCount(dimensoes as { grupos: [] }[]) === 0)
    return failed('Selecione as perguntas antes de colar.');
  const rows = text
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map(cellsOf);
  if (rows.length === 0) return failed('Cole as linhas da planilha.');
  if (rows.length > LIMITES_METAS.celulas + 1) return failed(`Cole até ${LIMITES_METAS.celulas} linhas.`);
  const byNames = new Map(
    keysOf(dimensoes as { grupos: [] }[]).map(
      (key) => [namesOf(dimensoes, key).map(plainLabel).join('\t'), key] as const,
    ),
  );
  const metas = new Map<string, number>();
  const put = (names: readonly string[], cell: string, line: number): string | null => {
    const key = byNames.get(names.map(plainLabel).join('\t'));
    if (key === undefined) return `Linha ${line}: “${names.join(' · ')}” não é uma combinação da tabela.`;
    if (metas.has(key)) return `Linha ${line}: “${names.join(' · ')}” aparece duas vezes.`;
    const meta = goalOf(cell);
    if (meta === null) return `Linha ${line}: “${cell}” não é uma meta. Use um número inteiro.`;
    metas.set(key, meta);
    return null;
  };
  const head = rows[0] ?? [];
  const columns = head.slice(dimensoes.length - 1).filter((cell) => cell !== '');
  if (isCrossed(columns, last)) {
    for (const [index, row] of rows.slice(1).entries()) {
      for (const [place, column] of columns.entries()) {
        const cell = row[dimensoes.length - 1 + place] ?? '';
        if (cell === '') continue;
        const problem = put([...row.slice(0, dimensoes.length - 1), column], cell, index + 2);
        if (problem) return failed(problem);
      }
    }
  } else {
    for (const [index, row] of rows.entries()) {
      const cell = row[dimensoes.length] ?? '';
      if (index === 0 && goalOf(cell) === null && rows.length > 1) continue;
      if (row.length <= dimensoes.length)
        return failed(
          `Linha ${index + 1}: faltam colunas. Cada linha precisa ter ${dimensoes.length + 1} colunas, e a última é a meta.`,
        );
      const problem = put(row.slice(0, dimensoes.length), cell, index + 1);
      if (problem) return failed(problem);
    }
  }
  return metas.size > 0 ? { metas, problema: null } : failed('Nenhuma meta foi encontrada no texto colado.');
}

/** Weights of all cells from the groups' shares. Groups without a share divide the rest equally. */
export function cellWeights(pesos: readonly (readonly (number | null)[])[]): number[] {
  const weights = pesos.map((group) => {
    const said = group.reduce<number>((sum, share) => sum + (share ?? 0), 0);
    const silent = group.filter((share) => share === null).length;
    const left = silent === group.length ? 1 : silent === 0 ? 0 : Math.max(0, 100 - said) / silent;
    return group.map((share) => share ?? left);
  });
  return weights.reduce<number[]>(
    (all, group) => all.flatMap((weight) => group.map((share) => weight * share)),
    [1],
  );
}
