/** Rules of a question and its options beyond the kind (`perguntas.regras`, `respostas_definidas.regras`). */
import type { RespostaDada } from '../device/events.ts';
import { type Faixa, passesTest } from './conditions.ts';

/** How the interviewer's screen orders options: at random, from another one on, or turned round at random. */
export const RODIZIOS = ['sorteio', 'rotacao', 'inversao'] as const;
export type Rodizio = (typeof RODIZIOS)[number];

export const LIMITES_REGRAS = { bateria: 2000, mensagem: 1000, descricao: 500, blocos: 20 } as const;

/** A group of questions with one stem and the same options, each an item that is read and answered by itself. */
export type Bateria = {
  id: string;
  /** The stem, read aloud once before the items. */
  texto: string;
  /** Items come in an order drawn for the interview. */
  rodizio?: true | undefined;
};

/** Ends the interview politely after an option marked `encerra`, or a number in the range. */
export type Encerramento = {
  /** Of a number or a scale; null: by options alone. */
  faixa: Faixa | null;
  /** Said to the respondent; null: the default words. */
  mensagem: string | null;
};

/** An image to show (questionario_imagens), and its words for whoever does not see it. */
export type Cartao = { id: string; descricao: string };

export type RegrasDaPergunta = {
  /** Of a number: whole numbers only. */
  inteiro?: true | undefined;
  rodizio?: Rodizio | undefined;
  bateria?: Bateria | undefined;
  encerra?: Encerramento | undefined;
  cartao?: Cartao | undefined;
};

export type RegrasDaOpcao = {
  /** Of a question with several answers: chosen alone, such as 'Nenhum'. 'não sabe' and refusals always are. */
  exclusiva?: true | undefined;
  /** Keeps its place when options rotate. */
  fixa?: true | undefined;
  /** Chosen, it ends the interview politely: the respondent is not of those to be asked. */
  encerra?: true | undefined;
  /** Options of one block stay together when options rotate; from 1. */
  bloco?: number | undefined;
};

/** True if an option excludes all others of its question. */
export const isExclusive = ({ especial, exclusiva }: RegrasDaOpcao & { especial: string | null }): boolean =>
  exclusiva === true || especial === 'nao_sabe' || especial === 'recusa';

/** True if an answer ends the interview politely. */
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

/** The rules of a question, null without any: what the database and the wire hold. */
export const rulesOf = (pergunta: RegrasDaPergunta): RegrasDaPergunta | null => pick(pergunta, PERGUNTA);

/** The rules of an option, null without any. */
export const optionRulesOf = (opcao: RegrasDaOpcao): RegrasDaOpcao | null => pick(opcao, OPCAO);

/** The rules of a copied question: its battery is that of the copies. */
export const renameRules = (rules: RegrasDaPergunta, idOf: (id: string) => string): RegrasDaPergunta =>
  rules.bateria ? { ...rules, bateria: { ...rules.bateria, id: idOf(rules.bateria.id) } } : rules;

/** Farewell of an interview that a rule ends, where its question has no words of its own. */
export const DESPEDIDA =
  'Agradeço a sua atenção. Para esta pesquisa procuramos pessoas com outro perfil, por isso a entrevista termina aqui. Tenha um bom dia.';
