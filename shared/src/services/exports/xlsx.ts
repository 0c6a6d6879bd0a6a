/**
 * Streams XLSX (ECMA-376, SpreadsheetML) by batches. Cells are typed; texts have format '@', so that editing creates no
 * formula.
 */
import { type Cell, cellText, clockOf, digitsOf, isDay, partsOfDay, type Row } from './cells.ts';
import { writeZip, type ZipEntry } from './zip.ts';

export type Coluna = { titulo: string /** Width in characters; by default 14. */; largura?: number };
export type Planilha = {
  nome: string;
  colunas: readonly Coluna[];
  /** Batches, because single rows would each cost an event loop turn. */
  linhas: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
};
/** Rows and bytes of XML after which another sheet begins. */
type Limites = { linhas: number; bytes: number };

export const COLUNAS_MAX = 16_384;
const LINHAS_MAX = 1_048_576;
const NOME_MAX = 31;
/** Maximum bytes of a sheet's XML: from 4 GiB on, a file needs 'zip64', which some readers lack. */
const XML_MAX = 3_500_000_000;
const LARGURA = 14;

const STYLE = { cabecalho: 1, texto: 2, dia: 3, momento: 4, casas: { 1: 5, 2: 6, 4: 7 } } as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="#,##0.0"/><numFmt numFmtId="167" formatCode="#,##0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="167" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Names no sheet, because sheets have the default type for XML parts. */
const CONTENT_TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;
const ROOT_RELS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML, including '_x0041_', which Excel reads as 'A'. */
const escapeXml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);

/** Excel's column name by index: 0 → A, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  }
  return name;
}

/** Days since 30 December 1899; null before March 1900, because Excel counts a false 29 February 1900. */
function serialOf(ano: number, mes: number, dia: number, segundos = 0): number | null {
  const serial = (Date.UTC(ano, mes - 1, dia) - Date.UTC(1899, 11, 30)) / 86_400_000;
  if (serial < 61) return null;
  return Math.round((serial + segundos / 86_400) * 1e9) / 1e9;
}

