/**
 * Ways in which institutes print a questionnaire: codes, numbering, batteries, fields, filters and opening. A style
 * fixes one of these characteristics; the others are drawn at random, so that each style occurs in many variants.
 */

import type { Linha } from './line.ts';
import { type FormaDeOpcoes, SEM_CODIGO } from './option-forms.ts';

/** Texts printed after an option that leads to a later question. */
const SALTOS: readonly ((para: string) => string)[] = [
  (para) => ` -> P${para}`,
  (para) => ` (PULE PARA P${para})`,
  (para) => ` → PULE P/ ${para}`,
  (para) => ` (VÁ PARA A P${para})`,
  (para) => ` PULAR P${para}`,
  (para) => ` (IR P/ ${para})`,
  (para) => ` (Passe ao ${para})`,
  (para) => ` → ${para}`,
  (para) => ` PASSE PARA P.${para}`,
  (para) => ` [SIGA P${para}]`,
];

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
  (n) => `P ${n} – `,
  (n) => `Pergunta ${n}: `,
  (n) => `0${n}. `.replace(/^0(?=\d\d)/u, ''),
  (n) => `p${n}. `,
];
/** Question numbers in the notation of the options. */
const COMO_AS_OPCOES: Partial<Record<FormaDeOpcoes, (n: string) => string>> = {
  'código e ponto': (n) => `${n}. `,
  'código e parêntese': (n) => `${n}) `,
  'código e traço': (n) => `${n} - `,
};
/** Letters before question numbers other than P: 'A1', 'F2'. */
const LETRAS = ['A', 'F', 'S', 'D', 'Q', 'PF'] as const;

const UMA = [
  ' (RU)',
  ' (RESPOSTA ÚNICA)',
  ' (ESTIMULADA – RU)',
  ' – RU',
  '',
  '',
  ' (RESPOSTA ESTIMULADA E ÚNICA)',
  ' (LEIA AS ALTERNATIVAS E MARQUE UMA SÓ RESPOSTA)',
  ' (LER. REGISTRAR APENAS UMA RESPOSTA)',
  ' (marque apenas uma)',
] as const;
const VARIAS = [
  ' (RM)',
  ' (RESPOSTA MÚLTIPLA)',
  ' (ACEITE MAIS DE UMA)',
  ' (MÚLTIPLA – MARQUE TODAS)',
  ' (ATÉ 3 RESPOSTAS)',
  ' (RESPOSTA MÚLTIPLA – RM)',
  ' (pode marcar mais de uma)',
  ' RM',
] as const;
const LER = [' (LEIA AS OPÇÕES)', ' (LER)', ' [LEIA DE 1 A 4]', ' (MOSTRE O CARTÃO 2)', ''] as const;

/** Ways to print the field of a number, with the code for 'não sabe' if there is one. */
const CAMPOS: readonly ((unidade: string, ns: number | null) => Linha[])[] = [
  (unidade, ns) => [`|__|__| ${unidade}${ns === null ? '' : `   ${ns} – NS/NR`}`],
  (unidade, ns) => [`______ ${unidade}`, ...(ns === null ? [] : [`${ns} NS/NR`])],
  (unidade, ns) => [`[__][__] ${unidade}${ns === null ? '' : ` (${ns} = NÃO SABE)`}`],
  (unidade, ns) => [
    `ANOTE: |___|___|___| ${unidade}`,
    ...(ns === null ? [] : [`(${ns}) Não sabe/não respondeu`]),
  ],
  (unidade, ns) => [`Resposta: ............ ${unidade}${ns === null ? '' : `  NS/NR ${ns}`}`],
  (unidade, ns) => [`‘___’___’ ${unidade}${ns === null ? '' : `   ${ns} Não sabe`}`],
  (unidade, ns) => [
    `ANOTE O NÚMERO: ____ ${unidade}`,
    ...(ns === null ? [] : [`NÃO SABE/NÃO RESPONDEU ... ${ns}`]),
  ],
];

