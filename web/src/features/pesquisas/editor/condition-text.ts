import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { describeCondition } from '@escuta/shared/domain/interview/questionnaire/condition-words';
import { conditionFromWire, optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';

/** The reason why a question can never be asked as the questionnaire stands. */
export const ORDEM_QUEBRADA: Record<NonNullable<PerguntaWire['condicao_quebrada']>, string> = {
  pergunta_ausente:
    'A pergunta da condição não existe mais. Edite a condição: sem isso, a pergunta nunca aparece.',
  pergunta_depois: 'A pergunta da condição vem depois desta. Mova uma das duas, ou edite a condição.',
  opcao_ausente: 'Uma resposta da condição não existe mais. Edite a condição.',
  forma: 'A condição não combina com o tipo da pergunta da condição. Edite a condição.',
};

/** 'Só se a resposta da pergunta 1 for: Sim ou Não'; null for a question that is always asked. */
export function conditionText(
  { mostrar_se }: PerguntaWire,
  perguntas: readonly PerguntaWire[],
): string | null {
  if (!mostrar_se) return null;
  const named = perguntas.map(({ id, respostas_definidas }, place) => ({
    id,
    codigo: `pergunta ${place + 1}`,
    opcoes: respostas_definidas.map((opcao) => ({ id: opcao.id, texto: opcao.texto_resposta })),
  }));
  const text = describeCondition(conditionFromWire(mostrar_se), named);
  return optionTest(mostrar_se) ? `Só se a resposta da ${text.replace(':', ' for:')}` : `Só se ${text}`;
}
