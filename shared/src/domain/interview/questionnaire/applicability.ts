/** Which questions of a questionnaire an interview has to ask: a question may depend on one earlier choice. */

/** Asked only of whoever chose one of these options of an earlier question. */
export type MostrarSe = { perguntaId: string; opcoes: readonly string[] };

export type PerguntaCondicional = { id: string; mostrarSe: MostrarSe | null };

/** Ids of the options chosen, by question; a question without a choice is missing, or has none. */
export type Escolhas = ReadonlyMap<string, readonly string[]>;

/** Whether a question applies; 'desconhecida': its condition rests on an unread answer. */
export type Aplicabilidade = 'sim' | 'nao' | 'desconhecida';

/**
 * Whether each question applies, by its id. A question without a condition applies. Another one applies when the
 * question that it depends on applies and one of the named options was chosen there. `perguntas` in the order of the
 * questionnaire: a question depends on an earlier one only.
 * @param ilegiveis ids of questions whose answer exists, or may exist, and could not be read
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

/** Ids of the questions that apply, in their order, where every answer could be read (`applicabilityOf`). */
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
