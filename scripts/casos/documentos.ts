// Questionnaires in the forms that Word, LibreOffice and PDF printers write: boxes that are no character, numbers
// outside the text, columns.
import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import { withUncertainOrder } from '@escuta/shared/domain/survey-file/rows/uncertain-order';
import {
  columnOf,
  docxOf,
  drawText,
  odtOf,
  paragraph,
  pdfOf,
  type TextoNaPagina,
  table,
} from '../../tests/support/documents.ts';
import { readDocument } from '../../worker/src/reading/read-document.ts';
import type { Caso, CasosDoTipo } from './case.ts';

const shown = (blocks: readonly Bloco[]): string =>
  blocks
    .map((block) =>
      block.tipo === 'linha'
        ? (block.celulas ?? [block.texto]).join(' | ')
        : `[${block.linhas.map((cells) => cells.join(' | ')).join(' / ')}]`,
    )
    .join(' ⏎ ');

/** Makes a function that shows a document's lines: '|' between the cells of a line, '[ / ]' around a table. */
const lines = (bytes: Buffer, nome: string) => async (): Promise<string> =>
  shown(await readDocument(bytes, nome));

/** Makes a function that shows the questions that the product reads from a document: code, kind and options. */
const questions = (bytes: Buffer, nome: string) => async (): Promise<string> => {
  const blocks = await readDocument(bytes, nome);
  const { perguntas } = withUncertainOrder(readQuestionnaire(blocks), blocks);
  return perguntas
    .map(({ codigo, tipo, opcoes }) =>
      [codigo, tipo, ...(opcoes.length > 0 ? [`(${opcoes.map(({ texto }) => texto).join(', ')})`] : [])].join(
        ' ',
      ),
    )
    .join(' · ');
};

// Word

