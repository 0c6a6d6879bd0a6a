/** Rules of a question and its options beyond the kind (`perguntas.regras`, `respostas_definidas.regras`). */
import type { TipoPergunta } from '../comparison/compare-answer.ts';
import type { RespostaDada } from '../device/events.ts';
import { type Faixa, passesTest } from './conditions.ts';

/** Orders of options on the interviewer's screen: shuffled, rotated from a random start, or randomly reversed. */
export const RODIZIOS = ['sorteio', 'rotacao', 'inversao'] as const;
export type Rodizio = (typeof RODIZIOS)[number];

export const RODIZIO_LABEL: Record<Rodizio, string> = {
  sorteio: 'ordem sorteada',
  rotacao: 'rodízio, a partir de uma opção diferente',
  inversao: 'ordem normal ou invertida',
};

export const LIMITES_REGRAS = { bateria: 2000, mensagem: 1000, descricao: 500, blocos: 20 } as const;

/** A group of questions with a common stem and the same options; each item is read and answered separately. */
export type Bateria = {
  id: string;
  /** The stem, read aloud once before the items. */
  texto: string;
  /** True if the items come in a random order in each interview. */
  rodizio?: true | undefined;
};

/** A rule that ends the interview politely after an option marked `encerra`, or a number in the range. */
export type Encerramento = {
  /** Range of a number or scale that ends the interview; null: only options end it. */
  faixa: Faixa | null;
  /** Farewell to the respondent; null: the default words. */
  mensagem: string | null;
};

/** An image to show (questionario_imagens), with a description for people who cannot see it. */
export type Cartao = { id: string; descricao: string };

export type RegrasDaPergunta = {
  /** True if a number must be a whole number. */
  inteiro?: true | undefined;
  rodizio?: Rodizio | undefined;
  bateria?: Bateria | undefined;
  encerra?: Encerramento | undefined;
  cartao?: Cartao | undefined;
};

export type RegrasDaOpcao = {
  /** True if a multiple-choice option ('Nenhum') excludes the others. 'não sabe' and refusals always exclude them. */
  exclusiva?: true | undefined;
  /** True if the option keeps its place when others rotate. */
  fixa?: true | undefined;
  /** True if the option ends the interview politely, because the respondent is outside the sample. */
  encerra?: true | undefined;
  /** Options of the same block stay together when options rotate; numbered from 1. */
  bloco?: number | undefined;
};

/** True if an option excludes all others of its question. */
export const isExclusive = ({ especial, exclusiva }: RegrasDaOpcao & { especial: string | null }): boolean =>
  exclusiva === true || especial === 'nao_sabe' || especial === 'recusa';

/** True if some answer to a question ends the interview. */
export const mayEndInterview = (pergunta: {
  encerra?: Encerramento | undefined;
  opcoes: readonly RegrasDaOpcao[];
}): boolean => Boolean(pergunta.encerra?.faixa) || pergunta.opcoes.some(({ encerra }) => encerra === true);

/** True if the given answer to a question ends the interview. */
export function endsInterview(
  pergunta: RegrasDaPergunta & { opcoes: readonly (RegrasDaOpcao & { id: string })[] },
  given: RespostaDada | undefined,
): boolean {
  const { faixa } = pergunta.encerra ?? { faixa: null };
  if (faixa !== null && passesTest(faixa, given)) return true;
  return pergunta.opcoes.some(({ id, encerra }) => encerra === true && given?.opcoes.includes(id));
}

const PERGUNTA = [
  'inteiro',
  'rodizio',
  'bateria',
  'encerra',
  'cartao',
] as const satisfies readonly (keyof RegrasDaPergunta)[];
const OPCAO = ['exclusiva', 'fixa', 'encerra', 'bloco'] as const satisfies readonly (keyof RegrasDaOpcao)[];

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> | null {
  const set = names.filter((name) => from[name] !== undefined);
  return set.length === 0 ? null : (Object.fromEntries(set.map((name) => [name, from[name]])) as Pick<T, K>);
}

/** The rules of a question as stored and sent; null: the question has no rules. */
export const rulesOf = (pergunta: RegrasDaPergunta): RegrasDaPergunta | null => pick(pergunta, PERGUNTA);