/** Ways to print a scale: a field, or numbers to tick. */
const ESCALAS: readonly ((de: number, ate: number, ns: number | null) => Linha[])[] = [
  (_de, _ate, ns) => [`|__|__|${ns === null ? '' : `   ${ns} – NS/NR`}`],
  (de, ate, ns) => [`${numbers(de, ate).join('  ')}${ns === null ? '' : `   ${ns} NS/NR`}`],
  (de, ate, ns) => [[[...numbers(de, ate), ...(ns === null ? [] : [`${ns} NS/NR`])]]],
  (de, ate, ns) => [`NOTA: ____ (${de} A ${ate})${ns === null ? '' : `   NS/NR = ${ns}`}`],
  (de, ate, ns) => [
    numbers(de, ate)
      .map((one) => `( ) ${one}`)
      .join(' '),
    ...(ns === null ? [] : [`${ns} – NS/NR`]),
  ],
  (de, ate, ns) => [`Péssimo ${numbers(de, ate).join(' ')} Ótimo${ns === null ? '' : `   (Não sabe) ${ns}`}`],
  (de, ate, ns) => [
    `[ NOTA DE ${de} A ${ate}.] ${numbers(de, ate).join(' ')}${ns === null ? '' : `  ${ns} NS/NR`}`,
  ],
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

/** Ways to print the opening: the words read before the first question. */
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
  (texto) => [`ABORDAGEM: ${texto}`],
  (texto) => [...inSentences(texto), '1 – Sim (PROSSIGA)', '2 – Não (AGRADEÇA E ENCERRE)'],
  (texto) => ['CONSENTIMENTO', texto, 'Concorda em participar? [ ] Sim [ ] Não'],
];
const inSentences = (texto: string): string[] => texto.split(/(?<=[.?!]) /u);

/** Lines above the opening. */
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
const SECOES = [
  'BLOCO A – PERFIL',
  'PARTE 1',
  'I – IDENTIFICAÇÃO',
  'AVALIAÇÃO DOS SERVIÇOS',
  '',
  '',
] as const;
/** Lines between two questions; usually none. */
const TRANSICOES = [
  'Agora vamos falar um pouco sobre outro assunto.',
  'BLOCO B – HÁBITOS',
  'PARA TODOS',
  'PERFIL DO ENTREVISTADO',
  '(FAÇA PARA TODOS)',
  'Mudando de assunto, gostaria de saber mais sobre a sua casa.',
] as const;
/** Notes to the interviewer below a question; usually none. */
const NOTAS = [
  'ENTREVISTADOR: AGUARDE A RESPOSTA.',
  'MOSTRE O CARTÃO 4',
  '(NÃO LEIA AS OPÇÕES)',
  'Obs.: repita se for preciso.',
] as const;

/** Ways to print a question's condition, by the words or the codes of the options that lead to the question. */
const FILTROS: readonly ((palavras: string, codigos: readonly number[], n: string) => string)[] = [
  (palavras, _codigos, n) => `(SÓ PARA QUEM DISSE ${palavras} NA P${n})`,
  (palavras, _codigos, n) => `PARA QUEM RESPONDEU ${palavras} NA P${n}:`,
  (palavras, _codigos, n) => `(APENAS PARA QUEM MARCOU ${palavras} NA P${n})`,
  (palavras, _codigos, n) => `[PERGUNTAR SE ${palavras} NA P${n}]`,
];
const FILTROS_POR_CODIGO: typeof FILTROS = [
  (_palavras, codigos, n) => `SE P${n} = ${codigos.join(' OU ')}`,
  (_palavras, codigos, n) => `FILTRO: P${n} = ${codigos.join(', ')}`,
  (_palavras, codigos, n) => `(SÓ SE CÓDIGO ${codigos.join(' OU ')} NA P${n})`,
  (_palavras, codigos, n) => `(PARA QUEM RESPONDEU ${codigos.join(' OU ')} NA P${n})`,
];
const FINS: readonly Linha[][] = [
  [],
  ['AGRADEÇA E ENCERRE.'],
  ['OBRIGADO(A) PELA SUA ATENÇÃO!', 'Assinatura do entrevistador: ________'],
  ['Muito obrigada pela sua participação.', 'Nome do entrevistado: ________', 'Telefone: (__) ________'],
  [
    'FIM DA ENTREVISTA',
    'Hora do término: __:__',
    'Declaro que as informações são verdadeiras.',
    'Data: __/__/____',
  ],
];

/** Ways to print a battery: each question separately, or as rows under their stem. */
export const BATERIAS = [
  'separada',
  'grade',
  'grade de códigos',
  'linhas com códigos',
  'itens numerados',
  'itens e opções depois',
  'perguntas com parte',
] as const;
export type FormaDeBateria = (typeof BATERIAS)[number];

/** Labels of a battery's rows, in the document and in the sheet's headings. */
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
  [99, 97],
  [888, 999],
] as const;

export type Estilo = {
  nome: string;
  opcoes: FormaDeOpcoes;
  numero: (n: string) => string;
  salto: (para: string) => string;
  /** Letter before question numbers. */
  letra: string;
  /** Printed form of the condition at the dependent question; null if only jumps beside the options are printed. */
  filtro: (typeof FILTROS)[number] | null;
  /** True if the condition is part of the question's text. */
  filtroNoTexto: boolean;
  /** Line printed before the question at a position (`transicao`), and note printed below it (`nota`); '' for none. */
  transicao: (at: number) => string;
  nota: (at: number) => string;
  /** True if everything is in capitals. */
  maiusculas: boolean;
  /** True if the options' codes fall from the first to the last. */
  desce: boolean;
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
  /** Codes of 'não sabe' and 'não respondeu'; null if they simply continue the codes of the other options. */
  especiais: readonly [number, number] | null;
  /** Code for 'não sabe' in questions without options; null if none is printed. */
  ns: number | null;
};

