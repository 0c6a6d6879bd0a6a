/** Determines which questions an interview must ask: a question may depend on an earlier choice. */

export type MostrarSe = { perguntaId: string; opcoes: readonly string[] };

export type PerguntaCondicional = { id: string; mostrarSe: MostrarSe | null };

export type Escolhas = ReadonlyMap<string, readonly string[]>;

/** The applicability of a question; 'desconhecida': its condition depends on an unread answer. */
export type Aplicabilidade = 'sim' | 'nao' | 'desconhecida';

/**
 * Applicability by question id: without a condition, or if a named option of the earlier question was chosen.
 * @param ilegiveis ids of questions whose possible answer could not be read
 */
export function applicabilityOf(
  perguntas: readonly PerguntaCondicional[],
  escolhas: Escolhas,
  ilegiveis: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Aplicabilidade> {
  const found = new Map<string, Aplicabilidade>();
  for (const { id, mostrarSe } of perguntas)
    found.set(id, ofCondition(mostrarSe, found, escolhas, ilegiveis));
  return found;
}

function ofCondition(
  mostrarSe: MostrarSe | null,
  earlier: ReadonlyMap<string, Aplicabilidade>,
  escolhas: Escolhas,
  ilegiveis: ReadonlySet<string>,
): Aplicabilidade {
  if (mostrarSe === null) return 'sim';
  const { perguntaId, opcoes } = mostrarSe;
  const asked = earlier.get(perguntaId) ?? 'nao';
  if (asked === 'nao') return 'nao';
  if (ilegiveis.has(perguntaId)) return 'desconhecida';
  return (escolhas.get(perguntaId) ?? []).some((opcao) => opcoes.includes(opcao)) ? asked : 'nao';
}

/** Ids of applicable questions, in order, if all answers are readable (`applicabilityOf`). */
export function applicableQuestions(
  perguntas: readonly PerguntaCondicional[],
  escolhas: Escolhas,
): ReadonlySet<string> {
  return new Set(
    [...applicabilityOf(perguntas, escolhas)].flatMap(([id, applies]) => (applies === 'sim' ? [id] : [])),
  );
}

export type CondicaoQuebrada = {
  id: string;
  motivo: 'pergunta_ausente' | 'pergunta_depois' | 'opcao_ausente';
};
export type PerguntaComOpcoes = PerguntaCondicional & { opcoes: readonly { id: string }[] };

/** Questions whose condition can never hold: on a later or missing question, or missing options. */
export function brokenConditions(perguntas: readonly PerguntaComOpcoes[]): CondicaoQuebrada[] {
  const place = new Map(perguntas.map(({ id }, index) => [id, index]));
  return perguntas.flatMap(({ id, mostrarSe }, index): CondicaoQuebrada[] => {
    if (mostrarSe === null) return [];
    const at = place.get(mostrarSe.perguntaId);
    if (at === undefined) return [{ id, motivo: 'pergunta_ausente' }];
    if (at >= index) return [{ id, motivo: 'pergunta_depois' }];
    const there = new Set(perguntas[at]?.opcoes.map((opcao) => opcao.id));
    const known = mostrarSe.opcoes.length > 0 && mostrarSe.opcoes.every((opcao) => there.has(opcao));
    return known ? [] : [{ id, motivo: 'opcao_ausente' }];
  });
}
