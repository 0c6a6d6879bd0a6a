export type TextAnalysis = {
  /** Summary of the call; null: summaries are switched off. */
  resumo: string | null;
  /** Sentiment of the whole call; null: sentiment is switched off. */
  sentimentoGeral: 'positivo' | 'neutro' | 'negativo' | null;
  /** Mean sentiment of each quarter of the call, -1 to 1; null: no speech. */
  sentimentoPorQuarto: (number | null)[];
  ofensas: Ofensa[];
  /** Questions with their answering sentence; null: detection is switched off. */
  respostas: { perguntaOrdem: number; respostaOrdem: number }[] | null;
  modelo: string;
};

/** auditoria_resultados.analise_texto: the text analysis with each sentence's sentiment; the column is written once. */
export type AnaliseGravada = TextAnalysis & {
  /** Sentiment by sentence number, -1 to 1; a sentence without sentiment is missing. */
  sentimentos: Record<string, number>;
};

/** Sentiment and insults of a sentence from the stored analysis; null and an empty list if there is no analysis. */
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

export type Ofensa = { ordem: number; termo: string; citacao: string; contexto: string };

/** Label of a sentiment score; neutral within ±0.25. */
export function sentimentLabel(score: number): 'positivo' | 'neutro' | 'negativo' {
  if (score > 0.25) return 'positivo';
  return score < -0.25 ? 'negativo' : 'neutro';
}
