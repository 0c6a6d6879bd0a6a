/** Which questions of a questionnaire an interview has to ask: a question may depend on one earlier choice. */

/** Asked only of whoever chose one of these options of an earlier question. */
export type MostrarSe = { perguntaId: string; opcoes: readonly string[] };

export type PerguntaCondicional = { id: string; mostrarSe: MostrarSe | null };

/** Ids of the options chosen, by question; a question without a choice is missing, or has none. */
export type Escolhas = ReadonlyMap<string, readonly string[]>;

/**
 * Ids of the questions that apply, in their order. A question applies when nothing is asked of it, or when the question that it
 * depends on applies itself and one of the options named was chosen there. `perguntas` in the order of the questionnaire: a
 * question depends on an earlier one only.
 */
export function applicableQuestions(
  perguntas: readonly PerguntaCondicional[],
  escolhas: Escolhas,
): ReadonlySet<string> {
  const apply = new Set<string>();
  for (const { id, mostrarSe } of perguntas) {
    const applies =
      mostrarSe === null ||
      (apply.has(mostrarSe.perguntaId) &&
        (escolhas.get(mostrarSe.perguntaId) ?? []).some((opcao) => mostrarSe.opcoes.includes(opcao)));
    if (applies) apply.add(id);
  }
  return apply;
}

export type CondicaoQuebrada = {
  id: string;
  motivo: 'pergunta_ausente' | 'pergunta_depois' | 'opcao_ausente';
};
/** A question with the options that a later one may depend on. */
export type PerguntaComOpcoes = PerguntaCondicional & { opcoes: readonly { id: string }[] };

/**
 * Questions whose condition cannot be met as the questionnaire stands, with why: their place in the list. It depends on a later
 * question or on itself, on one that is not there, or on options that this one does not have.
 */
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
