import { applicableQuestions } from '@escuta/shared/domain/interview/questionnaire/applicability';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { isBlank } from '@escuta/shared/domain/interview/questionnaire/typed-answer';
import type { RespostaRow } from './repo.ts';

/** Converts a stored answer to the type that the rules of questions need. */
export const typedOf = ({
  opcoes,
  texto_resposta: texto,
}: {
  opcoes: string[];
  texto_resposta: string | null;
}) => ({
  opcoes,
  texto,
});

/** The first question that applies, is required and has no answer; undefined if there is none. */
export function firstMissing({
  conteudo,
  respostas,
}: {
  conteudo: ConteudoVersao;
  respostas: readonly RespostaRow[];
}) {
  const answers = new Map(respostas.map((one) => [one.pergunta_id, typedOf(one)]));
  const applies = applicableQuestions(conteudo.perguntas, answers);
  return conteudo.perguntas.find(({ id, obrigatoria }) => {
    const given = answers.get(id);
    return obrigatoria && applies.has(id) && (!given || isBlank(given));
  });
}
