import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import {
  describeCondition,
  describeRange,
} from '@escuta/shared/domain/interview/questionnaire/condition-words';
import { conditionFromWire, optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { RODIZIO_LABEL } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';

/** Words for why a question can never be asked in the present questionnaire. */
export const ORDEM_QUEBRADA: Record<NonNullable<PerguntaWire['condicao_quebrada']>, string> = {
  pergunta_ausente:
    'A pergunta da condição não existe mais. Edite a condição: sem isso, a pergunta nunca aparece.',
  pergunta_depois: 'A pergunta da condição vem depois desta. Mova uma das duas, ou edite a condição.',
  opcao_ausente: 'Uma resposta da condição não existe mais. Edite a condição.',
  forma: 'A condição não serve para esse tipo de pergunta. Edite a condição.',
};

/** Condition in words: 'Só se a resposta da pergunta 1 for: Sim ou Não'; null for a question without a condition. */
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

const capitalised = (words: string): string => words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);

/** Rules of a question, each in a few words. */
export function rulesText(pergunta: PerguntaWire): string[] {
  const { inteiro, rodizio, cartao } = pergunta.regras ?? {};
  return [
    inteiro ? 'Número inteiro' : null,
    rodizio && isChoice(pergunta.tipo) ? capitalised(RODIZIO_LABEL[rodizio]) : null,
    endingText(pergunta) === null ? null : 'Pode encerrar',
    cartao ? 'Cartão' : null,
  ].filter((rule) => rule !== null);
}

/** Words for the answers that end the interview politely: 'Não; até 15'; null if there are none. */
export function endingText({ regras, respostas_definidas }: PerguntaWire): string | null {
  const options = respostas_definidas.flatMap((one) => (one.regras?.encerra ? [one.texto_resposta] : []));
  const faixa = regras?.encerra?.faixa;
  const parts = [...options, ...(faixa ? [describeRange(faixa)] : [])];
  return parts.length === 0 ? null : parts.join('; ');
}
