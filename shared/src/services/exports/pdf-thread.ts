import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer as bytesOf } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { OPEN_RANGE } from '../../domain/exports/signed-pdf/byte-range.ts';
import { SUBFILTER } from '../../domain/exports/signed-pdf/cms.ts';
import type { PdfBloco, PdfCelula, PdfColuna, PdfDocumento, PdfLinha, PdfTrecho } from './pdf.ts';

/** Types of the used parts of pdfmake 0.3, whose own types need `lib="dom"`. Documents are checked only by tests. */
type PdfMake = {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  setTableLayouts(layouts: Record<string, Record<string, unknown>>): void;
  createPdf(document: Record<string, unknown>): { getStream(): Promise<Laid> };
};
/** The used parts of pdfkit's document, laid out and not yet ended. */
type Laid = Readable & {
  end(): void;
  page: { dictionary: Ref; annotations: unknown[] };
  _root: { data: { Pages: { data: { Count: number } }; AcroForm?: Ref; Perms?: unknown } };
  ref(data: Record<string, unknown>): Ref;
  initForm(): void;
  file(src: Buffer, options: Record<string, unknown>): unknown;
};
type Ref = { data: Record<string, unknown>; end(): void };
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
const TOM: Record<NonNullable<PdfTrecho['tom']>, Content> = {
  forte: { bold: true },
  discreto: { color: DISCRETA, fontSize: 8 },
  bom: { color: '#0b6b4f', bold: true },
  mau: { color: '#b42318', bold: true },
  alerta: { color: '#8a5300', bold: true },
};
const QR_LADO = 84;
const CANTO = 132;
const BARRA_LARGURA = 90;
/** Maximum lines under a heading that are kept together on one page. */
const LINHAS_JUNTAS = 18;

const TEXTO_MAX = 3000;
/** Matches where a long word is split, because the layout would try letter by letter for minutes. */
const PALAVRA = /[^\s]{64}(?=[^\s])/gu;

/** Removes characters without shape (direction marks, joiners, controls), which would be empty boxes. */
function plain(text: string): string {
  const drawn = text.slice(0, TEXTO_MAX * 2).replace(/[^\P{C}\n]/gu, '');
  const cut =
    drawn.length > TEXTO_MAX ? `${drawn.slice(0, TEXTO_MAX).replace(/[\ud800-\udbff]$/, '')}…` : drawn;
  return cut.replace(PALAVRA, '$& ');
}

const runsOf = (linha: PdfLinha): Content => ({
  text: linha.map(({ texto, tom }) => ({ text: plain(texto), ...(tom ? TOM[tom] : {}) })),
});

function cell(value: PdfCelula, { direita }: PdfColuna): Content {
  const alignment = direita ? 'right' : 'left';
  if (typeof value === 'string') return { text: plain(value), alignment };
  if ('linhas' in value) return { stack: value.linhas.map(runsOf), alignment };
  const share = Math.min(1, Math.max(0, value.parte));
  return {
    canvas: [
      { type: 'rect', x: 0, y: 2, w: BARRA_LARGURA, h: 7, color: BARRA_FUNDO },
      ...(share > 0
        ? [{ type: 'rect', x: 0, y: 2, w: BARRA_LARGURA * share, h: 7, color: value.cor ?? BARRA }]
        : []),
    ],
  };
}

function tableOf({ titulo, nota, colunas, linhas }: Extract<PdfBloco, { tipo: 'tabela' }>): Content {
  const over = titulo === undefined && nota === undefined ? [] : [headingRow(titulo, nota, colunas.length)];
  return {
    layout: 'linhas',
    margin: [0, 2, 0, 8],
    table: {
      headerRows: 1 + over.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: colunas.map(({ largura }) => largura),
      body: [
        ...over,
        colunas.map(({ titulo: text, direita }) => ({
          text: plain(text),
          style: 'cabecalho',
          alignment: direita ? 'right' : 'left',
        })),
        ...linhas.map((linha) => colunas.map((coluna, n) => cell(linha[n] ?? '', coluna))),
      ],
    },
  };
}

function headingRow(titulo: string | undefined, nota: PdfLinha | undefined, columns: number): Content[] {
  const stack = [
    ...(titulo === undefined ? [] : [{ text: plain(titulo), style: 'quadro' }]),
    ...(nota === undefined ? [] : [runsOf(nota)]),
  ];
  return [{ colSpan: columns, stack }, ...Array.from({ length: columns - 1 }, () => ({}))];
}

