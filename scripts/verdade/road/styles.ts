/**
 * How institutes print a questionnaire: where codes stand, how questions are numbered, how batteries, fields, filters and the opening look.
 * A style fixes one of them; the rest is drawn, so that each style comes up in many forms.
 */

/** A line of the page, or the rows of a table. */
export type Linha = string | string[][];

/** An option as it is printed; `salto`: the number of the question where it leads. */
export type OpcaoImpressa = { texto: string; codigo: number; salto: string | null };

const pad = (codigo: number): string => String(codigo).padStart(2, '0');

/** Printed behind the words of an option that leads on. */
const SALTOS: readonly ((para: string) => string)[] = [
  (para) => ` -> P${para}`,
  (para) => ` (PULE PARA P${para})`,
  (para) => ` → PULE P/ ${para}`,
  (para) => ` (VÁ PARA A P${para})`,
  (para) => ` PULAR P${para}`,
  (para) => ` (IR P/ ${para})`,
];

type Opcoes = (opcoes: readonly OpcaoImpressa[], leva: (one: OpcaoImpressa) => string) => Linha[];

const each =
  (print: (one: OpcaoImpressa) => string): Opcoes =>
  (opcoes, leva) =>
    opcoes.map((one) => `${print(one)}${leva(one)}`);

/** Pairs of options beside each other, as two columns of a form. */
const doubled = (rows: readonly (readonly string[])[]): string[][] => {
  const half = Math.ceil(rows.length / 2);
  return rows.slice(0, half).map((row, index) => [...row, ...(rows[half + index] ?? row.map(() => ''))]);
};

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
  letras: each(({ texto, codigo }) => `${String.fromCharCode(96 + Math.min(codigo, 26))}) ${texto}`),
  tabela: (opcoes, leva) => [opcoes.map((one) => [`${one.texto}${leva(one)}`, String(one.codigo)])],
  'tabela com código antes': (opcoes, leva) => [
    opcoes.map((one) => [String(one.codigo), `${one.texto}${leva(one)}`]),
  ],
  'tabela dupla': (opcoes, leva) => [
    doubled(opcoes.map((one) => [`${one.texto}${leva(one)}`, String(one.codigo)])),
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
} satisfies Record<string, Opcoes>;
export type FormaDeOpcoes = keyof typeof OPCOES;

/** Forms that print no code: the sheet holds the places of the options, or their words. */
export const SEM_CODIGO: ReadonlySet<FormaDeOpcoes> = new Set(['caixa', 'letras', 'numa linha, colchetes']);

const NUMEROS: readonly ((n: string) => string)[] = [
  (n) => `${n}. `,
  (n) => `P${n}. `,
  (n) => `P${n}) `,
  (n) => `P${n.padStart(2, '0')} - `,
  (n) => `Q${n}. `,
  (n) => `${n}) `,
  (n) => `${n} - `,
  (n) => `P.${n} `,
  (n) => `P${n} `,
];

const UMA = [' (RU)', ' (RESPOSTA ÚNICA)', ' (ESTIMULADA – RU)', ' – RU', '', ''] as const;
const VARIAS = [
  ' (RM)',
  ' (RESPOSTA MÚLTIPLA)',
  ' (ACEITE MAIS DE UMA)',
  ' (MÚLTIPLA – MARQUE TODAS)',
] as const;
const LER = [' (LEIA AS OPÇÕES)', ' (LER)', ' [LEIA DE 1 A 4]', ' (MOSTRE O CARTÃO 2)', ''] as const;

/** The field of a number, with the code of those who do not know where one is given. */
const CAMPOS: readonly ((unidade: string, ns: number | null) => Linha[])[] = [
  (unidade, ns) => [`|__|__| ${unidade}${ns === null ? '' : `   ${ns} – NS/NR`}`],
  (unidade, ns) => [`______ ${unidade}`, ...(ns === null ? [] : [`${ns} NS/NR`])],
  (unidade, ns) => [`[__][__] ${unidade}${ns === null ? '' : ` (${ns} = NÃO SABE)`}`],
  (unidade, ns) => [
    `ANOTE: |___|___|___| ${unidade}`,
    ...(ns === null ? [] : [`(${ns}) Não sabe/não respondeu`]),
  ],
  (unidade, ns) => [`Resposta: ............ ${unidade}${ns === null ? '' : `  NS/NR ${ns}`}`],
];

