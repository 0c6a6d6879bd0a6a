/** Joins questions of several questionnaire versions whose answers may be counted together. */
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';

export type VersaoContada = {
  id: string;
  numero: number;
  questionario: { id: string; nome: string };
  perguntas: readonly PerguntaCongelada[];
};

export type Redacao = {
  /** The question in the newest version with this wording. */
  pergunta: PerguntaCongelada;
  questionario: { id: string; nome: string };
  /** The versions with this wording, newest first. */
  ocorrencias: { versaoId: string; numero: number; pergunta: PerguntaCongelada }[];
  /** True if a newer counted version has another wording. */
  anterior: boolean;
};

/** The parts of a question that respondents heard, because another wording makes another question. */
const wordingOf = ({ id, tipo, texto, unidade, minimo, maximo, opcoes }: PerguntaCongelada): string =>
  JSON.stringify([
    id,
    tipo,
    texto,
    unidade,
    // A scale to five and a scale to ten are different questions; the limits of a number only prevent typing errors.
    ...(tipo === 'escala' ? [minimo, maximo] : []),
    opcoes.map((opcao) => [opcao.texto, opcao.especial]),
  ]);

/**
 * Each wording of each question, in the order of the newest version; earlier wordings after the newest, dropped
 * questions last.
 * @param versoes newest first
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
