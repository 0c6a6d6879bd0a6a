/** Determines which questions an interview must ask. */
import type { TipoPergunta } from '../comparison/compare-answer.ts';
import type { RespostaDada } from '../device/events.ts';
import { type MostrarSe, optionsNamed, passesTest, type Teste, testsOf } from './conditions.ts';
import { isChoice } from './questionnaire.ts';

export type PerguntaCondicional = { id: string; mostrarSe: MostrarSe | null };

export type Respostas = ReadonlyMap<string, RespostaDada>;

/** 'desconhecida': the condition depends on an unread answer. */
export type Aplicabilidade = 'sim' | 'nao' | 'desconhecida';

/**
 * Applicability by question id: without a condition 'sim', else by the condition.
 * @param ilegiveis ids of questions with a possible but unreadable answer
 */
export function applicabilityOf(
  perguntas: readonly PerguntaCondicional[],
  respostas: Respostas,
  ilegiveis: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Aplicabilidade> {
  const found = new Map<string, Aplicabilidade>();
  const ofTest = (one: Teste): Aplicabilidade => {
    const asked = found.get(one.perguntaId) ?? 'nao';
    if (asked === 'nao') return 'nao';
    if (ilegiveis.has(one.perguntaId)) return 'desconhecida';
    return passesTest(one, respostas.get(one.perguntaId)) ? asked : 'nao';
  };
  for (const { id, mostrarSe } of perguntas) {
    if (mostrarSe === null) {
      found.set(id, 'sim');
      continue;
    }
    const { liga, testes } = testsOf(mostrarSe);
    const held = testes.map(ofTest);
    const deciding = liga === 'e' ? 'nao' : 'sim';
    const otherwise = liga === 'e' ? 'sim' : 'nao';
    found.set(
      id,
      held.includes(deciding) ? deciding : held.includes('desconhecida') ? 'desconhecida' : otherwise,
    );
  }
  return found;
}

/** Ids of applicable questions, in order. Assumes that all answers are readable. */
export function applicableQuestions(
  perguntas: readonly PerguntaCondicional[],
  respostas: Respostas,
): ReadonlySet<string> {
  return new Set(
    [...applicabilityOf(perguntas, respostas)].flatMap(([id, applies]) => (applies === 'sim' ? [id] : [])),
  );
}

/** Reasons why a condition can never hold. `forma`: the test does not fit the question's kind (a range on a choice). */
export const CONDICOES_QUEBRADAS = ['pergunta_ausente', 'pergunta_depois', 'opcao_ausente', 'forma'] as const;
export type CondicaoQuebrada = { id: string; motivo: (typeof CONDICOES_QUEBRADAS)[number] };
export type PerguntaComOpcoes = PerguntaCondicional & {
  tipo: TipoPergunta;
  opcoes: readonly { id: string }[];
};

/** Reason why a test can never hold; null: it can. `index`: place of the question that has the test. */
export function brokenTest(
  one: Teste,
  index: number,
  perguntas: readonly PerguntaComOpcoes[],
): CondicaoQuebrada['motivo'] | null {
  const at = perguntas.findIndex(({ id }) => id === one.perguntaId);
  const asked = perguntas[at];
  if (!asked) return 'pergunta_ausente';
  if (at >= index) return 'pergunta_depois';
  if ('opcoes' in one || 'exceto' in one) {
    const there = new Set(asked.opcoes.map(({ id }) => id));
    const named = optionsNamed(one);
    return named.length > 0 && named.every((id) => there.has(id)) ? null : 'opcao_ausente';
  }
  const isNumber = asked.tipo === 'numero' || asked.tipo === 'escala';
  if ('de' in one) {
    const possible = one.de === null || one.ate === null ? one.de !== one.ate : one.de <= one.ate;
    return isNumber && possible ? null : 'forma';
  }
  return asked.tipo === 'texto' || isChoice(asked.tipo) ? null : 'forma';
}

/** Questions with a test that can never hold. */
export function brokenConditions(perguntas: readonly PerguntaComOpcoes[]): CondicaoQuebrada[] {
  return perguntas.flatMap(({ id, mostrarSe }, index): CondicaoQuebrada[] => {
    if (mostrarSe === null) return [];
    for (const one of testsOf(mostrarSe).testes) {
      const motivo = brokenTest(one, index, perguntas);
      if (motivo !== null) return [{ id, motivo }];
    }
    return [];
  });
}
