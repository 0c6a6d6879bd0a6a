/** A printed questionnaire and its sheet as real files, read by the product's own readers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';
import { docxOf, paragraph, pdfOfLines, table } from '../../../tests/support/documents.ts';
import { readDocument } from '../../../worker/src/reading/read-document.ts';
import { readSheetFile } from '../../../worker/src/reading/sheet/read-sheet-file.ts';
import type { Linha } from './line.ts';
import type { Planilha } from './sheet.ts';

export const FORMATOS = ['docx', 'pdf', 'txt'] as const;
export type Formato = (typeof FORMATOS)[number];

/** A table row as plain text: columns padded with blanks. */
const inColumns = (row: readonly string[]): string =>
  row
    .map((cell) => cell.padEnd(24))
    .join('   ')
    .trimEnd();

/** Splits a row with multi-line cells into the rows that a page shows. */
function shownRows(row: readonly string[]): string[][] {
  const lines = row.map((cell) => cell.split('\n'));
  const height = Math.max(...lines.map((own) => own.length));
  return Array.from({ length: height }, (_, at) => lines.map((own) => own[at] ?? ''));
}

/** Writes a document's file with blank lines between paragraphs, as programs usually do. */
export function documentFile(linhas: readonly Linha[], formato: Formato): Buffer {
  if (formato === 'docx') {
    return docxOf(
      linhas.map((linha) => (typeof linha === 'string' ? paragraph(linha) : table(linha))).join(''),
    );
  }
  const rows = linhas.flatMap((linha) => (typeof linha === 'string' ? [[linha]] : linha.flatMap(shownRows)));
  if (formato === 'pdf')
    return pdfOfLines(rows.flatMap((cells) => (cells.length > 1 ? [cells] : wrapParagraph(cells[0] ?? ''))));
  return Buffer.from(`${rows.map(inColumns).join('\n')}\n`);
}

/** Characters of a line of the PDF. */
const WIDTH = 95;

/** Wraps a paragraph to the page's width. */
function wrapParagraph(texto: string): string[][] {
  const lines = [''];
  for (const word of texto.split(' ')) {
    const last = lines.at(-1) as string;
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => [line]);
}

/** Reads a questionnaire as the product does; null if no question is recognised. */
export async function readDocumentFile(bytes: Buffer, formato: Formato): Promise<QuestionarioLido | null> {
  const lido = readQuestionnaire(await readDocument(bytes, `questionario.${formato}`));
  return lido.perguntas.length === 0 ? null : lido;
}

const quoteCell = (cell: string): string => (/[;"\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function sheetFile({ cabecalho, linhas }: Planilha, formato: 'xlsx' | 'csv'): Promise<Buffer> {
  if (formato === 'csv') {
    return Buffer.from([cabecalho, ...linhas].map((row) => row.map(quoteCell).join(';')).join('\r\n'));
  }
  const colunas = cabecalho.map((titulo) => ({ titulo }));
  const rows = linhas.map((row) =>
    row.map((cell) => (/^\d{1,9}$/u.test(cell) && !cell.startsWith('0') ? Number(cell) : cell)),
  );
  const parts: Buffer[] = [];
  for await (const part of writeXlsx([{ nome: 'Dados', colunas, linhas: [rows] }])) parts.push(part);
  return Buffer.concat(parts);
}

/** Writes a sheet to a file and reads it with the product's reader. */
export async function throughFile(
  planilha: Planilha,
  formato: 'xlsx' | 'csv',
): Promise<{ cabecalho: string[]; linhas: LinhaLida[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'verdade-'));
  try {
    const path = join(folder, 'respostas');
    await writeFile(path, await sheetFile(planilha, formato));
    const linhas: LinhaLida[] = [];
    const { cabecalho } = await readSheetFile(
      path,
      `respostas.${formato}`,
      async (some) => void linhas.push(...some),
    );
    return { cabecalho, linhas };
  } finally {
    await rm(folder, { recursive: true });
  }
}
