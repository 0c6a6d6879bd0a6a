/** Checks a model's reading of lines unread by the rules: only the document's words become proposals. */
import { z } from 'zod';
import { TIPOS_PERGUNTA, type TipoPergunta } from '../../interview/comparison/compare-answer.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { codeKey } from '../columns/column-headings.ts';
import { marksOf, specialOf } from '../columns/field-marks.ts';
import { isOpenLine, type PaginaDoDocumento } from './document-lines.ts';
import { Passagem, type Trecho } from './read-passage.ts';
import { type LinhaLida, type OpcaoLida, opcaoLida, type PerguntaLida } from './read-questionnaire.ts';

const linhasIa = z
  .array(z.int().min(0))
  .min(1)
  .max(120)
  .describe('Números, entre colchetes no documento, das linhas em que tudo isto está escrito.');
const opcoesIa = z
  .array(
    z.strictObject({
      texto: z.string().min(1).max(500).describe('O texto da opção, copiado letra por letra.'),
      codigo: z
        .string()
        .max(12)
        .describe('O código impresso junto desta opção, na mesma linha. Vazio se não há.'),
    }),
  )
  .max(100);
const instrucaoIa = z
  .string()
  .max(1000)
  .describe('O que não se lê em voz alta, copiado letra por letra. Vazio se não há.');

/** Kinds without scales, because no sentence states their limits reliably. */
const TIPOS_IA = [
  'escolha',
  'multipla',
  'numero',
  'data',
  'texto',
] as const satisfies readonly TipoPergunta[];

/** Answer about a page's lines (task `leitura_questionario`). */
export const leituraIaSchema = z.strictObject({
  perguntas: z
    .array(
      z.strictObject({
        linhas: linhasIa,
        codigo: z.string().max(20).describe('O número ou código impresso da pergunta. Vazio se não há.'),
        texto: z.string().min(1).max(2000).describe('O que se pergunta, copiado letra por letra.'),
        tipo: z.enum(TIPOS_IA),
        opcoes: opcoesIa,
        instrucao: instrucaoIa,
      }),
    )
    .max(60)
    .describe('Perguntas que só estão em linhas deixadas.'),
  acrescimos: z
    .array(
      z.strictObject({
        linhas: linhasIa,
        pergunta: z.string().min(1).max(20).describe('O código da pergunta já reconhecida.'),
        opcoes: opcoesIa,
        instrucao: instrucaoIa,
      }),
    )
    .max(60)
    .describe('O que linhas deixadas acrescentam a perguntas já reconhecidas.'),
});
export type LeituraIa = z.infer<typeof leituraIaSchema>;

/** Longest page sent to the model, characters; longer than any printed page. */
export const PAGINA_MAX = 20_000;
/** Maximum pages that a company may send within 24 hours. */
export const LEITURAS_POR_DIA_MAX = 300;

/** A new question read by the model, or an addition to an existing question. */
export const proposta = z.object({
  /** Id in the page's answer: '3.0' is the first part of page 3. */
  id: z.string(),
  pagina: z.number().int(),
  /** Indices of the used document lines, from 0. */
  linhas: z.array(z.number().int()),
  /** Index of the extended question, from 0; null: a new question. */
  pergunta: z.number().int().nullable(),
  /** For a new question: index of the preceding question; null: the new question is the first. */
  depois_de: z.number().int().nullable(),
  nova: z
    .object({ codigo: z.string(), texto: z.string(), tipo: z.enum(TIPOS_PERGUNTA), ler_opcoes: z.boolean() })
    .nullable(),
  opcoes: z.array(opcaoLida),
  instrucao: z.string().nullable(),
  avisos: z.array(z.string()),
});
export type Proposta = z.infer<typeof proposta>;

export type LeituraConferida = { propostas: Proposta[]; recusadas: number };

export type PerguntaAoLado = Pick<PerguntaLida, 'codigo' | 'tipo' | 'opcoes'>;

type Documento = {
  linhas: readonly LinhaLida[];
  perguntas: readonly PerguntaAoLado[];
};

/** Thrown to reject a part of an answer. */
class NotThere extends Error {}

const SEM_CODIGOS = 'As opções não têm código no documento: foram numeradas na ordem.';
const semCodigo = (codigo: string) =>
  `O documento não dá um código livre a esta pergunta: ela ficou ${codigo}.`;

