/** What all rows of a sheet say of its columns: examples, and cells that are no answer. */
import { type ColunaDoPreparoGravada, nadaContado } from '../audit-preparation.ts';
import { cutText } from '../storable-text.ts';
import { readCells } from './answers.ts';
import type { ColunaLida } from './columns.ts';
import type { PerguntaLida } from './read-questionnaire.ts';
import { columnsByQuestion } from './row-answers.ts';
import type { LinhaLida } from './sheet.ts';
import { isDoubtfulText } from './text-marks.ts';

/** Most characters of a cell that is shown as an example. */
const CELULA_CITADA_MAX = 80;
/** Cells of a column that are shown. */
const EXEMPLOS = 3;
/** Cells that are no answer and are told of. */
const NAO_RECONHECIDAS = 5;

type Linha = Pick<LinhaLida, 'n' | 'celulas'>;

/**
 * Counts what a row answers a question.
 * @param counts those of the question's first column; they are changed
 * @param colunas all columns of the question
 */
function countAnswer(
  counts: ColunaDoPreparoGravada['nao_reconhecidas'],
  pergunta: PerguntaLida,
  colunas: readonly Pick<ColunaDoPreparoGravada, 'n' | 'opcao'>[],
  { n: linha, celulas }: Linha,
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

/** Shows the first cells of a column. @param coluna it is changed */
function keepExample(coluna: ColunaDoPreparoGravada, { n: linha, celulas }: Linha): void {
  if (coluna.exemplos.length >= EXEMPLOS) return;
  const texto = cutText((celulas[coluna.n] ?? '').trim(), CELULA_CITADA_MAX);
  if (texto === '') return;
  if (coluna.amostra.length < EXEMPLOS) coluna.amostra.push({ linha, texto });
  if (!coluna.exemplos.includes(texto)) coluna.exemplos.push(texto);
}

/**
 * Counts what stands in the columns of a sheet, row by row: none of it is held.
 *
 * @param aligned what each column is
 * @returns `colunas`: as they are stored, right after the last row; `add`: takes the next row
 */
export function columnCounter(
  perguntas: readonly PerguntaLida[],
  aligned: readonly ColunaLida[],
): { colunas: ColunaDoPreparoGravada[]; add: (linha: Linha) => void } {
  const colunas = aligned.map(
    (coluna): ColunaDoPreparoGravada => ({
      ...coluna,
      exemplos: [],
      amostra: [],
      nao_reconhecidas: { ...nadaContado(), de: 0 },
    }),
  );
  const questions = columnsByQuestion(perguntas, colunas);
  return {
    colunas,
    add: (linha) => {
      for (const coluna of colunas) keepExample(coluna, linha);
      for (const { pergunta, colunas: own } of questions) {
        // The first column of a question holds the counts of all of them.
        if (own[0]) countAnswer(own[0].nao_reconhecidas, pergunta, own, linha);
      }
    },
  };
}
