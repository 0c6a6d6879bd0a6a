/** What the signals know of one interview: ids, times and codes, no words. */

/** A question that was read in it, by what the audit found. */
export type LeituraDoSinal = {
  perguntaId: string;
  /** Where it was read, ms in the joined recording; null: its beginning is not known to the second. */
  inicioMs: number | null;
  fimMs: number;
  /** Words that were read, options included. */
  palavras: number;
  /** Read in full, so that its words and its time belong together. */
  inteira: boolean;
  /** Asked only to make sure of what had been told before. */
  verificacao: boolean;
  /** When the answer that stands was typed, ms in the joined recording; null: nobody knows. */
  digitadaMs: number | null;
};

/** ms since 1970 by the server's clock. */
export type Intervalo = { de: number; ate: number };

export type EntrevistaDoSinal = {
  id: string;
  /** Who did it, whatever they were called: merged agents are one person. */
  agenteId: string | null;
  versaoId: string;
  /** When the server first heard of it, ms since 1970. A device's clock says when it began, and who holds the device may set it. */
  em: number;
  /** When the server had its recording, ms since 1970; null: it has none, or nobody knows. */
  gravacaoEm: number | null;
  /** Stretches in which it went on, pauses left out; empty where nobody knows. */
  ativa: readonly Intervalo[];
  /** When answers were typed in it, ms since 1970 by the server's clock; empty where nobody knows. */
  respostasEm: readonly number[];
  /** Only ended ones are compared by length, ms; null of others. */
  duracaoMs: number | null;
  /** Answers given. */
  respondidas: number;
  leituras: readonly LeituraDoSinal[];
  /**
   * Its answer to each closed question of its version (`closedQuestions`): 0 = none, else the same number for the same answer.
   */
  fechadas: Uint16Array;
  /** E.164, with the respondent's name as one compares names; null without a phone. */
  telefone: { numero: string; nome: string } | null;
};

/** Two interviews whose recordings are the same, wholly or in part. */
export type GravacaoRepetida = {
  a: string;
  b: string;
  como: 'arquivo' | 'partes' | 'som';
  /** 0 to 1. */
  nota: number;
  /** How much of it, ms; null: all. */
  ms: number | null;
  /** Where it begins in each. */
  inicioA: number;
  inicioB: number;
};
