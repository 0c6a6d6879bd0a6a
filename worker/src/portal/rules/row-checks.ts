/** Checks all rows of a sheet before anything is charged. */
import { groupBy } from '@escuta/shared/domain/group-by';
import { shortened } from '@escuta/shared/domain/survey-file/options/option-reading';
import {
  type LinhaParaPar,
  type Par,
  REGRA_PROPOSTA,
} from '@escuta/shared/domain/survey-file/pairing/pairing';
import { readPhones, runsOf, withoutZeros } from '@escuta/shared/domain/survey-file/pairing/recording-name';

/** True if every row is paired with one recording, and no pair is a mere proposal. */
export function isOneToOne(pares: readonly Par[], linhas: readonly Pick<LinhaParaPar, 'n'>[]): boolean {
  const paired = new Set(pares.map(({ linha }) => linha));
  return (
    linhas.length > 0 &&
    pares.every(({ regra }) => regra !== REGRA_PROPOSTA) &&
    pares.length === linhas.length &&
    paired.size === linhas.length &&
    linhas.every(({ n }) => paired.has(n))
  );
}

/** Rows that share a value that should be unique. `texto`: for people; `linhas`: row numbers, ascending. */
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

/** Finds repeated identifiers (ignoring leading zeros), telephones (in any notation) and file names. */
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