/** A scale's numbers as they are ticked. */
const ESCALAS: readonly ((de: number, ate: number, ns: number | null) => Linha[])[] = [
  (_de, _ate, ns) => [`|__|__|${ns === null ? '' : `   ${ns} – NS/NR`}`],
  (de, ate, ns) => [`${numbers(de, ate).join('  ')}${ns === null ? '' : `   ${ns} NS/NR`}`],
  (de, ate, ns) => [[[...numbers(de, ate), ...(ns === null ? [] : [`${ns} NS/NR`])]]],
  (de, ate, ns) => [`NOTA: ____ (${de} A ${ate})${ns === null ? '' : `   NS/NR = ${ns}`}`],
];
const numbers = (de: number, ate: number): string[] =>
  Array.from({ length: ate - de + 1 }, (_, index) => String(de + index));

const LIVRES: readonly ((ns: number | null) => Linha[])[] = [
  () => ['________________________________________'],
  (ns) => ['R: ______________________________', ...(ns === null ? [] : [`${ns} NS/NR`])],
  () => ['(ANOTE LITERALMENTE)', '........................................'],
  (ns) => [`|__|__|__|${ns === null ? '' : `  ${ns} – NS/NR`}`],
];
const DATAS: readonly Linha[][] = [
  ['__/__/____'],
  ['Data: ____/____/______'],
  ['|__|__| / |__|__| / |__|__|__|__|'],
];

/** The opening: the words that are read before the first question. */
const ABERTURAS: readonly ((texto: string) => Linha[])[] = [
  (texto) => [`Apresentação: ${texto}`],
  (texto) => ['ABERTURA', ...inSentences(texto)],
  (texto) => ['APRESENTAÇÃO', texto],
  (texto) => [texto],
  (texto) => ['APRESENTAÇÃO E CONSENTIMENTO', `“${texto}”`, '( ) Sim   ( ) Não -> ENCERRE'],
  (texto) => [
    'TERMO DE CONSENTIMENTO LIVRE E ESCLARECIDO',
    texto,
    '1 Aceita',
    '2 Não aceita (AGRADEÇA E ENCERRE)',
  ],
  (texto) => [`ENTREVISTADOR: LEIA O TEXTO ABAIXO.`, texto],
];
const inSentences = (texto: string): string[] => texto.split(/(?<=[.?!]) /u);

/** What stands above the opening. */
const CABECALHOS: readonly Linha[][] = [
  [],
  ['Questionário nº |__|__|__|__|   Entrevistador: ______________', 'Data: __/__/____   Início: __:__'],
  [
    [
      ['Setor', '', 'Pesquisador', ''],
      ['Data', '', 'Hora', ''],
    ],
  ],
];
const SECOES = ['BLOCO A – PERFIL', 'PARTE 1', ''] as const;
const FINS: readonly Linha[][] = [
  [],
  ['AGRADEÇA E ENCERRE.'],
  ['OBRIGADO(A) PELA SUA ATENÇÃO!', 'Assinatura do entrevistador: ________'],
];

/** How the questions of a battery are printed: each by itself, or as rows under their stem. */
export const BATERIAS = [
  'separada',
  'grade',
  'grade de códigos',
  'linhas com códigos',
  'itens numerados',
] as const;
export type FormaDeBateria = (typeof BATERIAS)[number];

/** How a row of a battery is called, in the document and in the sheet's headings. */
export const ITENS = [
  {
    impresso: (_n: string, at: number) => `${letter(at)}) `,
    coluna: (n: string, at: number) => `P${n}${letter(at)}`,
  },
  {
    impresso: (n: string, at: number) => `${n}.${at + 1} `,
    coluna: (n: string, at: number) => `P${n}.${at + 1}`,
  },
  {
    impresso: (n: string, at: number) => `P${n}${letter(at)}. `,
    coluna: (n: string, at: number) => `P${n}${letter(at)}`,
  },
  { impresso: () => '', coluna: (n: string, at: number) => `P${n}_${at + 1}` },
] as const;
const letter = (at: number): string => String.fromCharCode(97 + at);

