/** What the stage 'análise de texto' found out about a whole call. */
export type TextAnalysis = {
  /** Null when summaries are switched off. */
  resumo: string | null;
  /** Null when sentiment is switched off. */
  sentimentoGeral: 'positivo' | 'neutro' | 'negativo' | null;
  /** Mean sentiment, -1 to 1, of each quarter of the call's time; null where nobody spoke. */
  sentimentoPorQuarto: (number | null)[];
  ofensas: Ofensa[];
  /** Questions and the sentence that answered each; null when response detection is switched off. */
  respostas: { perguntaOrdem: number; respostaOrdem: number }[] | null;
  modelo: string;
};

/**
 * As auditoria_resultados.analise_texto keeps it. What the analysis says of single sentences stands here too: sentences are
 * written once, by the transcription.
 */
export type AnaliseGravada = TextAnalysis & {
  /** Sentiment of a sentence, -1 to 1, by its number; those about which nothing was said are missing. */
  sentimentos: Record<string, number>;
};

/** What a stored analysis says of one sentence. Null and none where nothing was analysed. */
export function sentenceNotes(
  analise: Partial<Pick<AnaliseGravada, 'sentimentos' | 'ofensas'>> | null,
  ordem: number,
): {
  sentimento: number | null;
  rotuloSentimento: ReturnType<typeof sentimentLabel> | null;
  ofensas: string[];
} {
  const sentimento = analise?.sentimentos?.[ordem] ?? null;
  return {
    sentimento,
    rotuloSentimento: sentimento === null ? null : sentimentLabel(sentimento),
    ofensas: (analise?.ofensas ?? []).filter((ofensa) => ofensa.ordem === ordem).map(({ termo }) => termo),
  };
}

/** An offensive word in its sentence. */
export type Ofensa = { ordem: number; termo: string; citacao: string; contexto: string };

/** The label of a sentiment score: beyond ±0.25 it is not neutral. */
export function sentimentLabel(score: number): 'positivo' | 'neutro' | 'negativo' {
  if (score > 0.25) return 'positivo';
  return score < -0.25 ? 'negativo' : 'neutro';
}
