/** Conditions on earlier answers, for asking a question ('só se') and for a polite end ('encerra se'). */
import type { RespostaDada } from '../device/events.ts';
import { readTypedNumber } from './typed-number.ts';

export const LIMITES_CONDICAO = { testes: 10, opcoes: 100, contem: 200, numero: 1e12 } as const;

/** Numbers from `de` to `ate`, inclusive; null: no limit. */
export type Faixa = { de: number | null; ate: number | null };

/** A test of an answer: one of these options, none of them, a number in a range (inclusive), or contained words. */
export type TesteDeResposta =
  | { opcoes: readonly string[] }
  | { exceto: readonly string[] }
  | Faixa
  | { contem: string };

export type Teste = TesteDeResposta & { perguntaId: string };

export const LIGACOES = ['e', 'ou'] as const;
export type Ligacao = (typeof LIGACOES)[number];

/** A stored condition: a test, or several of which all ('e') or any ('ou') must hold. */
export type MostrarSe = Teste | { liga: Ligacao; testes: readonly Teste[] };

type TesteWire = { pergunta_id: string } & (
  | { opcoes: string[] }
  | { exceto: string[] }
  | { de: number | null; ate: number | null }
  | { contem: string }
);
export type MostrarSeWire = TesteWire | { liga: Ligacao; testes: TesteWire[] };

function testToWire({ perguntaId, ...rest }: Teste): TesteWire {
  if ('opcoes' in rest) return { pergunta_id: perguntaId, opcoes: [...rest.opcoes] };
  if ('exceto' in rest) return { pergunta_id: perguntaId, exceto: [...rest.exceto] };
  return { pergunta_id: perguntaId, ...rest };
}

/** Reads a test from its wire format; options named twice count once. */
function testFromWire({ pergunta_id: perguntaId, ...rest }: TesteWire): Teste {
  if ('opcoes' in rest) return { perguntaId, opcoes: [...new Set(rest.opcoes)] };
  if ('exceto' in rest) return { perguntaId, exceto: [...new Set(rest.exceto)] };
  return { perguntaId, ...rest };
}

export const conditionToWire = (condition: MostrarSe): MostrarSeWire =>
  'liga' in condition
    ? { liga: condition.liga, testes: condition.testes.map(testToWire) }
    : testToWire(condition);

export const conditionFromWire = (sent: MostrarSeWire): MostrarSe =>
  'liga' in sent ? { liga: sent.liga, testes: sent.testes.map(testFromWire) } : testFromWire(sent);

export const testsOf = (condition: MostrarSe): { liga: Ligacao; testes: readonly Teste[] } =>
  'liga' in condition ? condition : { liga: 'e', testes: [condition] };

/** The condition if it is a single test on options, the only kind in printed questionnaires; else null. */
export const optionTest = <C extends MostrarSe | MostrarSeWire>(
  condition: C | null,
): Extract<C, { opcoes: readonly string[] }> | null =>
  condition && 'opcoes' in condition ? (condition as Extract<C, { opcoes: readonly string[] }>) : null;

/** Replaces a condition's question and option ids, for a copy. */
export function renameCondition(condition: MostrarSe, idOf: (id: string) => string): MostrarSe {
  const renamed = (one: Teste): Teste => {
    const perguntaId = idOf(one.perguntaId);
    if ('opcoes' in one) return { opcoes: one.opcoes.map(idOf), perguntaId };
    if ('exceto' in one) return { exceto: one.exceto.map(idOf), perguntaId };
    return { ...one, perguntaId };
  };
  return 'liga' in condition
    ? { liga: condition.liga, testes: condition.testes.map(renamed) }
    : renamed(condition);
}

export function optionsNamed(one: TesteDeResposta): readonly string[] {
  if ('opcoes' in one) return one.opcoes;
  return 'exceto' in one ? one.exceto : [];
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('pt-BR').replaceAll(/\s+/gu, ' ').trim();

/** True if an answer passes a test. A blank answer passes no test. */
export function passesTest(one: TesteDeResposta, given: RespostaDada | undefined): boolean {
  const chosen = given?.opcoes ?? [];
  const text = given?.texto?.trim() ?? '';
  if (chosen.length === 0 && text === '') return false;
  if ('opcoes' in one) return chosen.some((id) => one.opcoes.includes(id));
  if ('exceto' in one) return !chosen.some((id) => one.exceto.includes(id));
  if ('contem' in one) return plain(text).includes(plain(one.contem));
  // 'não sabe' beside a number is an option, not a number.
  const value = chosen.length > 0 ? undefined : readTypedNumber(text)?.valor;
  if (value === undefined) return false;
  return (one.de === null || value >= one.de) && (one.ate === null || value <= one.ate);
}