type Lidas = { opcoes: OpcaoLida[]; avisos: string[] };
type OpcaoIa = LeituraIa['perguntas'][number]['opcoes'][number];

/** Reads options with their adjacent codes, all before the texts, or all after. */
function readOptions(passagem: Passagem, given: readonly OpcaoIa[], known: readonly OpcaoLida[]): Lidas {
  const none: Lidas = { opcoes: [], avisos: [] };
  const coded = given.some(({ codigo }) => codigo.trim() !== '');
  const took = (side: 'antes' | 'depois' | null) => {
    const trial = passagem.copy();
    const found: { texto: Trecho; codigo: string }[] = [];
    for (const { texto: words, codigo } of given) {
      const texto = side === null ? trial.take(words) : trial.takeBeside(words, codigo, side);
      // The number beside the text, omitted by the model, may be the option's code.
      if (texto && side === null && trial.hasNumberBeside(texto)) continue;
      if (texto) found.push({ texto, codigo });
    }
    return { trial, found };
  };
  const sides = coded ? [took('antes'), took('depois')] : [took(null)];
  const best = sides.reduce((a, b) => (b.found.length > a.found.length ? b : a));
  const words = best.found.map(({ texto }) => texto.texto);
  if (words.length === 0 || (coded && passagem.codesOnBothSides(words))) return none;
  passagem.become(best.trial);
  const numberOf = (codigo: string): number | null => {
    const hit = /^\D*(\d{1,9})\D*$/u.exec(codigo);
    return hit ? Number(hit[1]) : null;
  };
  const numbered = best.found.some(({ codigo }) => numberOf(codigo) !== null);
  const highest = known.reduce((most, { valor }) => Math.max(most, valor), 0);
  const said = new Set(known.map(({ texto }) => texto.toLocaleLowerCase('pt-BR')));
  const values = new Set(known.map(({ valor }) => valor));
  const opcoes: OpcaoLida[] = [];
  for (const [n, { texto, codigo }] of best.found.entries()) {
    // Letters count as positions if no code is a number; among numbers a letter is no code.
    const valor = numbered ? numberOf(codigo) : highest + n + 1;
    const words = texto.texto.toLocaleLowerCase('pt-BR');
    if (valor === null || said.has(words) || values.has(valor)) continue;
    said.add(words);
    values.add(valor);
    opcoes.push({ texto: texto.texto, valor, especial: specialOf(texto.texto) });
  }
  return { opcoes, avisos: numbered ? [] : [SEM_CODIGOS] };
}

/** Normalises a code: '7.' and 'P7 -' become 'P7'. */
function codeOf(given: string): string {
  const plain = given.replace(/^[\s(]+|[\s.):–—-]+$/gu, '');
  return /^\d/u.test(plain) ? `P${plain}` : plain;
}

/** An unused code: the printed code, else the previous code with a letter. */
function freeCode(printed: string, before: string | null, taken: ReadonlySet<string>): string {
  if (printed !== '' && !taken.has(codeKey(printed))) return printed;
  if (printed === '' && before === null && !taken.has(codeKey('P1'))) return 'P1';
  const stem = printed !== '' ? printed : (before ?? 'P0');
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    if (!taken.has(codeKey(`${stem}${letter}`))) return `${stem}${letter}`;
  }
  let n = taken.size + 1;
  while (taken.has(codeKey(`P${n}`))) n += 1;
  return `P${n}`;
}

/**
 * Checks a model's answer about a page. A part's words must be in its open lines, in order, each used once; else the
 * part is rejected.
 */
