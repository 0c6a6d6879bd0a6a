import type { AnaliseTexto } from '@escuta/shared/domain/insights/ai-answers';
import type { Linha } from '../prompt-reader.ts';
import {
  DESCULPAS,
  INTENSIFICADORES,
  NEGACOES,
  OFENSAS,
  plain,
  QUEIXAS,
  SAUDACOES,
  SENTIMENTO,
  wordsOf,
} from './lexicon.ts';

/** Mean sentiment from which a call counts as positive or negative. */
const LIMIAR_GERAL = 0.12;
/** A negation counts if it is among this number of words before a word with sentiment. */
const ALCANCE_DA_NEGACAO = 3;
/** Number of sentences after a question that are searched for its answer. */
const ALCANCE_DA_RESPOSTA = 3;

/** Sentiment of an agent's apology. */
const PESAR = 0.4;

/**
 * Sentiment of a sentence by the lexicon, -1 to 1. An agent who names, regrets or solves the client's problem does not
 * complain, so for agents only the manner of speaking counts.
 */
export function scoreSentiment(texto: string, papel: Linha['papel']): number {
  const words = plain(texto).replace(SAUDACOES, ' ');
  // A negation affects only its clause: "Não, muito obrigada" expresses thanks.
  const weights = words.split(/[,.;:!?]/).flatMap((clause) => weighClause(clause, papel));
  if (papel === 'agente' && DESCULPAS.test(words)) weights.push(PESAR);
  if (weights.length === 0) return 0;
  const sum = weights.reduce((a, b) => a + b, 0);
  return Math.round(Math.max(-1, Math.min(1, sum / Math.sqrt(weights.length))) * 100) / 100;
}

function weighClause(clause: string, papel: Linha['papel']): number[] {
  const words = wordsOf(clause);
  return words.flatMap((word, i) => {
    const entry = Object.keys(SENTIMENTO)
      .filter((start) => word.startsWith(start))
      .sort((a, b) => b.length - a.length)[0];
    if (entry === undefined || (papel === 'agente' && QUEIXAS.has(entry))) return [];
    const before = words.slice(Math.max(0, i - ALCANCE_DA_NEGACAO), i);
    let weight = SENTIMENTO[entry] ?? 0;
    if (before.some((w) => INTENSIFICADORES.has(w))) weight *= 1.3;
    // Denied praise is a complaint; a denied complaint is no praise.
    if (!NEGACOES.has(word) && before.some((w) => NEGACOES.has(w))) weight *= weight > 0 ? -0.5 : 0;
    return [weight];
  });
}

/** Finds the offensive words said, each with its sentence. */
export function findOffenses(linhas: readonly Linha[]): AnaliseTexto['ofensas'] {
  return linhas.flatMap(({ ordem, papel, texto }) => {
    const spoken = texto.match(/\p{L}+/gu) ?? [];
    const quem = papel === 'desconhecido' ? 'um dos lados' : `o ${papel}`;
    return spoken
      .filter((word) => OFENSAS.includes(plain(word)))
      .map((termo) => {
        const aimed = /\b(voce|voces|senhor|senhora|seu|sua)\b/.test(plain(texto));
        const alvo = aimed ? 'dirigida à outra pessoa' : 'desabafo, sem alvo direto';
        return { ordem, termo, citacao: texto, contexto: `Dita por ${quem}: ${alvo}.` };
      });
  });
}

/** Pairs each question with the other side's next sentence that is no question. */
export function pairAnswers(linhas: readonly Linha[]): AnaliseTexto['respostas'] {
  return linhas.flatMap((linha, i) => {
    if (!linha.texto.trim().endsWith('?')) return [];
    const answer = linhas
      .slice(i + 1, i + 1 + ALCANCE_DA_RESPOSTA)
      .find((l) => l.papel !== linha.papel && !l.texto.trim().endsWith('?'));
    return answer ? [{ pergunta_ordem: linha.ordem, resposta_ordem: answer.ordem }] : [];
  });
}

/** Summarises the client's request, the hardest moment and the end, in the speakers' own words. */
export function summarise(linhas: readonly Linha[]): string {
  if (linhas.length === 0) return 'A ligação não tem fala transcrita.';
  const cliente = linhas.filter((l) => l.papel === 'cliente');
  const agente = linhas.filter((l) => l.papel === 'agente');
  const used = new Set<number>();
  const quote = (lead: string, linha: Linha | undefined) => {
    if (linha === undefined || used.has(linha.ordem)) return [];
    used.add(linha.ordem);
    return [`${lead}: “${linha.texto.trim()}”`];
  };
  const pedido =
    cliente.find((l) =>
      /\b(quero|queria|preciso|gostaria|fatura|problema|cancelar|boleto)\b/.test(plain(l.texto)),
    ) ?? cliente.find((l) => wordsOf(l.texto).length > 3);
  const solucao = agente.findLast((l) =>
    /\b(ja cancelei|solicitei|enviei|registrad|concluid|gerar o acordo|posso oferecer|nao da)/.test(
      plain(l.texto),
    ),
  );
  const parts = [
    ...quote('O cliente disse', pedido),
    ...quote('Momento mais difícil', hardest(cliente)),
    ...quote('O agente respondeu', solucao),
    ...quote(
      'A ligação terminou com',
      linhas.findLast((l) => wordsOf(l.texto).length > 3),
    ),
  ];
  return `Resumo por regras (modo demonstração), com trechos da própria ligação. ${parts.join(' ')}`;
}

/** The sentence with the lowest sentiment, if any is clearly negative. */
function hardest(linhas: readonly Linha[]): Linha | undefined {
  const [worst] = linhas
    .map((linha) => ({ linha, nota: scoreSentiment(linha.texto, linha.papel) }))
    .filter(({ nota }) => nota <= -0.5)
    .sort((a, b) => a.nota - b.nota);
  return worst?.linha;
}

/** Classifies the mean sentiment of the client's sentences with sentiment; the last counts twice the first. */
export function overallSentiment(linhas: readonly Linha[]): AnaliseTexto['sentimento_geral'] {
  const cliente = linhas.filter((l) => l.papel === 'cliente');
  const notas = (cliente.length > 0 ? cliente : linhas)
    .map((l) => scoreSentiment(l.texto, l.papel))
    .filter((n) => n !== 0);
  let sum = 0;
  let weights = 0;
  for (const [i, nota] of notas.entries()) {
    const weight = 1 + i / Math.max(1, notas.length - 1);
    sum += nota * weight;
    weights += weight;
  }
  const mean = weights === 0 ? 0 : sum / weights;
  if (mean > LIMIAR_GERAL) return 'positivo';
  return mean < -LIMIAR_GERAL ? 'negativo' : 'neutro';
}

/** Answers the task `analise_texto`: summary, sentiments, offensive words, and questions with their answers. */
export function analyseText(linhas: readonly Linha[]): AnaliseTexto {
  return {
    resumo: summarise(linhas),
    sentimento_geral: overallSentiment(linhas),
    sentencas: linhas.map(({ ordem, papel, texto }) => ({ ordem, sentimento: scoreSentiment(texto, papel) })),
    ofensas: findOffenses(linhas),
    respostas: pairAnswers(linhas),
  };
}
