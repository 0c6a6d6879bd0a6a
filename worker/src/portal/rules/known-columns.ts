/** Recognises the roles of those columns that a person has not defined. */
import {
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  nadaContado,
} from '@escuta/shared/domain/audit-preparation';
import { alignColumns, type ColunaLida } from '@escuta/shared/domain/survey-file/columns/columns';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';

/** A column of which only the heading is known, so that its role must still be recognised. */
export const unreadColumn = (cabecalho: string, n: number): ColunaDoPreparoGravada => ({
  n,
  cabecalho,
  papel: 'ignorar',
  pergunta: null,
  opcao: null,
  regra: '',
  exemplos: [],
  amostra: [],
  nao_reconhecidas: nadaContado(),
});

/** True if a person or an earlier reading defined the column. */
export const isKnownColumn = ({ regra }: Pick<ColunaLida, 'regra'>): boolean => regra !== '';

const isChosen = ({ regra }: ColunaLida): boolean => regra === COLUNA_POR_PESSOA;

/** If a person gave a column a role, ignores the other columns in which the same role was recognised. */
function besideChosen<C extends ColunaLida>(colunas: readonly C[]): C[] {
  const chosen = colunas.filter((coluna) => isChosen(coluna) && coluna.papel !== 'ignorar');
  return colunas.map((coluna) => {
    const { papel, pergunta, opcao } = coluna;
    // Columns for different options of a question do not exclude each other.
    const other = chosen.find(
      (one) =>
        one.papel === papel &&
        one.pergunta === pergunta &&
        (papel !== 'pergunta' || one.opcao === null || opcao === null || one.opcao === opcao),
    );
    if (isChosen(coluna) || !other) return coluna;
    const regra = `Uma pessoa definiu a coluna “${other.cabecalho || other.n + 1}”.`;
    return { ...coluna, papel: 'ignorar', pergunta: null, opcao: null, regra };
  });
}

/**
 * Recognises undefined columns.
 * @param amostra sample rows of the sheet; 200 are enough
 */
export function recogniseColumns<C extends ColunaLida>(
  colunas: readonly C[],
  amostra: readonly Pick<LinhaLida, 'celulas'>[],
  perguntas: readonly PerguntaLida[],
): C[] {
  const found = alignColumns(
    colunas.map(({ cabecalho }) => cabecalho),
    amostra,
    perguntas,
  );
  return besideChosen(
    colunas.map((coluna, index) => {
      const aligned = found[index];
      return isKnownColumn(coluna) || !aligned ? coluna : { ...coluna, ...aligned, n: coluna.n };
    }),
  );
}
