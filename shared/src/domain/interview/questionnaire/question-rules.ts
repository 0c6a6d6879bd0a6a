/** Rules of a question and its options (`perguntas.regras`, `respostas_definidas.regras`). */
import type { TipoPergunta } from '../comparison/compare-answer.ts';
import type { RespostaDada } from '../device/events.ts';
import { type Faixa, passesTest } from './conditions.ts';

/** Orders of options on screen: shuffled, rotated from a random start, or randomly reversed. */
export const RODIZIOS = ['sorteio', 'rotacao', 'inversao'] as const;
export type Rodizio = (typeof RODIZIOS)[number];

export const RODIZIO_LABEL: Record<Rodizio, string> = {
  sorteio: 'ordem sorteada',
  rotacao: 'rodízio, a partir de uma opção diferente',
  inversao: 'ordem normal ou invertida',
};

export const LIMITES_REGRAS = { bateria: 2000, mensagem: 1000, descricao: 500, blocos: 20 } as const;

/** Questions with a common stem and the same options; each item is read and answered separately. */
export type Bateria = {
  id: string;
  /** The stem, read aloud once before the items. */
  texto: string;
  /** True if each interview has a random order of items. */
  rodizio?: true | undefined;
};

/** A polite end of the interview, after an option marked `encerra` or a number in the range. */
export type Encerramento = {
  /** Range that ends the interview; null: only options end it. */
  faixa: Faixa | null;
  /** Farewell; null: the default words. */
  mensagem: string | null;
};

/** An image (questionario_imagens), described for people who cannot see it. */
export type Cartao = { id: string; descricao: string };

export type RegrasDaPergunta = {
  inteiro?: true | undefined;
  rodizio?: Rodizio | undefined;
  bateria?: Bateria | undefined;
  encerra?: Encerramento | undefined;
  cartao?: Cartao | undefined;
};

export type RegrasDaOpcao = {
  /** True if a multiple-choice option ('Nenhum') excludes the others. 'não sabe' and refusals always do. */
  exclusiva?: true | undefined;
  /** True if the option keeps its place in rotations. */
  fixa?: true | undefined;
  /** True if the option ends the interview politely, because the respondent is outside the sample. */
  encerra?: true | undefined;
  /** Options of a block stay together in rotations; numbered from 1. */
  bloco?: number | undefined;
};

export const isExclusive = ({ especial, exclusiva }: RegrasDaOpcao & { especial: string | null }): boolean =>
  exclusiva === true || especial === 'nao_sabe' || especial === 'recusa';

export const mayEndInterview = (pergunta: {
  encerra?: Encerramento | undefined;
  opcoes: readonly RegrasDaOpcao[];
}): boolean => Boolean(pergunta.encerra?.faixa) || pergunta.opcoes.some(({ encerra }) => encerra === true);

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

/** A question's rules as stored and sent; null: none. */
export const rulesOf = (pergunta: RegrasDaPergunta): RegrasDaPergunta | null => pick(pergunta, PERGUNTA);

/** An option's rules as stored and sent; null: none. */
export const optionRulesOf = (opcao: RegrasDaOpcao): RegrasDaOpcao | null => pick(opcao, OPCAO);

/** A copied question's rules, with new ids of battery and image. */
export const renameRules = (rules: RegrasDaPergunta, idOf: (id: string) => string): RegrasDaPergunta => ({
  ...rules,
  ...(rules.bateria ? { bateria: { ...rules.bateria, id: idOf(rules.bateria.id) } } : {}),
  ...(rules.cartao ? { cartao: { ...rules.cartao, id: idOf(rules.cartao.id) } } : {}),
});

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
      return 'Só perguntas de número ou escala podem encerrar a entrevista por um intervalo. Nas outras, marque as opções que encerram a entrevista.';
    if (faixa.de === null && faixa.ate === null)
      return 'Informe o início ou o fim do intervalo que encerra a entrevista.';
    return faixa.de !== null && faixa.ate !== null && faixa.de > faixa.ate
      ? 'O fim do intervalo que encerra a entrevista não pode ser menor que o início.'
      : null;
  },
  cartao: () => null,
};

/** The first rule that does not fit the question, with the reason for people; null: all rules fit. */
export function misfitOf(
  pergunta: PerguntaComRegras,
): { regra: keyof RegrasDaPergunta; mensagem: string } | null {
  for (const regra of PERGUNTA) {
    const mensagem = pergunta[regra] === undefined ? null : MISFITS[regra](pergunta);
    if (mensagem !== null) return { regra, mensagem };
  }
  return null;
}

/** The rules that still fit, e.g. after a change of kind. */
export const fittingRules = (pergunta: PerguntaComRegras): RegrasDaPergunta | null =>
  pick(
    pergunta,
    PERGUNTA.filter((regra) => MISFITS[regra](pergunta) === null),
  );

/** Ids of battery items that are not adjacent, or that have other answers than the battery's first item. */
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
