/** What is said of a sheet's rows as a whole, before anything is charged. */
import { groupBy } from '@escuta/shared/domain/group-by';
import { shortened } from '@escuta/shared/domain/survey-file/options/option-reading';
import type { LinhaParaPar, Par } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { readPhones, runsOf, withoutZeros } from '@escuta/shared/domain/survey-file/pairing/recording-name';

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

const CAMPOS: Record<Repetida['campo'], { nome: string; chaves: (linha: LinhaParaPar) => string[] }> = {
  identificador: {
    nome: 'identificador',
    chaves: ({ identificador }) => [runsOf(identificador).map(withoutZeros).join(' ')],
  },
  telefone: {
    nome: 'telefone',
    chaves: ({ telefone }) => readPhones(telefone).map(({ ddd, fim }) => `${ddd ?? ''} ${fim}`),
  },
  arquivo: { nome: 'arquivo', chaves: ({ arquivo }) => [arquivo.normalize('NFC').trim().toLowerCase()] },
};

/** Identifiers (zeros before them are nothing), telephones (however written) and file names that stand in more than one row. */
export function duplicateRows(linhas: readonly LinhaParaPar[]): Repetida[] {
  return (Object.keys(CAMPOS) as Repetida['campo'][]).flatMap((campo) => {
    const { nome, chaves } = CAMPOS[campo];
    const keyed = linhas.flatMap((linha) => [...new Set(chaves(linha))].map((key) => ({ key, linha })));
    return [
      ...groupBy(
        keyed.filter(({ key }) => key !== ''),
        ({ key }) => key,
      ).values(),
    ]
      .filter((all) => all.length > 1)
      .map((all): Repetida => {
        const rows = all.map(({ linha }) => linha).toSorted((a, b) => a.n - b.n);
        const valor = rows[0]?.[campo].trim() ?? '';
        return {
          campo,
          valor,
          linhas: rows.map(({ n }) => n),
          texto: `${rows.length} linhas têm o mesmo ${nome}: “${shortened(valor)}”.`,
        };
      });
  });
}
