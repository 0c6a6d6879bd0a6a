/** Names in a sheet's row that pair the row with its recording. */
import { isInterviewKey, uuidsIn } from '@escuta/shared/domain/survey-file/columns/collector-columns';
import type { ColunaLida, PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';
import type { LinhaParaPar } from '@escuta/shared/domain/survey-file/rows/row-index';
import { isSheetError, type LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';

type Coluna = Pick<ColunaLida, 'n' | 'papel'>;

/** Cell of the first column with this role; empty if missing or an error value. */
export function cellOf(celulas: readonly string[], colunas: readonly Coluna[], papel: PapelColuna): string {
  const coluna = colunas.find((one) => one.papel === papel);
  const text = coluna ? (celulas[coluna.n] ?? '').trim() : '';
  return isSheetError(text) ? '' : text;
}

type ComCabecalho = Coluna & Pick<ColunaLida, 'cabecalho'>;

const keys = new WeakMap<readonly ComCabecalho[], readonly ComCabecalho[]>();
function keyColumns(colunas: readonly ComCabecalho[]): readonly ComCabecalho[] {
  const found =
    keys.get(colunas) ??
    colunas.filter(({ cabecalho, papel }) => papel !== 'pergunta' && isInterviewKey(cabecalho));
  keys.set(colunas, found);
  return found;
}

export const namesOf = ({ n, celulas }: LinhaLida, colunas: readonly ComCabecalho[]): LinhaParaPar => ({
  n,
  arquivo: cellOf(celulas, colunas, 'arquivo'),
  identificador: cellOf(celulas, colunas, 'identificador'),
  telefone: cellOf(celulas, colunas, 'telefone'),
  nome: cellOf(celulas, colunas, 'nome'),
  data: cellOf(celulas, colunas, 'data'),
  uuids: keyColumns(colunas).flatMap((coluna) => uuidsIn(celulas[coluna.n] ?? '')),
});