/** The rules of an option as stored and sent; null: the option has no rules. */
export const optionRulesOf = (opcao: RegrasDaOpcao): RegrasDaOpcao | null => pick(opcao, OPCAO);

/** The rules of a copied question, with the new ids of battery and image. */
export const renameRules = (rules: RegrasDaPergunta, idOf: (id: string) => string): RegrasDaPergunta => ({
  ...rules,
  ...(rules.bateria ? { bateria: { ...rules.bateria, id: idOf(rules.bateria.id) } } : {}),
  ...(rules.cartao ? { cartao: { ...rules.cartao, id: idOf(rules.cartao.id) } } : {}),
});

/** Those fields of a question against which its rules are checked. */
type PerguntaComRegras = RegrasDaPergunta & {
  tipo: TipoPergunta;
  opcoes: readonly (RegrasDaOpcao & { especial?: string | null | undefined })[];
};

const isMeasured = (tipo: TipoPergunta): boolean => tipo === 'numero' || tipo === 'escala';

/** For each rule, the reason why it does not fit a question. */
const MISFITS: { [K in keyof RegrasDaPergunta]-?: (pergunta: PerguntaComRegras) => string | null } = {
  inteiro: ({ tipo }) => (isMeasured(tipo) ? null : 'Só perguntas de número podem exigir um número inteiro.'),
  rodizio: ({ opcoes }) => {
    const moving = opcoes.filter(({ fixa, especial }) => !fixa && !especial).length;
    return moving > 1 ? null : 'O rodízio precisa de ao menos duas opções de resposta que mudem de lugar.';
  },
  bateria: ({ tipo }) =>
    tipo === 'lugar' ? 'Uma pergunta de lugar não pode ser item de uma bateria.' : null,
  encerra: ({ tipo, opcoes, encerra }) => {
    const faixa = encerra?.faixa ?? null;
    if (faixa === null)
      return opcoes.some((one) => one.encerra)
        ? null
        : 'Informe as respostas que encerram a entrevista: opções, ou um intervalo de números.';
    if (!isMeasured(tipo))
      return 'Só perguntas de número ou escala podem encerrar a entrevista por um intervalo. Nas outras, marque as opções que encerram.';
    if (faixa.de === null && faixa.ate === null)
      return 'Informe o início ou o fim do intervalo que encerra a entrevista.';
    return faixa.de !== null && faixa.ate !== null && faixa.de > faixa.ate
      ? 'O fim do intervalo que encerra a entrevista não pode ser menor que o início.'
      : null;
  },
  cartao: () => null,
};

/** The first rule that does not fit a question, with the reason for people; null: all fit. */
export function misfitOf(
  pergunta: PerguntaComRegras,
): { regra: keyof RegrasDaPergunta; mensagem: string } | null {
  for (const regra of PERGUNTA) {
    const mensagem = pergunta[regra] === undefined ? null : MISFITS[regra](pergunta);
    if (mensagem !== null) return { regra, mensagem };
  }
  return null;
}

/** The rules that still fit a question, for example after a change of its kind. */
export const fittingRules = (pergunta: PerguntaComRegras): RegrasDaPergunta | null =>
  pick(
    pergunta,
    PERGUNTA.filter((regra) => MISFITS[regra](pergunta) === null),
  );

/** Items of invalid batteries: the items are not adjacent, or their answers differ from those of the first item. */
export function brokenBatteries(
  perguntas: readonly (Pick<RegrasDaPergunta, 'bateria'> & {
    id: string;
    tipo: TipoPergunta;
    opcoes: readonly { texto?: string | undefined }[];
  })[],
): string[] {
  const answers = ({ tipo, opcoes }: (typeof perguntas)[number]) =>
    JSON.stringify([tipo, opcoes.map(({ texto }) => texto)]);
  return perguntas.flatMap((one, at) => {
    if (!one.bateria) return [];
    const first = perguntas.findIndex(({ bateria }) => bateria?.id === one.bateria?.id);
    const together = perguntas.slice(first, at).every(({ bateria }) => bateria?.id === one.bateria?.id);
    const isSame = answers(one) === answers(perguntas[first] as (typeof perguntas)[number]);
    return together && isSame ? [] : [one.id];
  });
}
