/** Reads a sheet of calls with the product's own functions, from the file to the calls that an import would create. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinoColuna, DirecaoPlanilha } from '@escuta/shared/domain/call-sheet/fields';
import { findHeading } from '@escuta/shared/domain/call-sheet/heading';
import { legIndexOf } from '@escuta/shared/domain/call-sheet/leg-index';
import {
  openQuestion,
  orderOfDates,
  SheetFigures,
  suggestedMapping,
} from '@escuta/shared/domain/call-sheet/recognise';
import { type LigacaoLida, RowReader } from '@escuta/shared/domain/call-sheet/row';
import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import JSZip from 'jszip';
import { readCall } from '../../worker/src/imports/rows-of-call.ts';
import { readRowsFile } from '../../worker/src/reading/sheet/read-sheet-file.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A cell of a generated workbook: a text, or a formula with its saved value. */
export type Celula = string | { formula: string; valor: string };
export type Aba = { nome: string; oculta?: boolean; linhas: readonly (readonly Celula[])[] };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cellXml = (cell: Celula, at: string): string =>
  typeof cell === 'string'
    ? `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
    : `<c r="${at}"><f>${escapeXml(cell.formula)}</f><v>${cell.valor}</v></c>`;

/**
 * Writes a workbook in the form in which spreadsheet libraries write it.
 * @param recalcula true if the workbook requests a recalculation when it is opened
 */
export function workbook(abas: readonly Aba[], recalcula = false): Promise<Buffer> {
  const zip = new JSZip();
  const part = (path: string, root: string, ns: string, inside: string) =>
    zip.file(path, `<?xml version="1.0"?><${root} xmlns="${ns}" xmlns:r="${RELS}">${inside}</${root}>`);
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELS}/${kind}" Target="${target}"/>`;
  zip.file('[Content_Types].xml', '<Types/>');
  part('_rels/.rels', 'Relationships', PACKAGE, relation('r', 'officeDocument', 'xl/workbook.xml'));
  const sheets = abas.map(
    ({ nome, oculta }, n) =>
      `<sheet name="${escapeXml(nome)}" sheetId="${n + 1}" r:id="s${n}"${oculta ? ' state="hidden"' : ''}/>`,
  );
  const calc = recalcula ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : '';
  part('xl/workbook.xml', 'workbook', MAIN, `<sheets>${sheets.join('')}</sheets>${calc}`);
  const relations = abas.map((_, n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`));
  part('xl/_rels/workbook.xml.rels', 'Relationships', PACKAGE, relations.join(''));
  for (const [n, { linhas }] of abas.entries()) {
    const rows = linhas.map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
    );
    part(`xl/worksheets/sheet${n}.xml`, 'worksheet', MAIN, `<sheetData>${rows.join('')}</sheetData>`);
  }
  return zip.generateAsync({ type: 'nodebuffer' });
}

export type Pedido = {
  /** Direction chosen by a person. */
  direcao?: DirecaoPlanilha;
  /** Columns' meanings chosen by a person. */
  colunas?: DestinoColuna[];
  /** The sheet of the workbook that a person chose. */
  aba?: string;
};

/** Columns and rows that the product reads from a sheet of calls. */
export type Lida = {
  aba: string | null;
  origem: string | null;
  colunas: { titulo: string; sugestao: DestinoColuna; certa: boolean }[];
  /** Question that the product must ask a person before the import; null if it asks nothing. */
  pergunta: string | null;
  avisos: string[];
  ligacoes: LigacaoLida[];
  pernas: number;
  repetidas: number;
  recusadas: string[];
};

/** Writes the bytes to a temporary file, and reads all its rows as the product does. */
async function rowsOf(bytes: Buffer | string, nome: string, aba: string | null) {
  const folder = await mkdtemp(join(tmpdir(), 'casos-'));
  const linhas: LinhaLida[] = [];
  try {
    await writeFile(join(folder, 'planilha'), bytes);
    const fim = await readRowsFile(
      join(folder, 'planilha'),
      nome,
      async (some) => void linhas.push(...some),
      aba,
    );
    return { linhas, fim };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a sheet of calls as an import of the sheet does. */
export async function readCalls(bytes: Buffer | string, nome: string, pedido: Pedido = {}): Promise<Lida> {
  const { linhas, fim } = await rowsOf(bytes, nome, pedido.aba ?? null);
  const figures = new SheetFigures(findHeading(linhas));
  const table = linhas.filter((linha) => figures.add(linha));
  const { colunas, duracao, avisos, leitura } = figures.result(null, fim.semValor);
  const mapeamento = {
    ...suggestedMapping(colunas, duracao),
    ...(pedido.colunas ? { colunas: pedido.colunas } : {}),
    ...(pedido.direcao ? { direcao: pedido.direcao } : {}),
  };
  const { titulos, origem } = figures.cabecalho;
  const reader = new RowReader({
    titulos,
    mapeamento,
    ordem: orderOfDates(colunas, mapeamento),
    de1904: fim.de1904,
    ate: Date.UTC(2027, 0, 1),
    proprios: new Set(leitura.proprios),
  });
  const index = legIndexOf(origem, mapeamento.colunas);
  for (const { n, celulas } of table) index.add(n, reader.marks(celulas));
  const grupos = index.end();
  const calls = new Map<number, LinhaLida[]>();
  for (const linha of table) {
    const first = grupos.firstOf(linha.n);
    calls.set(first, [...(calls.get(first) ?? []), linha]);
  }
  const read = [...calls.values()].map((rows) => readCall(reader, rows));
  return {
    aba: fim.aba,
    origem,
    colunas,
    pergunta: openQuestion(colunas, mapeamento, { ...leitura, abas: pedido.aba ? [] : fim.abas }),
    avisos: [...fim.avisos, ...avisos],
    ligacoes: read.flatMap(({ chamada }) => (chamada ? [chamada.ligacao] : [])),
    pernas: read.reduce((sum, { pernas }) => sum + pernas.length, 0),
    repetidas: read.reduce((sum, { repetidas }) => sum + repetidas.length, 0),
    recusadas: read.flatMap(({ recusadas }) => recusadas.map(({ motivos }) => motivos.join('; '))),
  };
}

const callText = ({ numero, direcao, ramal, duracao, arquivo }: LigacaoLida): string =>
  [
    numero ?? '-',
    direcao && direcao !== 'duvida' ? DIRECAO_LABEL[direcao].toLowerCase() : '-',
    ramal ?? '-',
    duracao === null ? '-' : `${duracao} s`,
    ...(arquivo ? [arquivo] : []),
  ].join(' ');

/**
 * Describes the result in words, with refused rows and the open question: '11987651111 recebida 2001 80 s a.wav | -
 * interna 2002 5 s; 2 pernas'.
 */
export function outcomeOf({ ligacoes, pernas, repetidas, recusadas, pergunta }: Lida): string {
  return [
    ligacoes.map(callText).join(' | ') || 'nenhuma ligação',
    ...(pernas > 0 ? [`${pernas} pernas`] : []),
    ...(repetidas > 0 ? [`${repetidas} repetidas`] : []),
    ...recusadas.map((motivo) => `recusada: ${motivo}`),
    ...(pergunta ? [`pergunta: ${pergunta}`] : []),
  ].join('; ');
}

/** Reads a sheet and describes its calls in the words of `outcomeOf`. */
export const callsOf = async (bytes: Buffer | string, nome: string, pedido: Pedido = {}): Promise<string> =>
  outcomeOf(await readCalls(bytes, nome, pedido));
