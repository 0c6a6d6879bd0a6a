/** Builds documents as Word and programs that print to PDF write them. */
import { zipOf } from './archives.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string => text.replace(/[&<>]/gu, (letter) => ESCAPES[letter] ?? letter);

/** Builds a paragraph of Word. @param list present if Word numbers the paragraph */
export const paragraph = (text: string, list?: { level: number }): string =>
  `<w:p>${list ? `<w:pPr><w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="1"/></w:numPr></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
/** Builds a table of Word; each cell has one paragraph. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** Builds a .docx from a body's XML. @param more further entries of the package, by name */
export function docxOf(body: string, more: Record<string, string> = {}): Buffer {
  const ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>',
    'word/numbering.xml': `<?xml version="1.0"?><w:numbering ${ns}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${ns}><w:body>${body}</w:body></w:document>`,
    ...more,
  };
  return zipOf(Object.entries(files).map(([nome, text]) => ({ nome, dados: Buffer.from(text) })));
}

/**
 * Builds a PDF from its pages' drawing operators (Latin-1; font F). @param trailer further entries of the trailer
 * @param page further entries of each page ('/Rotate 90')
 */
export function pdfOf(pages: readonly string[], trailer = '', page = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((operators, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>${page}>>`,
      `<</Length ${operators.length}>>stream\n${operators}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** Characters whose codes in WinAnsi differ from Latin-1, and replacements for characters that WinAnsi lacks. */
const WIN_ANSI: Record<string, string> = {
  '–': '\u0096',
  '—': '\u0097',
  '“': '\u0093',
  '”': '\u0094',
  '…': '\u0085',
  '•': '\u0095',
  '→': '->',
  '☐': '[ ]',
};
const LINES_A_PAGE = 56;
const COLUMN_PT = 130;
/** Number of letters that fit a column; rows with longer cells use smaller type. */
const COLUMN_LETTERS = 27;
/**
 * Number of columns that fit a page. If a row has more, its columns are narrower, with smaller type and wrapped words.
 */
const COLUMNS = 4;
const [FIRST_PT, OTHERS_PT] = [150, 385];

/** Measures a text's width as a number of lower-case letters; capitals are a third wider. */
const extent = (text: string): number => text.length + (text.match(/\p{Lu}/gu)?.length ?? 0) / 3;

/** Breaks the text of a cell into lines narrower than `width` lower-case letters. */
function inLines(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/ |(?<=\/)/u)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && extent(last) + extent(word) >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last}${last.endsWith('/') ? '' : ' '}${word}`;
  }
  return lines;
}

type Placed = { x: number; text: string; size: number };

/** Places a row's cells in columns; a row with more cells than COLUMNS may need several lines. */
function placedRow(cells: readonly string[]): Placed[][] {
  if (cells.length <= COLUMNS) {
    const size = cells.slice(0, -1).some((cell) => cell.length > COLUMN_LETTERS) ? 5 : 9;
    return [cells.map((text, column) => ({ x: 30 + column * COLUMN_PT, text, size }))];
  }
  const step = OTHERS_PT / (cells.length - 1);
  const columns = cells.map((text, column) => ({
    x: column === 0 ? 30 : 30 + FIRST_PT + (column - 1) * step,
    lines: inLines(text, Math.floor((column === 0 ? FIRST_PT : step) / 3.6) - 2),
  }));
  return Array.from({ length: Math.max(...columns.map(({ lines }) => lines.length)) }, (_, line) =>
    columns.flatMap(({ x, lines }) => {
      const text = lines[line] ?? '';
      return text === '' ? [] : [{ x, text, size: 7 }];
    }),
  );
}

/** Builds a PDF from lines over several pages; a line's cells become columns. */
export function pdfOfLines(lines: readonly (readonly string[])[]): Buffer {
  const shown = (text: string): string =>
    text.replace(/[–—“”…•→☐]/gu, (sign) => WIN_ANSI[sign] ?? sign).replace(/[\\()]/gu, '\\$&');
  const rows = lines.flatMap(placedRow);
  const pages: string[] = [];
  for (let at = 0; at === 0 || at < rows.length; at += LINES_A_PAGE) {
    const operators = rows
      .slice(at, at + LINES_A_PAGE)
      .flatMap((row, line) =>
        row.map(
          ({ x, text, size }) => `/F ${size} Tf 1 0 0 1 ${x} ${810 - line * 14} Tm (${shown(text)}) Tj`,
        ),
      );
    pages.push(`BT ${operators.join(' ')} ET`);
  }
  return pdfOf(pages);
}

/** Words at a position of a page, points from its lower left corner. */
export type TextoNaPagina = {
  x: number;
  y: number;
  texto: string;
  tamanho?: number;
  /** Number of quarter turns to the left: with 1 the words run upwards. */
  giro?: 0 | 1 | 2 | 3;
  /** True if the words are marked as an artifact of the page (a header or footer), not as its text. */
  margem?: boolean;
};

const TURNS = ['1 0 0 1', '0 1 -1 0', '-1 0 0 -1', '0 -1 1 0'] as const;

/** Writes the operators that draw texts on a page, in the given order. */
export const drawText = (texts: readonly TextoNaPagina[]): string =>
  texts
    .map(({ x, y, texto, tamanho = 10, giro = 0, margem }) => {
      const shown = texto
        .replace(/[–—“”…•→☐]/gu, (sign) => WIN_ANSI[sign] ?? sign)
        .replace(/[\\()]/gu, '\\$&');
      const text = `BT /F ${tamanho} Tf ${TURNS[giro]} ${x} ${y} Tm (${shown}) Tj ET`;
      return margem ? `/Artifact <</Type/Pagination>> BDC ${text} EMC` : text;
    })
    .join('\n');

/** Places lines one below the other from a position on, `step` points apart; leaves out empty lines. */
export const columnOf = (x: number, y: number, linhas: readonly string[], step = 14): TextoNaPagina[] =>
  linhas.map((texto, at) => ({ x, y: y - at * step, texto })).filter(({ texto }) => texto !== '');

/** Builds an .odt from the XML of its text. @param styles automatic styles @param header content of the page header */
export function odtOf(body: string, styles = '', header = ''): Buffer {
  const ns = ['office', 'style', 'text', 'table', 'draw', 'form', 'fo', 'loext']
    .map((name) => `xmlns:${name}="urn:${name}"`)
    .join(' ');
  const files = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content ${ns}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': `<?xml version="1.0"?><office:document-styles ${ns}><office:master-styles><style:master-page style:name="Standard">${header === '' ? '' : `<style:header>${header}</style:header>`}</style:master-page></office:master-styles></office:document-styles>`,
    'META-INF/manifest.xml':
      '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="/"/></manifest:manifest>',
  };
  return zipOf(Object.entries(files).map(([nome, text]) => ({ nome, dados: Buffer.from(text) })));
}
