import type { ColunaDoPreparoGravada } from '../audit-preparation.ts';
import { cutText } from '../storable-text.ts';
import { readCells } from './answers.ts';
import type { PerguntaLida } from './read-questionnaire.ts';
import type { LinhaLida } from './sheet.ts';
import { isDoubtfulText } from './text-marks.ts';

/** Most characters of a cell that is shown as an example. */
export const CELULA_CITADA_MAX = 80;
/** Cells that are no answer and are told of. */
const NAO_RECONHECIDAS = 5;

/**
 * Counts what a row answers a question.
 * @param counts those of the question's first column; they are changed
 * @param colunas all columns of the question
 */
export function countAnswer(
  counts: ColunaDoPreparoGravada['nao_reconhecidas'],
  pergunta: PerguntaLida,
  colunas: readonly Pick<ColunaDoPreparoGravada, 'n' | 'opcao'>[],
  { n: linha, celulas }: Pick<LinhaLida, 'n' | 'celulas'>,
): void {
  const cells = colunas.map(({ n, opcao }) => ({ opcao, celula: celulas[n] ?? '' }));
  const said = readCells(pergunta, cells);
  if ('vazio' in said) return;
  counts.de = (counts.de ?? 0) + 1;
  if (!('motivo' in said)) {
    if (said.texto !== null && isDoubtfulText(pergunta, said.texto)) counts.duvidosas += 1;
    return;
  }
  counts.n += 1;
  if (counts.exemplos.length >= NAO_RECONHECIDAS) return;
  const written = cells.map(({ celula }) => celula.trim()).filter((celula) => celula !== '');
  counts.exemplos.push({ linha, texto: cutText(written.join('; '), CELULA_CITADA_MAX), motivo: said.motivo });
}
