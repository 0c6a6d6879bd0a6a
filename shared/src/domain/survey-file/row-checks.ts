/** What is said of a sheet's rows as a whole, before anything is charged. */
import { groupBy } from '../group-by.ts';
import type { LinhaParaPar, Par } from './pairing.ts';

/** Whether every row has exactly one recording and every recording a row: what a key may confirm by itself. */
export function isOneToOne(pares: readonly Par[], linhas: readonly Pick<LinhaParaPar, 'n'>[]): boolean {
  const paired = new Set(pares.map(({ linha }) => linha));
  return (
    linhas.length > 0 &&
    pares.length === linhas.length &&
    paired.size === linhas.length &&
    linhas.every(({ n }) => paired.has(n))
  );
}

/** Rows that say the same where each should say its own. `texto`: for people. `linhas`: their `n`, rising. */
export type Repetida = {
  campo: 'identificador' | 'telefone' | 'arquivo';
  valor: string;
  linhas: number[];
  texto: string;
};

/** Identifiers, telephones and file names that stand in more than one row. */
export function duplicateRows(linhas: readonly LinhaParaPar[]): Repetida[] {
  const nomes = { identificador: 'identificador', telefone: 'telefone', arquivo: 'arquivo' } as const;
  return (['identificador', 'telefone', 'arquivo'] as const).flatMap((campo) =>
    [...groupBy(linhas, (linha) => linha[campo].trim().toLowerCase())]
      .filter(([key, all]) => key !== '' && all.length > 1)
      .map(([, all]): Repetida => {
        const valor = all[0]?.[campo].trim() ?? '';
        return {
          campo,
          valor,
          linhas: all.map(({ n }) => n).toSorted((a, b) => a - b),
          texto: `${all.length} linhas têm o mesmo ${nomes[campo]}: “${valor}”.`,
        };
      }),
  );
}
