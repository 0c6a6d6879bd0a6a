import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfBloco, PdfCelula, PdfColuna, PdfDocumento } from './pdf.ts';

/** The used part of pdfmake 0.3, whose own types need `lib="dom"`. Only tests check documents. */
type PdfMake = {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  setTableLayouts(layouts: Record<string, Record<string, unknown>>): void;
  createPdf(document: Record<string, unknown>): { getBuffer(): Promise<Uint8Array> };
};
type Content = Record<string, unknown>;
type Table = { table: { body: readonly unknown[] } };

const load = createRequire(import.meta.url);
const pdfmake = load('pdfmake') as PdfMake;
const FONTS = join(dirname(load.resolve('pdfmake/package.json')), 'fonts/Roboto');
const font = (name: string) => join(FONTS, `Roboto-${name}.ttf`);
const ROBOTO = {
  normal: font('Regular'),
  bold: font('Medium'),
  italics: font('Italic'),
  bolditalics: font('MediumItalic'),
};

const TINTA = '#1f2933';
const DISCRETA = '#5b6770';
const LINHA = '#d5dade';
const BARRA = '#0f766e';
const BARRA_FUNDO = '#e8ecee';
const BARRA_LARGURA = 90;
/** Most lines of a table kept on one page with its heading. */
const LINHAS_JUNTAS = 18;

const TEXTO_MAX = 3000;
/** Splits long words, which the layout would try letter by letter for minutes. */
const PALAVRA = /[^\s]{60}(?=[^\s])/gu;

/** Drawable text: characters without shape (direction marks, joiners, controls) would be empty boxes. */
function plain(text: string): string {
  const drawn = text.slice(0, TEXTO_MAX * 2).replace(/[^\P{C}\n]/gu, '');
  const cut =
    drawn.length > TEXTO_MAX ? `${drawn.slice(0, TEXTO_MAX).replace(/[\ud800-\udbff]$/, '')}…` : drawn;
  return cut.replace(PALAVRA, '$& ');
}

function cell(value: PdfCelula, { direita }: PdfColuna): Content {
  if (typeof value === 'string') {
    return { text: plain(value), alignment: direita ? 'right' : 'left' };
  }
  const share = Math.min(1, Math.max(0, value.parte));
  return {
    canvas: [
      { type: 'rect', x: 0, y: 2, w: BARRA_LARGURA, h: 7, color: BARRA_FUNDO },
      ...(share > 0 ? [{ type: 'rect', x: 0, y: 2, w: BARRA_LARGURA * share, h: 7, color: BARRA }] : []),
    ],
  };
}

function contentOf(bloco: PdfBloco): Content {
  switch (bloco.tipo) {
    case 'secao':
      return { text: plain(bloco.titulo), style: 'secao' };
    case 'texto':
      return { text: plain(bloco.texto), style: bloco.discreto ? 'discreto' : 'texto' };
    case 'fatos':
      return {
        layout: 'noBorders',
        margin: [0, 0, 0, 8],
        table: {
          widths: [170, '*'],
          body: bloco.fatos.map(([rotulo, valor]) => [
            { text: plain(rotulo), color: DISCRETA },
            { text: plain(valor) },
          ]),
        },
      };
    case 'tabela':
      return {
        layout: 'linhas',
        margin: [0, 2, 0, 8],
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: bloco.colunas.map(({ largura }) => largura),
          body: [
            bloco.colunas.map(({ titulo, direita }) => ({
              text: plain(titulo),
              style: 'cabecalho',
              alignment: direita ? 'right' : 'left',
            })),
            ...bloco.linhas.map((linha) => bloco.colunas.map((coluna, n) => cell(linha[n] ?? '', coluna))),
          ],
        },
      };
    case 'quadro': {
      const lines = bloco.blocos.reduce((n, one) => n + (one.tipo === 'tabela' ? one.linhas.length : 1), 0);
      return {
        unbreakable: lines <= LINHAS_JUNTAS,
        margin: [0, 6, 0, 4],
        stack: [
          { text: plain(bloco.titulo), style: 'quadro' },
          ...(bloco.nota ? [{ text: plain(bloco.nota), style: 'discreto' }] : []),
          ...bloco.blocos.map(contentOf),
        ],
      };
    }
  }
}

const { titulo, subtitulo, rodape, blocos } = workerData as PdfDocumento;
pdfmake.setFonts({ Roboto: ROBOTO });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(ROBOTO).includes(path));
pdfmake.setTableLayouts({
  linhas: {
    hLineWidth: (i: number, node: Table) => (i === 0 || i === node.table.body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => LINHA,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
});
const made = pdfmake.createPdf({
  pageSize: 'A4',
  pageMargins: [44, 44, 44, 54],
  language: 'pt-BR',
  info: { title: plain(titulo), creator: 'Escuta', producer: 'Escuta' },
  defaultStyle: { font: 'Roboto', fontSize: 9, color: TINTA, lineHeight: 1.15 },
  styles: {
    titulo: { fontSize: 19, bold: true },
    subtitulo: { fontSize: 11, color: DISCRETA, margin: [0, 2, 0, 10] },
    secao: { fontSize: 13, bold: true, margin: [0, 12, 0, 5] },
    quadro: { fontSize: 10.5, bold: true },
    texto: { margin: [0, 0, 0, 6] },
    discreto: { fontSize: 8, color: DISCRETA, margin: [0, 1, 0, 4] },
    cabecalho: { fontSize: 8, color: DISCRETA },
  },
  content: [
    { text: plain(titulo), style: 'titulo' },
    { text: plain(subtitulo ?? ''), style: 'subtitulo' },
    ...blocos.map(contentOf),
  ],
  footer: (page: number, pages: number) => ({
    margin: [44, 16, 44, 0],
    fontSize: 8,
    color: DISCRETA,
    columns: [
      { text: plain(rodape), width: '*' },
      { text: `${page} de ${pages}`, width: 60, alignment: 'right' },
    ],
  }),
});
const bytes = await made.getBuffer();
parentPort?.postMessage(bytes);