type Fixo = {
  nome: string;
  opcoes: readonly FormaDeOpcoes[];
  bateria?: readonly FormaDeBateria[];
  simples?: boolean;
  letra?: boolean;
  maiusculas?: boolean;
  desce?: boolean;
  filtro?: boolean;
  /** True if questions and options have the same mark after their numbers: '1. Sexo', '1. Masculino'. */
  numeroDaOpcao?: boolean;
};

/** The styles, named by the characteristic that they fix. If a style lists several values, `drawStyle` draws one. */
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
  {
    nome: 'letras',
    opcoes: ['letras', 'letra, traço e parêntese', 'letra, ponto e parêntese', 'letra e risco'],
  },
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
  { nome: 'caixa atrás do texto', opcoes: ['caixa atrás', 'numa linha, caixa atrás'] },
  { nome: 'código antes da caixa', opcoes: ['código antes da caixa', 'caixa desenhada'] },
  { nome: '1 = Texto e 1: Texto', opcoes: ['código e igual', 'código e dois-pontos'] },
  {
    nome: 'traço, colchete ou pontos até o código',
    opcoes: ['traço atrás', 'colchete atrás', 'pontos soltos', 'pontos com espaço'],
  },
  { nome: 'salto atrás do código', opcoes: ['salto atrás do código'] },
  { nome: 'marcadores', opcoes: ['marcadores'] },
  { nome: 'opções em colunas', opcoes: ['colunas, código antes', 'colunas, código e traço'] },
  { nome: 'listas dentro de células', opcoes: ['palavras e códigos em células', 'lista numa célula'] },
  { nome: '(1) Texto numa linha', opcoes: ['numa linha, parêntese antes'] },
  { nome: 'perguntas A1, F2', opcoes: ['código e traço', 'pontilhado', 'código nu'], letra: true },
  { nome: 'tudo em maiúsculas', opcoes: ['código e traço', 'código e parêntese'], maiusculas: true },
  { nome: 'códigos que descem', opcoes: ['código e traço', 'pontilhado', 'tabela'], desce: true },
  {
    nome: 'filtro na pergunta',
    opcoes: ['código e traço', 'caixa com código', 'código atrás'],
    filtro: true,
  },
  {
    nome: 'bateria: opções depois dos itens',
    opcoes: ['código e traço', 'código na caixa'],
    bateria: ['itens e opções depois', 'perguntas com parte'],
  },
  {
    nome: 'números iguais aos das opções',
    opcoes: ['código e ponto', 'código e parêntese', 'código e traço'],
    numeroDaOpcao: true,
  },
];

/**
 * Draws a form of a style.
 * @param random draws the other characteristics
 */
export function drawStyle(fixo: Fixo, random: () => number): Estilo {
  const { nome, opcoes, bateria, simples = false, letra = false, maiusculas = false, desce = false } = fixo;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const first = <T>(from: readonly T[]): T => (simples ? (from[0] as T) : pick(from));
  const forma = pick(opcoes);
  const coded = !SEM_CODIGO.has(forma);
  const prefixo = letra ? pick(LETRAS) : 'P';
  const filtros = coded ? [...FILTROS, ...FILTROS_POR_CODIGO] : FILTROS;
  const sometimes = (words: readonly string[], share: number): ((at: number) => string) => {
    const drawn = Array.from({ length: 40 }, () => (!simples && random() < share ? pick(words) : ''));
    return (at) => drawn[at % drawn.length] ?? '';
  };
  return {
    nome,
    opcoes: forma,
    numero: letra
      ? (n) => `${prefixo}${n}. `
      : (fixo.numeroDaOpcao && COMO_AS_OPCOES[forma]) || first(NUMEROS),
    letra: prefixo,
    salto: first(SALTOS),
    filtro: !simples && (fixo.filtro || random() < 0.25) ? pick(filtros) : null,
    filtroNoTexto: random() < 0.3,
    transicao: sometimes(TRANSICOES, 0.12),
    nota: sometimes(NOTAS, 0.12),
    maiusculas,
    desce,
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
    especiais: coded && !simples && !desce && random() < 0.7 ? pick(ESPECIAIS) : null,
    ns: !simples && random() < 0.7 ? pick([99, 99, 98, 88, 999]) : null,
  };
}
