import {
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  nadaContado,
} from '@escuta/shared/domain/audit-preparation';
import { alignColumns, type ColunaLida } from '@escuta/shared/domain/survey-file/columns/columns';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';

/** A column of which only the heading is known. */
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

/** Ignores columns recognised in a role that a person gave to another column. */
function besideChosen<C extends ColunaLida>(colunas: readonly C[]): C[] {
  const chosen = colunas.filter((coluna) => isChosen(coluna) && coluna.papel !== 'ignorar');
  return colunas.map((coluna) => {
    const { papel, pergunta, opcao } = coluna;
    // Columns for a question's different options do not exclude each other.
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
 * Recognises the roles of undefined columns.
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
