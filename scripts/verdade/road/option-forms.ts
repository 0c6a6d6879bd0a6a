/** Ways to print a question's options: the place of codes, and the options' marks. */
import type { Linha } from './line.ts';

/** A printed option; `salto`: the number of the question that it jumps to. */
export type OpcaoImpressa = { texto: string; codigo: number; salto: string | null };

const pad = (codigo: number): string => String(codigo).padStart(2, '0');

const letra = (codigo: number): string => String.fromCharCode(96 + Math.min(codigo, 26));

type Opcoes = (opcoes: readonly OpcaoImpressa[], leva: (one: OpcaoImpressa) => string) => Linha[];

const each =
  (print: (one: OpcaoImpressa) => string): Opcoes =>
  (opcoes, leva) =>
    opcoes.map((one) => `${print(one)}${leva(one)}`);

/** Arranges options in two columns: the first half in the left column, the second in the right. */
const pairRows = (rows: readonly (readonly string[])[]): string[][] => {
  const half = Math.ceil(rows.length / 2);
  return rows.slice(0, half).map((row, index) => [...row, ...(rows[half + index] ?? row.map(() => ''))]);
};

/** Arranges options down a column, continued in the next column. */
function columns(options: readonly string[], count: number): string[][] {
  const height = Math.ceil(options.length / count);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: count }, (_, column) => options[column * height + row] ?? ''),
  );
}

export const OPCOES = {
  caixa: each(({ texto }) => `( ) ${texto}`),
  'código e traço': each(({ texto, codigo }) => `${codigo} - ${texto}`),
  'código e parêntese': each(({ texto, codigo }) => `${codigo}) ${texto}`),
  'caixa com código': each(({ texto, codigo }) => `( ) ${codigo} ${texto}`),
  'código na caixa': each(({ texto, codigo }) => `(${codigo}) ${texto}`),
  colchetes: each(({ texto, codigo }) => `[ ] ${codigo} ${texto}`),
  'código no colchete': each(({ texto, codigo }) => `[${codigo}] ${texto}`),
  'código nu': each(({ texto, codigo }) => `${codigo} ${texto}`),
  'código de dois dígitos': each(({ texto, codigo }) => `${pad(codigo)}. ${texto}`),
  pontilhado: each(({ texto, codigo }) => `${texto} ${'.'.repeat(Math.max(4, 40 - texto.length))} ${codigo}`),
  reticências: each(({ texto, codigo }) => `${texto}${'…'.repeat(6)}${codigo}`),
  'código atrás': each(({ texto, codigo }) => `${texto} ${codigo}`),
  'parêntese atrás': each(({ texto, codigo }) => `${texto} (${codigo})`),
  'sublinhado atrás': each(({ texto, codigo }) => `${texto} ____ ${codigo}`),
  letras: each(({ texto, codigo }) => `${letra(codigo)}) ${texto}`),
  'letra, traço e parêntese': each(({ texto, codigo }) => `${letra(codigo).toUpperCase()}-) ${texto}`),
  'letra, ponto e parêntese': each(({ texto, codigo }) => `${letra(codigo)}.) ${texto}`),
  'letra e risco': each(({ texto, codigo }) => `${letra(codigo).toUpperCase()} – ${texto}`),
  'código e ponto': each(({ texto, codigo }) => `${codigo}. ${texto}`),
  tabela: (opcoes, leva) => [opcoes.map((one) => [`${one.texto}${leva(one)}`, String(one.codigo)])],
  'tabela com código antes': (opcoes, leva) => [
    opcoes.map((one) => [String(one.codigo), `${one.texto}${leva(one)}`]),
  ],
  'tabela dupla': (opcoes, leva) => [
    pairRows(opcoes.map((one) => [`${one.texto}${leva(one)}`, String(one.codigo)])),
  ],
  'tabela com título': (opcoes, leva) => [
    [['Resposta', 'Cód.'], ...opcoes.map((one) => [`${one.texto}${leva(one)}`, String(one.codigo)])],
  ],
  'numa linha': (opcoes, leva) => [
    opcoes.map((one) => `${one.codigo} - ${one.texto}${leva(one)}`).join('   '),
  ],
  'numa linha, código atrás': (opcoes, leva) => [
    opcoes.map((one) => `${one.texto} ${one.codigo}${leva(one)}`).join('   '),
  ],
  'numa linha, parêntese atrás': (opcoes, leva) => [
    opcoes.map((one) => `${one.texto} (${one.codigo})${leva(one)}`).join('  '),
  ],
  'numa linha, colchetes': (opcoes, leva) => [opcoes.map((one) => `[ ] ${one.texto}${leva(one)}`).join('  ')],
  'caixa atrás': each(({ texto }) => `${texto} ( )`),
  'código antes da caixa': each(({ texto, codigo }) => `${codigo} ( ) ${texto}`),
  'código e igual': each(({ texto, codigo }) => `${codigo} = ${texto}`),
  'código e dois-pontos': each(({ texto, codigo }) => `${codigo}: ${texto}`),
  'traço atrás': each(({ texto, codigo }) => `${texto} – ${codigo}`),
  'colchete atrás': each(({ texto, codigo }) => `${texto} [${codigo}]`),
  'pontos soltos': each(({ texto, codigo }) => `${texto} ... ${codigo}`),
  'pontos com espaço': each(({ texto, codigo }) => `${texto} . . . . . . ${codigo}`),
  'salto atrás do código': (opcoes, leva) =>
    opcoes.map((one) => `${one.texto} ${'.'.repeat(12)} ${one.codigo}${leva(one)}`),
  marcadores: each(({ texto }) => `• ${texto}`),
  'caixa desenhada': each(({ texto, codigo }) => `☐ ${codigo} ${texto}`),
  'colunas, código antes': (opcoes, leva) => [
    columns(
      opcoes.map((one) => `${one.codigo} ${one.texto}${leva(one)}`),
      3,
    ),
  ],
  'colunas, código e traço': (opcoes, leva) => [
    columns(
      opcoes.map((one) => `${one.codigo} - ${one.texto}${leva(one)}`),
      2,
    ),
  ],
  'palavras e códigos em células': (opcoes, leva) => [
    [
      [
        opcoes.map((one) => `${one.texto}${leva(one)}`).join('\n'),
        opcoes.map(({ codigo }) => codigo).join('\n'),
      ],
    ],
  ],
  'lista numa célula': (opcoes, leva) => [
    [['', opcoes.map((one) => `${one.codigo} - ${one.texto}${leva(one)}`).join('\n')]],
  ],
  'numa linha, parêntese antes': (opcoes, leva) => [
    opcoes.map((one) => `(${one.codigo}) ${one.texto}${leva(one)}`).join(' '),
  ],
  'numa linha, caixa atrás': (opcoes, leva) => [
    opcoes.map((one) => `${one.texto} ( )${leva(one)}`).join('  '),
  ],
} satisfies Record<string, Opcoes>;
export type FormaDeOpcoes = keyof typeof OPCOES;

/** Ways to print options without codes; the sheet then contains the options' positions or words. */
export const SEM_CODIGO: ReadonlySet<FormaDeOpcoes> = new Set([
  'caixa',
  'letras',
  'letra, traço e parêntese',
  'letra, ponto e parêntese',
  'letra e risco',
  'numa linha, colchetes',
  'caixa atrás',
  'marcadores',
  'numa linha, caixa atrás',
]);
