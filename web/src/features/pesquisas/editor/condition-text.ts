import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';

/** The reason why a question can never be asked as the questionnaire stands. */
export const ORDEM_QUEBRADA: Record<NonNullable<PerguntaWire['condicao_quebrada']>, string> = {
  pergunta_ausente:
    'A pergunta da condição não existe mais. Edite a condição: sem isso, a pergunta nunca aparece.',
  pergunta_depois: 'A pergunta da condição vem depois desta. Mova uma das duas, ou edite a condição.',
  opcao_ausente: 'Uma resposta da condição não existe mais. Edite a condição.',
};

/** 'Só se a pergunta 1 for: Sim ou Não'; null for a question that is always asked. */
export function conditionText(pergunta: PerguntaWire, perguntas: readonly PerguntaWire[]): string | null {
  const { mostrar_se } = pergunta;
  if (!mostrar_se) return null;
  const place = perguntas.findIndex(({ id }) => id === mostrar_se.pergunta_id);
  const asked = perguntas[place];
  if (!asked) return null;
  const names = asked.respostas_definidas
    .filter(({ id }) => mostrar_se.opcoes.includes(id))
    .map(({ texto_resposta }) => texto_resposta);
  return `Só se a resposta da pergunta ${place + 1} for: ${names.join(' ou ')}`;
}
