/**
 * Sends a printed questionnaire, its sheet and its recordings as files through the portal up to the verdicts, which are
 * compared with the truth: once with the files as read, and once after the corrections of a careful person. A delivery
 * that the portal refuses accuses nobody and finds no fault.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ColunaDoPreparoGravada } from '@escuta/shared/domain/audit-preparation';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { pairRecordings } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { columnCounter } from '@escuta/shared/domain/survey-file/rows/answer-counts';
import { answersOfRow, columnsByQuestion } from '@escuta/shared/domain/survey-file/rows/row-answers';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import {
  type Alerta,
  auditedPlaces,
  blockersOf,
  warningsOf,
} from '@escuta/shared/domain/survey-file/rows/warnings';
import { correctedColumns } from '../../../api/src/features/preparos/column-rules.ts';
import { columnsToMatch, correctedQuestions } from '../../../api/src/features/preparos/question-rules.ts';
import { auditedQuestions } from '../../../worker/src/portal/rules/audited-questions.ts';
import { recogniseColumns, unreadColumn } from '../../../worker/src/portal/rules/known-columns.ts';
import { namesOf } from '../../../worker/src/portal/rules/row-names.ts';
import type { Caso } from '../judges.ts';
import { caseOf } from '../measure.ts';
import { type Roteiro, writeInterview } from '../script.ts';
import { roteiroAsRead } from './as-read.ts';
import { columnsChosen, correctionOf } from './careful-person.ts';
import type { Documento } from './documents.ts';
import { documentFile, type Formato, readDocumentFile, throughFile } from './files.ts';
import { matchQuestions } from './match.ts';
import { type Impresso, printDocument } from './print-document.ts';
import { CELULA_ILEGIVEL, drawSheetForm, type LinhaDigitada, type Planilha, writeSheet } from './sheet.ts';
import { drawStyle, type ESTILOS } from './styles.ts';

/** Number of rows of a sheet, and of those with a recording. */
const LINHAS = 20;
const GRAVADAS = 5;
/** Share of misheard words. */
const TAXA = 0.05;
/** Corrections after which a careful person gives up. */
const CORRECOES = 4;
/** Number of first rows that are read to recognise the columns, as in the portal (worker/src/portal/pair.ts). */
const AMOSTRA = 200;

export type Remessa = {
  impresso: Impresso;
  planilha: Planilha;
  formato: Formato;
  formatoPlanilha: 'xlsx' | 'csv';
  linhas: LinhaDigitada[];
  /** File names with their interviews. */
  gravacoes: { nome: string; roteiro: Roteiro; index: number }[];
};

/** Makes a cell of an interview's row in the sheet unreadable. */
function withUnreadCell(roteiro: Roteiro, { documento }: Impresso, random: () => number): Roteiro {
  const closed = new Set(documento.perguntas.filter(({ tipo }) => tipo !== 'texto').map(({ id }) => id));
  const clean = roteiro.celulas.filter(
    ({ perguntaId, veredito, falha, marcada, armadilha }) =>
      closed.has(perguntaId) && veredito === 'confere' && !falha && !marcada && !armadilha,
  );
  const chosen = clean[Math.floor(random() * clean.length)];
  return {
    ...roteiro,
    celulas: roteiro.celulas.map((cell) =>
      cell === chosen ? { ...cell, veredito: 'a_revisar', armadilha: CELULA_ILEGIVEL } : cell,
    ),
  };
}

/**
 * Writes the files that an institute delivers; the same seed gives the same files.
 * @param index rotates formats and kinds of faults
 */
export function writeDelivery(
  fixo: (typeof ESTILOS)[number],
  documento: Documento,
  formato: Formato,
  index: number,
  semente: number,
): Remessa {
  const random = seededRandom(semente);
  const impresso = printDocument(documento, drawStyle(fixo, random));
  const linhas = Array.from({ length: LINHAS }, (_, at): LinhaDigitada => {
    const written = writeInterview(index * GRAVADAS + at, semente + at * 104_729, {
      questionarios: [documento.perguntas],
    });
    const roteiro = at % 4 === 1 ? withUnreadCell(written, impresso, random) : written;
    return { id: `73${String(101 + at * 7).padStart(4, '0')}`, roteiro };
  });
  const recorded = linhas.slice(0, GRAVADAS);
  const others = linhas.slice(GRAVADAS);
  const stray = others[0] as LinhaDigitada;
  return {
    impresso,
    planilha: writeSheet(impresso, drawSheetForm(impresso, random), linhas),
    formato,
    formatoPlanilha: random() < 0.5 ? 'xlsx' : 'csv',
    linhas,
    gravacoes: [
      ...recorded.map(({ id, roteiro }, at) => ({
        nome: `entrevista_${id}.wav`,
        roteiro,
        index: index + at,
      })),
      // Two digits match only the end of a row's number, so this file must not be paired.
      { nome: `entrevista_${(others[1] as LinhaDigitada).id.slice(-2)}.wav`, roteiro: stray.roteiro, index },
    ],
  };
}

