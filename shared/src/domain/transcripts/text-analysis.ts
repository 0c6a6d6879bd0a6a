export type TextAnalysis = {
  /** The call's summary; null: summaries are switched off. */
  resumo: string | null;
  /** The call's sentiment; null: sentiment is switched off. */
  sentimentoGeral: 'positivo' | 'neutro' | 'negativo' | null;
  /** Mean sentiment by quarter of the call, -1 to 1; null: no speech. */
  sentimentoPorQuarto: (number | null)[];
  ofensas: Ofensa[];
  /** Questions and their answering sentences; null: detection is switched off. */
  respostas: { perguntaOrdem: number; respostaOrdem: number }[] | null;
  modelo: string;
};

/** auditoria_resultados.analise_texto: the analysis with sentences' sentiments; the column is written once. */
export type AnaliseGravada = TextAnalysis & {
  /** Sentiment by sentence number, -1 to 1, if any. */
  sentimentos: Record<string, number>;
};

/** A sentence's sentiment and insults from the stored analysis. */
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

/** Labels a sentiment score; neutral within ±0.25. */
export function sentimentLabel(score: number): 'positivo' | 'neutro' | 'negativo' {
  if (score > 0.25) return 'positivo';
  return score < -0.25 ? 'negativo' : 'neutro';
}