const run = (inside: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${inside}</w:r>`;
const words = (text: string, properties = ''): string =>
  run(`<w:t xml:space="preserve">${text}</w:t>`, properties);
const p = (inside: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`;
const item = (text: string, numId: number, level = 0): string =>
  p(words(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`);
const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const box = control('<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>', words('☐'));
const field = (form: string, name: string, result = ''): string =>
  [
    run(`<w:fldChar w:fldCharType="begin"><w:ffData><w:enabled/>${form}</w:ffData></w:fldChar>`),
    run(`<w:instrText xml:space="preserve"> ${name} </w:instrText>`),
    run('<w:fldChar w:fldCharType="separate"/>'),
    result,
    run('<w:fldChar w:fldCharType="end"/>'),
  ].join('');
const sym = (char: string, font = 'Wingdings'): string => run(`<w:sym w:font="${font}" w:char="${char}"/>`);

type Nivel = readonly [formato: string, texto: string];
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** Makes a Word package with list definitions; `listas`: the levels of each list. */
const listed = (
  body: string,
  listas: readonly (readonly Nivel[])[],
  more: Record<string, string> = {},
): Buffer =>
  docxOf(body, {
    'word/numbering.xml': `<w:numbering ${WORD}>${listas
      .map(
        (niveis, at) =>
          `<w:abstractNum w:abstractNumId="${at}">${niveis
            .map(
              ([formato, texto], level) =>
                `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${formato}"/><w:lvlText w:val="${texto}"/></w:lvl>`,
            )
            .join('')}</w:abstractNum>`,
      )
      .join(
        '',
      )}${listas.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`).join('')}</w:numbering>`,
    ...more,
  });
/** Makes a Word package with a page header. */
const headed = (body: string, header: string): Buffer =>
  docxOf(body, {
    'word/_rels/document.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>',
    'word/header1.xml': `<w:hdr ${WORD}>${header}</w:hdr>`,
  });
const MEIOS = ['Ônibus', 'Carro', 'Bicicleta', 'A pé'];
const PONTOS = ['Ótima', 'Boa', 'Regular', 'Ruim'];
const MOBILIDADE =
  'P1 escolha (Ônibus, Carro, Bicicleta, A pé) · P2 escolha (Até 30 minutos, De 31 a 60 minutos, Mais de 60 minutos) · P3 escolha (Sim, Não, Não sabe) · P4 escolha (Ótima, Boa, Regular, Ruim) · P5 texto · P6 numero';
/** Makes the body of a Word document with six questions; `option` formats each option and its mark. */
const mobility = (option: (text: string) => string): string =>
  [
    paragraph('Pesquisa de mobilidade'),
    paragraph('1. Qual é o principal meio de transporte que o(a) senhor(a) utiliza no dia a dia?'),
    ...MEIOS.map(option),
    paragraph('2. Quanto tempo leva o trajeto até o trabalho?'),
    ...['Até 30 minutos', 'De 31 a 60 minutos', 'Mais de 60 minutos'].map(option),
    paragraph('3. O(a) senhor(a) considera a tarifa justa?'),
    ...['Sim', 'Não', 'Não sabe'].map(option),
    paragraph('4. Como avalia a conservação dos pontos de parada?'),
    ...PONTOS.map(option),
    paragraph('5. O que mais dificulta o seu deslocamento?'),
    paragraph('6. Qual é a sua idade?'),
  ].join('');

/** Makes a table cell that spans `colunas` columns; `merge` starts or continues a span of rows. */
const cell = (text: string, colunas = 1, merge: '' | 'restart' | 'continue' = ''): string => {
  const span = colunas > 1 ? `<w:gridSpan w:val="${colunas}"/>` : '';
  const down = merge === '' ? '' : merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>';
  return `<w:tc><w:tcPr>${span}${down}</w:tcPr>${text === '' ? '<w:p/>' : paragraph(text)}</w:tc>`;
};
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const grid = (): string =>
  `<w:tbl>${[
    row(cell('4. Como avalia cada serviço da cidade?', 5)),
    row(cell('Serviço', 1, 'restart'), cell('Opinião', 3), cell('NS/NR', 1, 'restart')),
    row(cell('', 1, 'continue'), cell('Bom'), cell('Regular'), cell('Ruim'), cell('', 1, 'continue')),
    row(...['Coleta de lixo', '1', '2', '3', '9'].map((text) => cell(text))),
    row(...['Iluminação', '1', '2', '3', '9'].map((text) => cell(text))),
  ].join('')}</w:tbl>`;

const textBox = (text: string, offset: number): string => {
  const content = `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
  return run(
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:positionV relativeFrom="paragraph"><wp:posOffset>${offset}</wp:posOffset></wp:positionV><wps:txbx>${content}</wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>`,
  );
};

const casosWord: Caso[] = [
  {
    nome: 'Word: opções atrás de caixas de seleção (controles de conteúdo)',
    fonte: 'mwilliamson/mammoth.js, issues 410 e 415; python-openxml/python-docx, issue 224',
    esperado: MOBILIDADE,
    obtido: questions(docxOf(mobility((text) => p(box + words(` ${text}`)))), 'q.docx'),
  },
  {
    nome: 'Word: opções atrás de caixas de formulário antigas (FORMCHECKBOX)',
    fonte: 'chrismattmann/tika-python, issue 358; yfedoseev/office_oxide, issue 276',
    esperado: MOBILIDADE,
    obtido: questions(
      docxOf(
        mobility((text) =>
          p(
            field('<w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>', 'FORMCHECKBOX') +
              words(` ${text}`),
          ),
        ),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: quadradinhos inseridos como símbolo (w:sym, Wingdings)',
    fonte: 'jgm/pandoc, issue 9220; firecrawl/anydoc, pull request 177',
    esperado: MOBILIDADE,
    obtido: questions(docxOf(mobility((text) => p(sym('F0A8') + words(` ${text}`)))), 'q.docx'),
  },
  {
    nome: 'Word: quadradinhos escritos com a fonte Wingdings, e a seta que o Word põe no lugar de -->',
    fonte: 'python-openxml/python-docx, issue 826; Papyrine/Morph, pull request 170',
    esperado: '1. Tem carro? ⏎ ☐ Sim → P3 ⏎ ☐ Não',
    obtido: lines(
      docxOf(
        paragraph('1. Tem carro?') +
          p(
            words('o', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>') +
              words(' Sim ') +
              sym('F0E0') +
              words(' P3'),
          ) +
          p(words('&#xF06F;', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>') + words(' Não')),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: lista suspensa de formulário antiga (FORMDROPDOWN) dá as opções',
    fonte: 'nissl-lab/npoi, issue 1243; yfedoseev/office_oxide, issue 276',
    esperado: 'P1 escolha (Fundamental, Médio, Superior) · P2 numero',
    obtido: questions(
      docxOf(
        p(
          words('1. Qual é a sua escolaridade? ') +
            field(
              '<w:ddList><w:listEntry w:val="Escolha uma opção"/><w:listEntry w:val="Fundamental"/><w:listEntry w:val="Médio"/><w:listEntry w:val="Superior"/></w:ddList>',
              'FORMDROPDOWN',
              words('Fundamental'),
            ),
        ) + paragraph('2. Qual é a sua idade?'),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: lista suspensa (controle de conteúdo) com códigos, e textos de preenchimento que ninguém respondeu',
    fonte: 'python-openxml/python-docx, issues 696 e 1197',
    esperado: '1. Sexo: ⏎ ( ) 1 - Masculino ⏎ ( ) 2 - Feminino ⏎ 2. Nome: ____',
    obtido: lines(
      docxOf(
        p(
          words('1. Sexo: ') +
            control(
              '<w:showingPlcHdr/><w:dropDownList><w:listItem w:value="Escolher um item."/><w:listItem w:displayText="Masculino" w:value="1"/><w:listItem w:displayText="Feminino" w:value="2"/></w:dropDownList>',
              words('Escolher um item.'),
            ),
        ) +
          p(
            words('2. Nome: ') +
              control('<w:showingPlcHdr/><w:text/>', words('Clique ou toque aqui para inserir o texto.')),
          ),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: números e letras que só existem na lista (P1., a), b))',
    fonte: 'python-openxml/python-docx, issues 180 e 614; ECMA-376, numbering (w:lvlText)',
    esperado: 'P1. Sexo ⏎ a) Masculino ⏎ b) Feminino ⏎ P2. Tem carro? ⏎ a) Sim ⏎ b) Não',
    obtido: lines(
      listed(
        [
          item('Sexo', 1),
          item('Masculino', 1, 1),
          item('Feminino', 1, 1),
          item('Tem carro?', 1),
          item('Sim', 1, 1),
          item('Não', 1, 1),
        ].join(''),
        [
          [
            ['decimal', 'P%1.'],
            ['lowerLetter', '%2)'],
          ],
        ],
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: opções numeradas por outra lista não contam como perguntas',
    fonte: 'python-openxml/python-docx, issue 1472; docling-project/docling, issue 2758',
    esperado: 'P1 escolha (Sim, Não, Não sabe) · P2 escolha (Ótima, Ruim) · P3 texto',
    obtido: questions(
      listed(
        [
          item('A tarifa é justa?', 1),
          ...['Sim', 'Não', 'Não sabe'].map((text) => item(text, 2)),
          item('Como avalia a parada?', 1),
          ...['Ótima', 'Ruim'].map((text) => item(text, 3)),
          item('O que mais dificulta?', 1),
        ].join(''),
        [[['decimal', '%1.']], [['decimal', '%1.']], [['decimal', '%1.']]],
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: lista de vários níveis (1.1, 1.2, 2.1)',
    fonte: 'docling-project/docling, issue 2758 e pull request 3085',
    esperado:
      'Perfil ⏎ P1.1. Qual é a sua idade? ⏎ P1.2. Onde mora? ⏎ Transporte ⏎ P2.1. Como vai ao trabalho?',
    obtido: lines(
      listed(
        [
          item('Perfil', 1),
          item('Qual é a sua idade?', 1, 1),
          item('Onde mora?', 1, 1),
          item('Transporte', 1),
          item('Como vai ao trabalho?', 1, 1),
        ].join(''),
        [
          [
            ['decimal', '%1.'],
            ['decimal', '%1.%2.'],
          ],
        ],
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: caixa de texto lida uma vez, antes do parágrafo se está acima dele; a de um código, na sua linha',
    fonte: 'yfedoseev/office_oxide, issues 140 e 163; ECMA-376 parte 3 (AlternateContent)',
    esperado: 'Leia devagar. ⏎ 1. Tem carro? ⏎ Sim | 1 ⏎ Não | 2',
    obtido: lines(
      docxOf(
        p(textBox('Leia devagar.', -200_000) + words('1. Tem carro?')) +
          p(words('Sim') + textBox('1', 0)) +
          p(words('Não') + textBox('2', 0)),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: o cabeçalho da página é o título onde o texto não tem um, e nunca uma pergunta',
    fonte: 'firecrawl/anydoc, issue 132; docling-project/docling, issue 1394',
    esperado: 'Pesquisa de mobilidade 2026 ⏎ 1. Tem carro? ⏎ ( ) Sim ⏎ ( ) Não',
    obtido: lines(
      headed(
        ['1. Tem carro?', '( ) Sim', '( ) Não'].map((text) => paragraph(text)).join(''),
        paragraph('Pesquisa de mobilidade 2026') + paragraph('Página 1 de 3'),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: texto apagado ou movido com revisões e texto oculto não são lidos',
    fonte: 'bokuweb/docx-rs, issue 794; nissl-lab/npoi, issue 302; yfedoseev/office_oxide, issue 305',
    esperado: '1. O senhor tem carro próprio? ⏎ ( ) Sim ⏎ ( ) Não',
    obtido: lines(
      docxOf(
        p(
          words('1. O senhor tem ') +
            '<w:del w:id="1"><w:r><w:delText>moto</w:delText></w:r></w:del>' +
            `<w:ins w:id="2">${words('carro')}</w:ins>` +
            words(' próprio?') +
            words(' (uso interno)', '<w:vanish/>'),
        ) +
          p(`<w:moveFrom w:id="3">${words('( ) Talvez')}</w:moveFrom>`) +
          p(words('( ) Si'), '<w:rPr><w:del w:id="4"/></w:rPr>') +
          p(words('m')) +
          paragraph('( ) Não'),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: opções de controles ActiveX não somem em silêncio',
    fonte: 'ECMA-376, w:control; Microsoft, MS-OFORMS',
    esperado: '1. Tem carro? ⏎ ☐ (controle cujo texto não é lido) ⏎ 2. Nome: ____',
    obtido: lines(
      docxOf(
        paragraph('1. Tem carro?') +
          p(
            run(
              '<w:object><w:control r:id="rId8" w:name="OptionButton1" w:shapeid="_x0000_i1025"/></w:object>',
            ),
          ) +
          p(words('2. Nome: ') + run('<w:object><w:control r:id="rId9" w:name="TextBox1"/></w:object>')),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: bateria em tabela, notas de 1 a 5 só no cabeçalho: uma escala por linha',
    fonte: 'IBGE e universidades, questionários de satisfação em Word (escala de Likert em tabela); issue 31',
    esperado: 'P8a escala · P8b escala · P9 numero',
    obtido: questions(
      docxOf(
        paragraph('8. Dê uma nota de 1 a 5 para cada item do posto.') +
          table([
            ['Item', '1', '2', '3', '4', '5'],
            ['Limpeza', '', '', '', '', ''],
            ['Segurança', '', '', '', '', ''],
          ]) +
          paragraph('9. Qual é a sua idade?'),
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: bateria em tabela com células mescladas',
    fonte: 'Unstructured-IO/unstructured, issues 2106 e 3250; xberg-io/xberg, issue 1549',
    esperado:
      '4. Como avalia cada serviço da cidade? ⏎ [Serviço: Opinião | Bom | Regular | Ruim | NS/NR / Coleta de lixo | 1 | 2 | 3 | 9 / Iluminação | 1 | 2 | 3 | 9]',
    obtido: lines(docxOf(grid()), 'q.docx'),
  },
  {
    nome: 'Word: a pergunta na primeira célula da escala, e uma escala para hoje e outra para antes',
    fonte: 'docling-project/docling, issue 3153; xberg-io/xberg, issue 1549',
    esperado:
      '4. Como avalia cada serviço? ⏎ [ | Hoje: Bom | Hoje: Ruim | Antes: Bom | Antes: Ruim / Escola | ☐ | ☐ | ☐ | ☐]',
    obtido: lines(
      docxOf(
        `<w:tbl>${[
          row(cell('4. Como avalia cada serviço?'), cell('Hoje', 2), cell('Antes', 2)),
          row(...['', 'Bom', 'Ruim', 'Bom', 'Ruim'].map((text) => cell(text))),
          row(...['Escola', '☐', '☐', '☐', '☐'].map((text) => cell(text))),
        ].join('')}</w:tbl>`,
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: opções e códigos empilhados em duas células ficam lado a lado',
    fonte: 'docling-project/docling, issue 3153; tabulapdf/tabula, issue 837',
    esperado: '1. Tem carro? ⏎ [Sim | 1 / Não | 2]',
    obtido: lines(
      docxOf(
        `<w:tbl><w:tr><w:tc>${paragraph('1. Tem carro?')}</w:tc><w:tc>${paragraph('Sim')}${paragraph('Não')}</w:tc><w:tc>${paragraph('1')}${paragraph('2')}</w:tc></w:tr></w:tbl>`,
      ),
      'q.docx',
    ),
  },
  {
    nome: 'Word: o código atrás de uma tabulação é outra célula da linha',
    fonte: 'ECMA-376, w:tab (17.3.3.32)',
    esperado: '1. Tem carro? ⏎ Sim | 1 ⏎ Não | 2 | PULE PARA P3',
    obtido: lines(
      docxOf(
        paragraph('1. Tem carro?') +
          p(words('Sim') + run('<w:tab/>') + words('1')) +
          p(words('Não') + run('<w:tab/>') + words('2') + run('<w:tab/>') + words('PULE PARA P3')),
      ),
      'q.docx',
    ),
  },
];

// PDF

const page = (...texts: TextoNaPagina[][]): string => drawText(texts.flat());
const ESQUERDA = [
  '1. Qual é o principal meio de transporte?',
  ...MEIOS.map((text) => `( ) ${text}`),
  '2. Quanto tempo leva o trajeto?',
  '( ) Até 30 minutos',
  '( ) De 31 a 60 minutos',
  '( ) Mais de 60 minutos',
  '3. A tarifa é justa?',
  '( ) Sim',
  '( ) Não',
  '( ) Não sabe',
];
const DIREITA = [
  '4. Como avalia os pontos de parada?',
  ...PONTOS.map((text) => `( ) ${text}`),
  '5. O que mais dificulta o trajeto?',
  '',
  '6. Qual é a sua idade?',
];
/** Makes a page with two columns whose texts alternate in the file, so that each line read crosses both columns. */
const entrelacadas = (): TextoNaPagina[] => {
  const [left, right] = [columnOf(50, 760, ESQUERDA), columnOf(320, 760, DIREITA)];
  return [...left, ...right].sort((one, other) => other.y - one.y || one.x - other.x);
};

const casosPdf: Caso[] = [
  {
    nome: 'PDF: duas colunas escritas linha a linha',
    fonte: 'xberg-io/xberg, issue 1345; PrinsFrank/pdfparser, issue 457; yfedoseev/pdf_oxide, issue 549',
    esperado: MOBILIDADE,
    obtido: questions(pdfOf([page(entrelacadas())]), 'q.pdf'),
  },
  {
    nome: 'PDF: duas colunas escritas coluna a coluna, a da direita primeiro',
    fonte: 'jrmuizel/pdf-extract, issue 99',
    esperado: MOBILIDADE,
    obtido: questions(pdfOf([page(columnOf(320, 760, DIREITA), columnOf(50, 760, ESQUERDA))]), 'q.pdf'),
  },
  {
    nome: 'PDF: título em toda a largura e três colunas',
    fonte: 'jalan/pdftotext, issue 114 (three_columns); yfedoseev/pdf_oxide, issue 270',
    esperado:
      'Pesquisa de mobilidade com os moradores de todas as regiões da cidade, primeira onda ⏎ 1. Tem carro? ⏎ ( ) Sim ⏎ ( ) Não ⏎ 2. Tem moto? ⏎ ( ) Sim ⏎ ( ) Não ⏎ 3. Anda de ônibus? ⏎ ( ) Sempre ⏎ ( ) Nunca',
    obtido: lines(
      pdfOf([
        page(
          [
            {
              x: 50,
              y: 800,
              texto: 'Pesquisa de mobilidade com os moradores de todas as regiões da cidade, primeira onda',
            },
          ],
          columnOf(50, 760, ['1. Tem carro?', '( ) Sim', '( ) Não']),
          columnOf(230, 760, ['2. Tem moto?', '( ) Sim', '( ) Não']),
          columnOf(410, 760, ['3. Anda de ônibus?', '( ) Sempre', '( ) Nunca']),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: perguntas aos pares, uma à esquerda e a seguinte à direita',
    fonte: 'firecrawl/pdf-inspector, issue 219',
    esperado:
      'P1 escolha (Sim, Não) · P2 escolha (Sempre, Nunca) · P3 escolha (Boa, Ruim) · P4 escolha (Cara, Barata)',
    obtido: questions(
      pdfOf([
        page(
          columnOf(50, 760, [
            '1. Tem carro?',
            '( ) Sim',
            '( ) Não',
            '',
            '3. E a parada?',
            '( ) Boa',
            '( ) Ruim',
          ]),
          columnOf(320, 760, [
            '2. Anda de ônibus?',
            '( ) Sempre',
            '( ) Nunca',
            '',
            '4. E a tarifa?',
            '( ) Cara',
            '( ) Barata',
          ]),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: textos lado a lado que nenhum número ordena são avisados',
    fonte: 'yfedoseev/pdf_oxide, issue 1410; xberg-io/xberg, issue 1345',
    esperado: 'P1: 1 aviso · P2: 1 aviso',
    obtido: async () => {
      const bytes = pdfOf([
        page(
          columnOf(50, 780, [
            'P1. O que pensa da praça do bairro?',
            'P2. Como avalia o posto de saúde?',
            '( ) Bom',
            '( ) Ruim',
          ]),
          columnOf(330, 780, [
            '( ) Não conhece a praça',
            '( ) Conhece de passagem',
            '( ) Vai todos os dias',
            '( ) Mora ao lado',
          ]),
        ),
      ]);
      const blocks = await readDocument(bytes, 'q.pdf');
      return withUncertainOrder(readQuestionnaire(blocks), blocks)
        .perguntas.map(({ codigo, avisos }) => {
          const said = avisos.filter((aviso) => aviso.includes('textos lado a lado')).length;
          return `${codigo}: ${said} aviso${said === 1 ? '' : 's'}`;
        })
        .join(' · ');
    },
  },
  {
    nome: 'PDF: opções em duas colunas, com os códigos descendo uma e depois a outra',
    fonte: 'firecrawl/pdf-inspector, issue 219',
    esperado: '1. Qual usa mais? ⏎ 1 - Ônibus ⏎ 2 - Carro ⏎ 3 - A pé ⏎ 4 - Metrô ⏎ 5 - Trem ⏎ 2. Tem carro?',
    obtido: lines(
      pdfOf([
        page(
          columnOf(50, 760, ['1. Qual usa mais?', '1 - Ônibus', '2 - Carro', '3 - A pé', '2. Tem carro?']),
          columnOf(250, 746, ['4 - Metrô', '5 - Trem']),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: opção e código em colunas próprias são uma linha, não duas colunas',
    fonte: 'tabulapdf/tabula, issues 449 e 837',
    esperado: '1. Como avalia a parada? ⏎ Ótima | 1 ⏎ Boa | 2 ⏎ Ruim | 3 | PULE PARA P4 ⏎ Não sabe | 9',
    obtido: lines(
      pdfOf([
        page(
          columnOf(50, 760, ['1. Como avalia a parada?', 'Ótima', 'Boa', 'Ruim', 'Não sabe']),
          columnOf(300, 746, ['1', '2', '3', '9']),
          columnOf(340, 718, ['PULE PARA P4']),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: bateria sem linhas de tabela, cabeçalho e frase em duas linhas',
    fonte: 'tabulapdf/tabula-java, issue 587; docling-project/docling, issue 3153',
    esperado:
      '4. Como avalia cada serviço? ⏎ [ | Muito bom | Regular | Muito ruim / A coleta de lixo da sua rua e do bairro | ( ) | ( ) | ( ) / A iluminação | ( ) | ( ) | ( )]',
    obtido: lines(
      pdfOf([
        page(
          columnOf(50, 760, ['4. Como avalia cada serviço?']),
          columnOf(300, 732, ['Muito', 'bom'], 12),
          columnOf(370, 726, ['Regular']),
          columnOf(450, 732, ['Muito', 'ruim'], 12),
          columnOf(50, 700, ['A coleta de lixo da sua rua', 'e do bairro'], 12),
          columnOf(50, 668, ['A iluminação']),
          ...[300, 370, 450].map((x) => [700, 668].flatMap((y) => columnOf(x + 6, y, ['( )']))),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: bateria que continua na página seguinte, com o cabeçalho repetido ou sem ele',
    fonte: 'docling-project/docling, issue 3153; tabulapdf/tabula, issue 837',
    esperado:
      '4. Como avalia? ⏎ [ | Bom | Ruim / Escola | 1 | 2 / Posto | 1 | 2 / Praça | 1 | 2] ⏎ 5. Idade? = 4. Como avalia? ⏎ [ | Bom | Ruim / Escola | 1 | 2 / Posto | 1 | 2 / Praça | 1 | 2] ⏎ 5. Idade?',
    obtido: async () => {
      const rows = (y: number, ...statements: string[]): TextoNaPagina[] => [
        ...columnOf(50, y, statements),
        ...columnOf(
          300,
          y,
          statements.map(() => '1'),
        ),
        ...columnOf(
          370,
          y,
          statements.map(() => '2'),
        ),
      ];
      const head = (y: number): TextoNaPagina[] => [
        ...columnOf(296, y, ['Bom']),
        ...columnOf(366, y, ['Ruim']),
      ];
      const first = page(columnOf(50, 250, ['4. Como avalia?']), head(236), rows(222, 'Escola', 'Posto'));
      const rest = (y: number): TextoNaPagina[][] => [rows(y, 'Praça'), columnOf(50, y - 14, ['5. Idade?'])];
      const [without, again] = await Promise.all([
        lines(pdfOf([first, page(...rest(640))]), 'q.pdf')(),
        lines(
          pdfOf([first, page(head(654), rows(640, 'Praça'), columnOf(50, 626, ['5. Idade?']))]),
          'q.pdf',
        )(),
      ]);
      return `${without} = ${again}`;
    },
  },
  {
    nome: 'PDF: página deitada (/Rotate 90) e página com o texto deitado',
    fonte: 'jsvine/pdfplumber, issue 848; yfedoseev/pdf_oxide, issues 804 e 813',
    esperado: '1. Tem carro? ⏎ ( ) Sim ⏎ ( ) Não = 1. Tem carro? ⏎ ( ) Sim ⏎ ( ) Não',
    obtido: async () => {
      const upwards = ['1. Tem carro?', '( ) Sim', '( ) Não'].map(
        (texto, at): TextoNaPagina => ({ x: 60 + at * 14, y: 80, texto, giro: 1 }),
      );
      const [turned, lying] = await Promise.all([
        lines(pdfOf([page(upwards)], '', '/Rotate 90'), 'q.pdf')(),
        lines(pdfOf([page(upwards)]), 'q.pdf')(),
      ]);
      return `${turned} = ${lying}`;
    },
  },
  {
    nome: 'PDF: palavra partida no fim da linha',
    fonte: 'Unstructured-IO/unstructured, issue 3486; xberg-io/xberg, issue 1543',
    esperado:
      '1. Qual é o principal meio de transporte ⏎ que o senhor usa na segunda-feira, ⏎ e o que disse-me ⏎ antes?',
    obtido: lines(
      pdfOf([
        page(
          columnOf(50, 760, [
            '1. Qual é o principal meio de trans-',
            'porte que o senhor usa na segunda-',
            'feira, e o que disse-',
            'me antes?',
          ]),
        ),
      ]),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: cabeçalho, rodapé e número de página não entram nas perguntas',
    fonte: 'virgiliojr94/book-to-skill, pull request 77; ISO 32000-1, 14.8.2.2 (artefatos de página)',
    esperado:
      'Instituto X, pesquisa 12 ⏎ 1. Tem carro? ⏎ ( ) Sim ⏎ ( ) Não sabe ⏎ 2. Tem moto? ⏎ ( ) Sim ⏎ 3. Anda a pé?',
    obtido: lines(
      pdfOf(
        [['1. Tem carro?', '( ) Sim', '( ) Não sabe'], ['2. Tem moto?', '( ) Sim'], ['3. Anda a pé?']].map(
          (texts, at) =>
            page(
              [{ x: 50, y: 815, texto: 'Instituto X, pesquisa 12', margem: at > 0 }],
              columnOf(50, 740, texts),
              [{ x: 280, y: 30, texto: `Página ${at + 1} de 3` }],
            ),
        ),
      ),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: caixas de um formulário que se preenche na tela',
    fonte: 'py-pdf/pypdf, issue 1264; docling-project/docling, pull request 4055',
    esperado: 'P1 escolha (Sim, Não) · P2 escolha (Centro, Norte)',
    obtido: questions(
      pdfOf(
        [
          page(
            columnOf(50, 760, ['1. Tem carro?']),
            columnOf(70, 746, ['Sim', 'Não']),
            columnOf(50, 718, ['2. Onde mora?']),
          ),
        ],
        '',
        `/Annots[${[746, 732]
          .map(
            (y, at) =>
              `<</Type/Annot/Subtype/Widget/FT/Btn/T(c${at})/F 4/V/Off/Rect[52 ${y - 1} 62 ${y + 9}]>>`,
          )
          .join(
            '',
          )}<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(l)/F 4/Opt[(Centro)(Norte)]/Rect[70 700 200 712]>>]`,
      ),
      'q.pdf',
    ),
  },
  {
    nome: 'PDF: quadrados e círculos desenhados, que não são texto',
    fonte: 'yfedoseev/pdf_oxide, issue 92; ISO 32000-1, 8.5.2 (operador re)',
    esperado: 'P1 escolha (Sim, Não) · P2 numero',
    obtido: questions(
      pdfOf([
        `${page(columnOf(50, 760, ['1. Tem carro?']), columnOf(70, 746, ['Sim', 'Não']), columnOf(50, 718, ['2. Quantos anos tem?']))}
0 0 1 RG 52 745 9 9 re 52 731 9 9 re S 155 715 10 10 re 165 715 10 10 re S 40 600 300 80 re S`,
      ]),
      'q.pdf',
    ),
  },
];

const outros: Caso[] = [
  {
    nome: 'LibreOffice (.odt): listas, caixas, tabela e texto oculto',
    fonte:
      'OASIS OpenDocument 1.3, partes 3.5 e 5.3; jgm/pandoc, issues 7730 e 8892; dstosberg/odt2txt, issue 17',
    esperado:
      '1. Tem carro? ⏎ a) Sim ⏎ b) Não ⏎ 2. Qual usa mais? ⏎ ☐ Ônibus ⏎ ☐ Metrô ⏎ [ | Bom | Ruim / Parada | 1 | 2]',
    obtido: lines(
      odtOf(
        [
          '<text:list text:style-name="L1"><text:list-item><text:p>Tem carro?</text:p><text:list><text:list-item><text:p>Sim</text:p></text:list-item><text:list-item><text:p>Não</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>Qual usa<text:s/>mais?</text:p></text:list-item></text:list>',
          '<text:p><loext:content-control loext:checkbox="true">☐</loext:content-control>Ônibus</text:p>',
          '<text:p><loext:content-control loext:checkbox="true">☒</loext:content-control>Metrô</text:p>',
          '<text:p text:style-name="Oculto">só para o supervisor</text:p>',
          '<table:table><table:table-header-rows><table:table-row><table:table-cell/><table:table-cell><text:p>Bom</text:p></table:table-cell><table:table-cell><text:p>Ruim</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Parada</text:p></table:table-cell><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>',
        ].join(''),
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style><style:style style:name="Oculto" style:family="paragraph"><style:text-properties text:display="none"/></style:style>',
      ),
      'q.odt',
    ),
  },
  {
    nome: 'Texto: colunas separadas por tabulações ou muitos espaços são células',
    fonte: 'PrinsFrank/pdfparser, issue 472 (tabelas por posição, sem linhas)',
    esperado: '1. Tem carro? ⏎ Sim | 1 ⏎ Não | 2 | PULE PARA P3',
    obtido: lines(Buffer.from('1. Tem carro?\n    Sim\t1\n    Não      2      PULE PARA P3\n'), 'q.txt'),
  },
  {
    nome: 'Word: tabela de uma coluna é só uma moldura',
    fonte: 'Unstructured-IO/unstructured, pull request 4416',
    esperado: 'P1 escolha (Sim, Não)',
    obtido: questions(docxOf(table([['1. Tem carro?'], ['( ) Sim'], ['( ) Não']])), 'q.docx'),
  },
];

export const DOCUMENTOS: CasosDoTipo = {
  tipo: 'questionário',
  casos: [...casosWord, ...casosPdf, ...outros],
};