export function checkReading(
  answer: LeituraIa,
  { linhas, perguntas }: Documento,
  { pagina, linhas: daPagina }: PaginaDoDocumento,
): LeituraConferida {
  const onPage = new Set(daPagina);
  const propostas: Proposta[] = [];
  const gone = new Set<number>();
  const taken = new Set(perguntas.map(({ codigo }) => codeKey(codigo)));
  let recusadas = 0;
  const passageOf = (numbers: readonly number[]): { places: number[]; passagem: Passagem } => {
    const places = [...new Set(numbers)].sort((a, b) => a - b);
    const open = places.every((place) => {
      const linha = linhas[place];
      return onPage.has(place) && !gone.has(place) && linha !== undefined && isOpenLine(linha);
    });
    if (!open) throw new NotThere();
    return { places, passagem: new Passagem(places.map((place) => linhas[place]?.texto ?? '')) };
  };
  const instructionOf = (passagem: Passagem, given: string): string | null => {
    if (given.trim() === '') return null;
    const found = passagem.take(given);
    if (!found) recusadas += 1;
    return found?.texto ?? null;
  };
  const rest = (passagem: Passagem): string[] => {
    const words = passagem.rest();
    return words === '' ? [] : [`Destas linhas ficou de fora: “${words}”.`];
  };
  const keep = (part: Omit<Proposta, 'id' | 'pagina'>, n: number): void => {
    for (const place of part.linhas) gone.add(place);
    propostas.push({ id: `${pagina}.${n}`, pagina, ...part });
  };
  const before = (place: number): number | null =>
    linhas.slice(0, place).findLast(({ pergunta }) => pergunta !== null)?.pergunta ?? null;

  const parts = [
    ...answer.perguntas.map((one) => () => {
      const { places, passagem } = passageOf(one.linhas);
      const coded = passagem.takeBeside(one.texto, one.codigo, 'antes');
      const codigo = coded ? codeOf(one.codigo) : '';
      const texto = coded ?? passagem.take(one.texto);
      if (!texto) throw new NotThere();
      const lidas = readOptions(passagem, one.opcoes, []);
      const opcoes = isChoice(one.tipo)
        ? lidas.opcoes
        : // A number question's only options are its special codes.
          lidas.opcoes.filter(({ especial }) => one.tipo === 'numero' && especial !== null);
      if (isChoice(one.tipo) && opcoes.length === 0) throw new NotThere();
      recusadas += one.opcoes.length - opcoes.length;
      const instrucao = instructionOf(passagem, one.instrucao);
      const depoisDe = before(places[0] ?? 0);
      const livre = freeCode(codigo, depoisDe === null ? null : (perguntas[depoisDe]?.codigo ?? null), taken);
      taken.add(codeKey(livre));
      const { texto: words, marcas } = marksOf(texto.texto);
      return {
        linhas: places,
        pergunta: null,
        depois_de: depoisDe,
        nova: {
          codigo: livre,
          texto: words === '' ? texto.texto : words,
          tipo: one.tipo,
          ler_opcoes: marcas.lerOpcoes ?? true,
        },
        opcoes,
        instrucao,
        avisos: [
          ...(livre === codigo ? [] : [semCodigo(livre)]),
          ...(opcoes.length > 0 ? lidas.avisos : []),
          ...(opcoes.length < one.opcoes.length
            ? ['Uma opção que a IA deu não está assim no documento e ficou de fora.']
            : []),
          ...rest(passagem),
        ],
      };
    }),
    ...answer.acrescimos.map((one) => () => {
      const key = codeKey(one.pergunta);
      const pergunta = perguntas.findIndex(({ codigo }) => codeKey(codigo) === key);
      const asked = perguntas[pergunta];
      if (!asked) throw new NotThere();
      const { places, passagem } = passageOf(one.linhas);
      const lidas = readOptions(passagem, one.opcoes, asked.opcoes);
      const opcoes = isChoice(asked.tipo)
        ? lidas.opcoes
        : lidas.opcoes.filter(({ especial }) => asked.tipo === 'numero' && especial !== null);
      recusadas += one.opcoes.length - opcoes.length;
      const instrucao = instructionOf(passagem, one.instrucao);
      // Rejected options are already counted, so a part without anything else is only dropped.
      if (opcoes.length === 0 && instrucao === null) return null;
      return {
        linhas: places,
        pergunta,
        depois_de: null,
        nova: null,
        opcoes,
        instrucao,
        avisos: [...(opcoes.length > 0 ? lidas.avisos : []), ...rest(passagem)],
      };
    }),
  ];
  for (const [n, read] of parts.entries()) {
    try {
      const part = read();
      if (part) keep(part, n);
    } catch (error) {
      if (!(error instanceof NotThere)) throw error;
      recusadas += 1;
    }
  }
  return { propostas, recusadas };
}
