/** What the stage 'análise de texto' found out about a whole call. Stored in auditoria_resultados.analise_texto. */
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

/** An offensive word in its sentence. */
export type Ofensa = { ordem: number; termo: string; citacao: string; contexto: string };

/** The label of a sentiment score: beyond ±0.25 it is not neutral. */
export function sentimentLabel(score: number): 'positivo' | 'neutro' | 'negativo' {
  if (score > 0.25) return 'positivo';
  return score < -0.25 ? 'negativo' : 'neutro';
}