export type Caminho = {
  /** Reasons why the audit was not confirmed; empty if it was confirmed. */
  impedem: Alerta[];
  /** True if the audit was refused before a person could look at it. */
  ilegivel: boolean;
  avisos: Alerta[];
  casos: Caso[];
  /** Number of faults that cannot be found, because their recordings have no cell. */
  perdidas: number;
};

type Sheet = { cabecalho: string[]; linhas: LinhaLida[] };

/**
 * Reads columns and cells.
 * @param colunas a person's choice, or unread columns
 */
function readColumns(
  { linhas }: Sheet,
  { perguntas }: QuestionarioLido,
  colunas: readonly ColunaDoPreparoGravada[],
): ColunaDoPreparoGravada[] {
  const counter = columnCounter(perguntas, recogniseColumns(colunas, linhas.slice(0, AMOSTRA), perguntas));
  for (const linha of linhas) counter.add(linha);
  return counter.colunas;
}

const faultsOf = ({ celulas }: Roteiro): number => celulas.filter(({ falha }) => falha).length;
const plantedIn = ({ gravacoes }: Remessa): number =>
  gravacoes.slice(0, GRAVADAS).reduce((sum, { roteiro }) => sum + faultsOf(roteiro), 0);

/** The portal's result for a questionnaire as read or corrected. */
function audit(
  remessa: Remessa,
  sheet: Sheet,
  lido: QuestionarioLido,
  colunas: ColunaDoPreparoGravada[],
): Caminho {
  const alertas = warningsOf(lido, colunas);
  const impedem = blockersOf(alertas);
  const road: Caminho = {
    impedem,
    ilegivel: false,
    avisos: alertas,
    casos: [],
    perdidas: plantedIn(remessa),
  };
  if (impedem.length > 0) return road;
  let ids = 0;
  const all = auditedQuestions(lido.perguntas, auditedPlaces(colunas), () => `q${++ids}`);
  const perguntas = all.filter(({ auditada }) => auditada);
  const printed = matchQuestions(lido.perguntas, remessa.impresso);
  const found = all.flatMap(({ auditada }, place) => (auditada ? [printed[place] ?? null] : []));
  const idsByPlace = all.map(({ id, opcoes, auditada }) =>
    auditada ? { id, opcoes: opcoes.map((opcao) => opcao.id) } : undefined,
  );
  const questions = columnsByQuestion(lido.perguntas, colunas);
  const pares = pairRecordings(
    sheet.linhas.map((linha) => namesOf(linha, colunas)),
    remessa.gravacoes.map(({ nome }) => ({ id: nome, nome })),
  );
  for (const { nome, roteiro, index } of remessa.gravacoes) {
    const n = pares.find(({ gravacao }) => gravacao === nome)?.linha;
    const row = sheet.linhas.find((linha) => linha.n === n);
    if (!row) continue;
    const own = remessa.linhas[sheet.linhas.indexOf(row)]?.roteiro === roteiro;
    // If a recording was paired with another row, differing answers are no interviewer's fault, so faults are dropped.
    const held = own
      ? roteiro
      : { ...roteiro, celulas: roteiro.celulas.map((cell) => ({ ...cell, falha: null })) };
    const read = roteiroAsRead(held, perguntas, found, answersOfRow(questions, idsByPlace, row.celulas));
    road.casos.push(caseOf(read, TAXA, index));
    road.perdidas -= faultsOf(read);
  }
  return road;
}

/** Sends a delivery through the portal: with the files as read, and again after a careful person's corrections. */
export async function walk(remessa: Remessa): Promise<{ comoLida: Caminho; corrigida: Caminho }> {
  const { impresso, planilha, formato, formatoPlanilha } = remessa;
  const sheet = await throughFile(planilha, formatoPlanilha);
  const first = await readDocumentFile(documentFile(impresso.linhas, formato), formato);
  if (!first) {
    const road: Caminho = {
      impedem: [],
      ilegivel: true,
      avisos: [],
      casos: [],
      perdidas: plantedIn(remessa),
    };
    return { comoLida: road, corrigida: road };
  }
  let lido = first;
  let colunas = readColumns(sheet, lido, sheet.cabecalho.map(unreadColumn));
  const comoLida = audit(remessa, sheet, lido, colunas);
  for (let versao = 0; versao < CORRECOES; versao += 1) {
    const typed = correctionOf(lido, warningsOf(lido, colunas), impresso, planilha, versao);
    const corrected = typed && correctedQuestions(lido, typed);
    if (corrected && !isDeepStrictEqual(corrected.perguntas, lido.perguntas)) {
      colunas = readColumns(sheet, corrected, columnsToMatch(colunas, lido, typed.perguntas));
      lido = corrected;
      continue;
    }
    lido = corrected ?? lido;
    const chosen = columnsChosen(lido, colunas, impresso, planilha, versao);
    if (!chosen) break;
    colunas = readColumns(sheet, lido, correctedColumns(colunas, chosen.colunas, lido.perguntas));
  }
  return { comoLida, corrigida: audit(remessa, sheet, lido, colunas) };
}