const textCell = (ref: string, text: string, style: number): string =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cellText(text))}</t></is></c>`;

const numberCell = (ref: string, digits: string, style?: number): string =>
  style === undefined
    ? `<c r="${ref}"><v>${digits}</v></c>`
    : `<c r="${ref}" s="${style}"><v>${digits}</v></c>`;

function cellXml(ref: string, cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(ref, cell, STYLE.texto);
  if (typeof cell === 'number') {
    const digits = digitsOf(cell);
    return digits === null ? '' : numberCell(ref, digits);
  }
  if (cell instanceof Date) {
    const at = clockOf(cell);
    if (!at) return '';
    const seconds = Number(at.hora) * 3600 + Number(at.minuto) * 60 + Number(at.segundo);
    const serial = serialOf(Number(at.ano), Number(at.mes), Number(at.dia), seconds);
    return serial === null
      ? textCell(ref, `${at.dia}/${at.mes}/${at.ano} ${at.hora}:${at.minuto}`, STYLE.texto)
      : numberCell(ref, String(serial), STYLE.momento);
  }
  if (isDay(cell)) {
    const day = partsOfDay(cell.dia);
    const serial = day && serialOf(day.ano, day.mes, day.dia);
    if (serial) return numberCell(ref, String(serial), STYLE.dia);
    return textCell(ref, day ? cell.dia.split('-').reverse().join('/') : cell.dia, STYLE.texto);
  }
  const digits = digitsOf(cell.numero);
  return digits === null ? '' : numberCell(ref, digits, STYLE.casas[cell.casas]);
}

function sheetName(nome: string, taken: Set<string>): string {
  const plain = cellText(nome)
    .replace(/[[\]:*?/\\\t\r\n]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim();
  const base = plain || 'Planilha';
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` (${n})`;
    const name = `${base.slice(0, NOME_MAX - end.length).replace(/[\ud800-\udbff]$/, '')}${end}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function sheetHead(colunas: readonly Coluna[]): string {
  const cols = colunas
    .map(
      ({ largura }, n) =>
        `<col min="${n + 1}" max="${n + 1}" width="${largura ?? LARGURA}" customWidth="1"/>`,
    )
    .join('');
  const titles = colunas
    .map(({ titulo }, n) => textCell(`${columnName(n)}1`, titulo, STYLE.cabecalho))
    .join('');
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols}</cols><sheetData><row r="1">${titles}</row>`;
}

class Rows {
  readonly #source: AsyncIterator<readonly Row[]> | Iterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;

  constructor(linhas: Planilha['linhas']) {
    this.#source =
      Symbol.asyncIterator in linhas ? linhas[Symbol.asyncIterator]() : linhas[Symbol.iterator]();
  }

  /** The current, partly read batch; null at the end. */
  async atHand(): Promise<readonly Row[] | null> {
    while (this.#next >= this.#batch.length) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#batch = value;
      this.#next = 0;
    }
    return this.#next === 0 ? this.#batch : this.#batch.slice(this.#next);
  }

  take(n: number): void {
    this.#next += n;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function* sheetXml(colunas: readonly Coluna[], rows: Rows, limites: Limites): AsyncGenerator<string> {
  const names = colunas.map((_, n) => columnName(n));
  const head = sheetHead(colunas);
  yield head;
  let bytes = Buffer.byteLength(head);
  let line = 1;
  while (line === 1 || (line < limites.linhas && bytes < limites.bytes)) {
    const batch = await rows.atHand();
    if (!batch) break;
    let xml = '';
    let taken = 0;
    for (const row of batch) {
      if (line >= limites.linhas) break;
      line += 1;
      taken += 1;
      let cells = '';
      for (let n = 0; n < names.length; n += 1) cells += cellXml(`${names[n]}${line}`, row[n] ?? null);
      xml += `<row r="${line}">${cells}</row>`;
    }
    rows.take(taken);
    bytes += Buffer.byteLength(xml);
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

async function* entriesOf(planilhas: readonly Planilha[], limites: Limites): AsyncGenerator<ZipEntry> {
  yield { path: '[Content_Types].xml', data: [CONTENT_TYPES] };
  yield { path: '_rels/.rels', data: [ROOT_RELS] };
  yield { path: 'xl/styles.xml', data: [STYLES] };
  const names: string[] = [];
  const taken = new Set<string>();
  for (const { nome, colunas, linhas } of planilhas) {
    const rows = new Rows(linhas);
    try {
      do {
        names.push(sheetName(nome, taken));
        yield { path: `xl/worksheets/sheet${names.length}.xml`, data: sheetXml(colunas, rows, limites) };
      } while (await rows.atHand());
    } finally {
      await rows.close();
    }
  }
  const sheets = names
    .map((name, n) => `<sheet name="${escapeXml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('');
  yield {
    path: 'xl/workbook.xml',
    data: [
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELS}"><bookViews><workbookView/></bookViews><sheets>${sheets}</sheets></workbook>`,
    ],
  };
  const links = names
    .map(
      (_, n) =>
        `<Relationship Id="rId${n + 1}" Type="${RELS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
    )
    .join('');
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    data: [
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${links}<Relationship Id="rId${names.length + 1}" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
}

/**
 * A workbook, streamed; a full sheet continues in another ('Respostas (2)'). If the reader stops, the source ends.
 * @throws RangeError for more columns than Excel has
 */
export function writeXlsx(
  planilhas: readonly Planilha[],
  limites: Limites = { linhas: LINHAS_MAX, bytes: XML_MAX },
): AsyncGenerator<Buffer> {
  for (const { nome, colunas } of planilhas) {
    if (colunas.length > COLUNAS_MAX) throw new RangeError(`${nome}: ${colunas.length} colunas`);
  }
  return writeZip(entriesOf(planilhas, limites));
}
