import { type ColunaDoPreparoGravada, nadaContado } from '../../audit-preparation.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { isCodes, isSpecialCode } from '../../interview/questionnaire/typed-codes.ts';
import { cutText } from '../../text/storable-text.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import { hasCodesByPlace, isPlace } from '../columns/codes-by-place.ts';
import type { ColunaLida } from '../columns/columns.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { isDoubtfulText } from '../documents/text-marks.ts';
import { readCells } from './answers.ts';
import { columnsByQuestion } from './row-answers.ts';
import type { LinhaLida } from './sheet.ts';

const CELULA_CITADA_MAX = 80;
const EXEMPLOS = 3;
const NAO_RECONHECIDAS = 5;

/** Maximum codes without an option (`CODIGOS`) and maximum distinct free texts (`DIFERENTES`) that are counted. */
const CODIGOS = 20;
const DIFERENTES = 8;

type Linha = Pick<LinhaLida, 'n' | 'celulas'>;

type Contagens = ColunaDoPreparoGravada['nao_reconhecidas'];

/** Numbers from this value on are rarely counts or ages, so they may be codes of 'não sabe'. */
const ACIMA = 98;

/** True if a number may mean 'não sabe': a special code from 98 on, or above the scale's end. */
const mayMeanUnknown = ({ maximo }: PerguntaLida, celula: string): boolean =>
  isSpecialCode(celula) && (Number(celula) >= ACIMA || (maximo !== null && Number(celula) > maximo));

function strangeCodes(pergunta: PerguntaLida, celula: string): number[] {
  const { tipo, opcoes } = pergunta;
  const uncertain = hasCodesByPlace(pergunta);
  const known = new Set(
    opcoes.flatMap((opcao, at) =>
      uncertain && isPlace(opcao, at) && opcao.texto !== String(opcao.valor) ? [] : [opcao.valor],
    ),
  );
  if (tipo === 'texto' || !isCodes(celula)) return [];
  const codes = isChoice(tipo)
    ? (celula.match(/\d+/gu) ?? [])
    : mayMeanUnknown(pergunta, celula)
      ? [celula]
      : [];
  return [...new Set(codes.map(Number))].filter((code) => !known.has(code));
}

/**
 * Adds a row's answer to `counts` (of the question's first column), changed in place.
 * @param texts distinct free texts so far
 */
function countAnswer(
  counts: Contagens,
  pergunta: PerguntaLida,
  colunas: readonly Pick<ColunaDoPreparoGravada, 'n' | 'opcao'>[],
  texts: Set<string>,
  { n: linha, celulas }: Linha,
): void {
  const cells = colunas.map(({ n, opcao }) => ({ opcao, celula: celulas[n] ?? '' }));
  const said = readCells(pergunta, cells);
  if ('vazio' in said) return;
  counts.de = (counts.de ?? 0) + 1;
  for (const codigo of cells.flatMap(({ opcao, celula }) =>
    opcao === null ? strangeCodes(pergunta, celula) : [],
  )) {
    const known = counts.codigos.find((one) => one.codigo === codigo);
    if (known) known.n += 1;
    else if (counts.codigos.length < CODIGOS) counts.codigos.push({ codigo, n: 1 });
  }
  if (!('motivo' in said)) {
    if (said.texto !== null && isDoubtfulText(pergunta, said.texto)) counts.duvidosas += 1;
    if (pergunta.tipo === 'texto' && texts.size <= DIFERENTES) texts.add(normaliseQuote(said.texto ?? ''));
    return;
  }
  counts.n += 1;
  if (counts.exemplos.length >= NAO_RECONHECIDAS) return;
  const written = cells.map(({ celula }) => celula.trim()).filter((celula) => celula !== '');
  counts.exemplos.push({ linha, texto: cutText(written.join('; '), CELULA_CITADA_MAX), motivo: said.motivo });
}

function keepExample(coluna: ColunaDoPreparoGravada, { n: linha, celulas }: Linha): void {
  if (coluna.exemplos.length >= EXEMPLOS) return;
  const texto = cutText((celulas[coluna.n] ?? '').trim(), CELULA_CITADA_MAX);
  if (texto === '') return;
  if (coluna.amostra.length < EXEMPLOS) coluna.amostra.push({ linha, texto });
  if (!coluna.exemplos.includes(texto)) coluna.exemplos.push(texto);
}

/**
 * Counts a sheet's columns row by row, without storing rows.
 * @returns `add` counts a row; `colunas` is complete after the last row
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
  const questions = columnsByQuestion(perguntas, colunas).map((one) => ({
    ...one,
    texts: new Set<string>(),
  }));
  return {
    colunas,
    add: (linha) => {
      for (const coluna of colunas) keepExample(coluna, linha);
      for (const { pergunta, colunas: own, texts } of questions) {
        // A question's first column holds the counts of all its columns.
        const counts = own[0]?.nao_reconhecidas;
        if (!counts) continue;
        countAnswer(counts, pergunta, own, texts, linha);
        counts.diferentes = pergunta.tipo === 'texto' && texts.size <= DIFERENTES ? texts.size : null;
      }
    },
  };
}