function contentOf(bloco: PdfBloco): Content {
  switch (bloco.tipo) {
    case 'secao':
      return { text: plain(bloco.titulo), style: 'secao' };
    case 'texto':
      return { text: plain(bloco.texto), style: bloco.discreto ? 'discreto' : 'texto' };
    case 'linhas':
      return { stack: bloco.linhas.map(runsOf), style: 'texto' };
    case 'fatos':
      return {
        layout: 'noBorders',
        margin: [0, 0, 0, 8],
        table: {
          widths: [bloco.rotulo ?? 170, '*'],
          body: bloco.fatos.map(([rotulo, valor]) => [
            { text: plain(rotulo), color: DISCRETA },
            { text: plain(valor) },
          ]),
        },
      };
    case 'destaque':
      return {
        stack: [
          { text: plain(bloco.rotulo), style: 'cabecalho' },
          { text: plain(bloco.valor), style: 'valor' },
          ...bloco.linhas.map(runsOf),
        ],
      };
    case 'colunas':
      return {
        columnGap: 14,
        columns: bloco.colunas.map(({ largura, blocos }) => ({
          width: largura,
          stack: blocos.map(contentOf),
        })),
      };
    case 'tabela':
      return tableOf(bloco);
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

const documento = workerData as PdfDocumento;

pdfmake.setFonts({ Roboto: ROBOTO });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(ROBOTO).includes(path));
pdfmake.setTableLayouts({
  linhas: {
    hLineWidth: (i: number, node: Table) => (i === 0 || i === node.table.body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    paddingLeft: (i: number) => (i === 0 ? 0 : 4),
    hLineColor: () => LINHA,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
});
function headOf({ titulo, subtitulo, abertura = [], canto }: PdfDocumento): Content {
  const stack = [
    { text: plain(titulo), style: 'titulo' },
    { text: plain(subtitulo ?? ''), style: 'subtitulo' },
    ...abertura.map(contentOf),
  ];
  if (!canto) return { stack };
  const corner = [
    { qr: canto.qr, fit: QR_LADO, eccLevel: 'M', alignment: 'right' },
    ...canto.linhas.map((linha) => ({ text: plain(linha), style: 'cabecalho', alignment: 'right' })),
  ];
  return {
    columnGap: 14,
    margin: [0, 0, 0, 10],
    columns: [
      { width: '*', stack },
      { width: CANTO, stack: corner },
    ],
  };
}

/** Lays out `front` under the title, and `rest` from a new page on. */
function layOut(front: readonly PdfBloco[], rest: readonly PdfBloco[]): Promise<Laid> {
  return pdfmake
    .createPdf({
      version: '1.7',
      pageSize: 'A4',
      pageMargins: [44, 44, 44, 54],
      language: 'pt-BR',
      displayTitle: true,
      info: { title: plain(documento.titulo), creator: 'Escuta', producer: 'Escuta' },
      defaultStyle: { font: 'Roboto', fontSize: 9, color: TINTA, lineHeight: 1.15 },
      styles: {
        titulo: { fontSize: 19, bold: true },
        subtitulo: { fontSize: 11, color: DISCRETA, margin: [0, 2, 0, 10] },
        secao: { fontSize: 13, bold: true, margin: [0, 12, 0, 5] },
        quadro: { fontSize: 10.5, bold: true },
        texto: { margin: [0, 0, 0, 6] },
        discreto: { fontSize: 8, color: DISCRETA, margin: [0, 1, 0, 4] },
        cabecalho: { fontSize: 8, color: DISCRETA },
        valor: { fontSize: 30, bold: true },
      },
      content: [
        headOf(documento),
        ...front.map(contentOf),
        ...(front.length > 0 && rest.length > 0
          ? [{ stack: rest.map(contentOf), pageBreak: 'before' }]
          : rest.map(contentOf)),
      ],
      footer: (page: number, pages: number) => ({
        margin: [44, 16, 44, 0],
        fontSize: 8,
        color: DISCRETA,
        columns: [
          { text: plain(documento.rodape), width: '*' },
          { text: `${page} de ${pages}`, width: 60, alignment: 'right' },
        ],
      }),
    })
    .getStream();
}

async function frontOf({ frente }: PdfDocumento): Promise<readonly PdfBloco[]> {
  if (!frente) return [];
  for (const versao of frente.versoes.slice(0, -1)) {
    const { Count } = (await layOut(versao, []))._root.data.Pages.data;
    if (Count <= frente.paginas) return versao;
  }
  return frente.versoes.at(-1) ?? [];
}

/** Adds an invisible field for one signature that allows no later change (ISO 32000-2, §12.7.5.5 and §12.8.2.2). */
function addSignatureField(
  laid: Laid,
  { bytes, em, autor, motivo }: NonNullable<PdfDocumento['assinatura']>,
): void {
  const text = (value: string) => new String(value);
  const signature = laid.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER,
    ByteRange: [...OPEN_RANGE],
    Contents: Buffer.alloc(bytes),
    M: new Date(em),
    Name: text(autor),
    Reason: text(motivo),
    Reference: [
      {
        Type: 'SigRef',
        TransformMethod: 'DocMDP',
        TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
      },
    ],
  });
  signature.end();
  const field = laid.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('Assinatura'),
    // The field is invisible (an empty rectangle), printed and locked.
    F: 132,
    Rect: [0, 0, 0, 0],
    P: laid.page.dictionary,
    V: signature,
  });
  field.end();
  laid.page.annotations.push(field);
  laid.initForm();
  const form = laid._root.data.AcroForm;
  if (!form) throw new Error('pdfkit made no form');
  // The form contains only the signature, which readers need not draw.
  form.data.Fields = [field];
  form.data.SigFlags = 3;
  delete form.data.NeedAppearances;
  laid._root.data.Perms = { DocMDP: signature };
}

const laid = await layOut(await frontOf(documento), documento.blocos);
if (documento.anexo) {
  const { nome, descricao, tipo, texto } = documento.anexo;
  laid.file(Buffer.from(texto), { name: nome, description: descricao, type: tipo, relationship: 'Data' });
}
if (documento.assinatura) addSignatureField(laid, documento.assinatura);
laid.end();
parentPort?.postMessage(await bytesOf(laid));
