import { groupBy } from '../../group-by.ts';
import { CELULA_MAX, type EstadoCelula } from '../../interview/comparison/sheet-cell.ts';
import { applicabilityOf, type Respostas } from '../../interview/questionnaire/applicability.ts';
import type { PerguntaCongelada } from '../../interview/questionnaire/questionnaire.ts';
import { cutText } from '../../text/storable-text.ts';
import type { ColunaLida } from '../columns/columns.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { readCells } from './answers.ts';

/** A question with its answer columns; `place`: its index from 0. */
export type PerguntaComColunas<C> = { place: number; pergunta: PerguntaLida; colunas: C[] };

export function columnsByQuestion<C extends Pick<ColunaLida, 'papel' | 'pergunta'>>(
  perguntas: readonly PerguntaLida[],
  colunas: readonly C[],
): PerguntaComColunas<C>[] {
  const byQuestion = groupBy(
    colunas.filter(({ papel, pergunta }) => papel === 'pergunta' && pergunta !== null),
    ({ pergunta }) => pergunta as number,
  );
  return [...byQuestion].flatMap(([place, own]) => {
    const pergunta = perguntas[place];
    return pergunta ? [{ place, pergunta, colunas: own }] : [];
  });
}

export type IdsDaPergunta = { id: string; opcoes: readonly string[] };

export type RespostaDaLinha = {
  perguntaId: string;
  opcoes: string[];
  texto: string | null;
  estado: EstadoCelula | null;
  celula: string | null;
};

type ColunaDeResposta = Pick<ColunaLida, 'n' | 'opcao' | 'cabecalho'>;

/** Joins a question's filled cells (with headings, if there are several) to a text that PostgreSQL can store. */
function textOf(colunas: readonly ColunaDeResposta[], celulas: readonly string[]): string {
  const filled = colunas.flatMap(({ n, cabecalho }) => {
    const text = (celulas[n] ?? '').trim();
    return text === '' ? [] : [{ cabecalho, text }];
  });
  const shown =
    colunas.length === 1
      ? filled.map(({ text }) => text)
      : filled.map(({ cabecalho, text }) => `${cabecalho.trim()}: ${text}`);
  return cutText(
    shown
      .join('; ')
      .replaceAll('\u0000', '')
      .replace(/\p{Cs}/gu, '\ufffd'),
    CELULA_MAX,
  );
}

/**
 * Returns, for each of a row's questions with a filled cell, the answer or the cell that was not understood.
 * @param ids ids by question index
 */
export function answersOfRow(
  perguntas: readonly PerguntaComColunas<ColunaDeResposta>[],
  ids: readonly (IdsDaPergunta | undefined)[],
  celulas: readonly string[],
): RespostaDaLinha[] {
  return perguntas.flatMap(({ place, pergunta, colunas }): RespostaDaLinha[] => {
    const kept = ids[place];
    const said = readCells(
      pergunta,
      colunas.map(({ n, opcao }) => ({ opcao, celula: celulas[n] ?? '' })),
    );
    if (!kept || 'vazio' in said) return [];
    const perguntaId = kept.id;
    if ('motivo' in said) {
      const celula = textOf(colunas, celulas);
      return [{ perguntaId, opcoes: [], texto: null, estado: 'nao_reconhecida', celula }];
    }
    const opcoes = said.opcoes.flatMap((one) => kept.opcoes[one] ?? []);
    return [{ perguntaId, opcoes, texto: said.texto, estado: null, celula: null }];
  });
}

/**
 * Cells to store for a row of a missing sheet: one per unanswered question of `suspeitas`. A question that earlier
 * answers skip gets no cell, because its cell in the sheet was blank.
 * @param suspeitas ids of questions with unrecognised columns
 * @param dadas answers by question id
 */
export function cellsOfLostSheet(
  perguntas: readonly Pick<PerguntaCongelada, 'id' | 'mostrarSe'>[],
  suspeitas: ReadonlySet<string>,
  dadas: Respostas,
): RespostaDaLinha[] {
  const lacking = new Set(perguntas.flatMap(({ id }) => (suspeitas.has(id) && !dadas.has(id) ? [id] : [])));
  const applies = applicabilityOf(perguntas, dadas, lacking);
  return [...lacking].flatMap((perguntaId): RespostaDaLinha[] =>
    applies.get(perguntaId) === 'nao'
      ? []
      : [{ perguntaId, opcoes: [], texto: null, estado: 'planilha_indisponivel', celula: null }],
  );
}
