/** Questions of several versions of a questionnaire, joined where their answers may be counted together. */
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';

export type VersaoContada = {
  id: string;
  numero: number;
  questionario: { id: string; nome: string };
  perguntas: readonly PerguntaCongelada[];
};

/** A question in one wording. */
export type Redacao = {
  /** As the newest version that has it says. */
  pergunta: PerguntaCongelada;
  questionario: { id: string; nome: string };
  /** Where it stands so, the newest first. */
  ocorrencias: { versaoId: string; numero: number; pergunta: PerguntaCongelada }[];
  /** A newer version counted here asks it otherwise. */
  anterior: boolean;
};

/** What respondents heard and could answer: answers to other words are answers to another question. */
const wordingOf = ({ id, tipo, texto, unidade, minimo, maximo, opcoes }: PerguntaCongelada): string =>
  JSON.stringify([
    id,
    tipo,
    texto,
    unidade,
    // A scale to five and one to ten are two scales; a number's limits only refuse what is mistyped.
    ...(tipo === 'escala' ? [minimo, maximo] : []),
    opcoes.map((opcao) => [opcao.texto, opcao.especial]),
  ]);

/**
 * Each question once for each of its wordings: in the order of the newest version that has it, earlier wordings behind the
 * newest of the same question, questions that no newer version has at the end.
 * @param versoes the newest first, of one questionnaire or several
 */
export function wordingsOf(versoes: readonly VersaoContada[]): Redacao[] {
  const found = new Map<string, Redacao>();
  const byQuestion = new Map<string, Redacao[]>();
  for (const { id: versaoId, numero, questionario, perguntas } of versoes) {
    for (const pergunta of perguntas) {
      const key = wordingOf(pergunta);
      const known = found.get(key);
      if (known) {
        known.ocorrencias.push({ versaoId, numero, pergunta });
        continue;
      }
      const others = byQuestion.get(pergunta.id) ?? [];
      const redacao: Redacao = {
        pergunta,
        questionario,
        ocorrencias: [{ versaoId, numero, pergunta }],
        anterior: others.length > 0,
      };
      found.set(key, redacao);
      byQuestion.set(pergunta.id, [...others, redacao]);
    }
  }
  return [...byQuestion.values()].flat();
}