/** Codes of 'não sabe' and 'não respondeu'. */
const ESPECIAIS = [
  [98, 99],
  [8, 9],
  [88, 99],
] as const;

export type Estilo = {
  nome: string;
  opcoes: FormaDeOpcoes;
  numero: (n: string) => string;
  salto: (para: string) => string;
  /** The filter is printed at the question that it leads to, not beside the options. */
  filtroNaPergunta: boolean;
  uma: string;
  varias: string;
  ler: string;
  campo: (unidade: string, ns: number | null) => Linha[];
  escala: (de: number, ate: number, ns: number | null) => Linha[];
  livre: (ns: number | null) => Linha[];
  data: Linha[];
  abertura: (texto: string) => Linha[];
  cabecalho: Linha[];
  secao: string;
  fim: Linha[];
  bateria: FormaDeBateria;
  item: (typeof ITENS)[number];
  /** Null: the special options count on as the others do. */
  especiais: readonly [number, number] | null;
  /** Code of 'não sabe' of a question without options; null: nothing is printed. */
  ns: number | null;
};

type Fixo = {
  nome: string;
  opcoes: readonly FormaDeOpcoes[];
  bateria?: readonly FormaDeBateria[];
  simples?: boolean;
};

/** Styles by what is particular in each; of several forms one is drawn. */
export const ESTILOS: readonly Fixo[] = [
  { nome: 'a forma da gramática', opcoes: ['caixa'], bateria: ['separada'], simples: true },
  { nome: 'código e traço', opcoes: ['código e traço', 'código de dois dígitos', 'código e parêntese'] },
  { nome: '( ) 1 Texto', opcoes: ['caixa com código'] },
  { nome: '(1) Texto e [1] Texto', opcoes: ['código na caixa', 'código no colchete'] },
  { nome: '[ ] 1 Texto', opcoes: ['colchetes'] },
  { nome: 'código sem sinal', opcoes: ['código nu'] },
  { nome: 'pontilhado até o código', opcoes: ['pontilhado', 'reticências', 'sublinhado atrás'] },
  { nome: 'código atrás do texto', opcoes: ['código atrás', 'parêntese atrás'] },
  {
    nome: 'tabela de códigos',
    opcoes: ['tabela', 'tabela com código antes', 'tabela dupla', 'tabela com título'],
  },
  { nome: 'opções numa linha', opcoes: ['numa linha', 'numa linha, colchetes'] },
  {
    nome: 'opções numa linha, código atrás',
    opcoes: ['numa linha, código atrás', 'numa linha, parêntese atrás'],
  },
  { nome: 'letras', opcoes: ['letras'] },
  {
    nome: 'bateria em grade',
    opcoes: ['código e traço', 'pontilhado', 'caixa'],
    bateria: ['grade', 'grade de códigos'],
  },
  {
    nome: 'bateria em linhas',
    opcoes: ['código nu', 'caixa com código'],
    bateria: ['linhas com códigos', 'itens numerados'],
  },
];

/** A style in one of its forms. @param random draws what the style does not fix */
export function drawStyle({ nome, opcoes, bateria, simples = false }: Fixo, random: () => number): Estilo {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const first = <T>(from: readonly T[]): T => (simples ? (from[0] as T) : pick(from));
  const forma = pick(opcoes);
  const coded = !SEM_CODIGO.has(forma);
  return {
    nome,
    opcoes: forma,
    numero: first(NUMEROS),
    salto: first(SALTOS),
    filtroNaPergunta: !simples && random() < 0.25,
    uma: first(UMA),
    varias: first(VARIAS),
    ler: first(LER),
    campo: first(CAMPOS),
    escala: first(ESCALAS),
    livre: first(LIVRES),
    data: first(DATAS),
    abertura: first(ABERTURAS),
    cabecalho: first(CABECALHOS),
    secao: simples ? '' : pick(SECOES),
    fim: first(FINS),
    bateria: pick(bateria ?? BATERIAS),
    item: pick(ITENS),
    especiais: coded && !simples && random() < 0.7 ? pick(ESPECIAIS) : null,
    ns: !simples && random() < 0.7 ? pick([99, 99, 98, 88, 999]) : null,
  };
}
