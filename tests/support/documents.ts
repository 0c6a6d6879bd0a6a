/** Documents made piece by piece, as Word and printers of PDF write them. */
import { zipOf } from './archives.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string => text.replace(/[&<>]/gu, (letter) => ESCAPES[letter] ?? letter);

/** A paragraph of Word; with `list`, an item that Word numbers by itself. */
export const paragraph = (text: string, list?: { level: number }): string =>
  `<w:p>${list ? `<w:pPr><w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="1"/></w:numPr></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
/** A table of Word: each cell is one paragraph. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A .docx of a body's XML. @param more further entries of the package, by name */
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

/** A PDF: the drawing operators of its pages (Latin-1), and what its trailer says besides. The font is named F. */
export function pdfOf(pages: readonly string[], trailer = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((operators, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
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

/** Signs that WinAnsi has in other places than Latin-1, and stand-ins for those that it has not. */
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
/** With more cells than that a row is wide: it is written smaller. */
const MANY = 4;
const FIRST_PT = 210;
const WIDTH_PT = 535;

const COLUMN_LETTERS = 27;
const isWide = (cells: readonly string[]): boolean =>
  cells.length > MANY || cells.slice(0, -1).some((cell) => cell.length > COLUMN_LETTERS);

/** How far from the left edge a cell begins: the columns of a wide table are narrow, but for the first one. */
function columnAt(column: number, cells: number): number {
  if (cells <= MANY) return 30 + column * COLUMN_PT;
  return column === 0 ? 30 : 30 + FIRST_PT + ((column - 1) * (WIDTH_PT - FIRST_PT)) / (cells - 1);
}

/** A PDF of lines, a page after the other; cells of one line stand in columns beside each other. */
export function pdfOfLines(lines: readonly (readonly string[])[]): Buffer {
  const shown = (text: string): string =>
    text.replace(/[–—“”…•→☐]/gu, (sign) => WIN_ANSI[sign] ?? sign).replace(/[\\()]/gu, '\\$&');
  const pages: string[] = [];
  for (let at = 0; at === 0 || at < lines.length; at += LINES_A_PAGE) {
    const drawn = lines
      .slice(at, at + LINES_A_PAGE)
      .flatMap((cells, row) =>
        cells.map(
          (cell, column) =>
            `${isWide(cells) ? '/F 5 Tf' : '/F 9 Tf'} 1 0 0 1 ${columnAt(column, cells.length)} ${810 - row * 14} Tm (${shown(cell)}) Tj`,
        ),
      );
    pages.push(`BT /F 9 Tf ${drawn.join(' ')} ET`);
  }
  return pdfOf(pages);
}
