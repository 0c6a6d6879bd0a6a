/** The signals' inputs from an interview: ids, times and codes, without words. */

export type LeituraDoSinal = {
  perguntaId: string;
  /** Start of the reading, ms in the joined recording; null: not known to the second. */
  inicioMs: number | null;
  fimMs: number;
  palavras: number;
  /** Read in full, so that words and time match. */
  inteira: boolean;
  /** Asked only to confirm an earlier statement. */
  verificacao: boolean;
  /** Time at which the final answer was typed, ms in the joined recording; null: unknown. */
  digitadaMs: number | null;
};

/** Times in ms since 1970, by the server's clock. */
export type Intervalo = { de: number; ate: number };

export type EntrevistaDoSinal = {
  id: string;
  /** The interviewer; merged agents count as the same person. */
  agenteId: string | null;
  versaoId: string;
  /** Time at which the server first learned of the interview, ms since 1970; the device's clock can be manipulated. */
  em: number;
  /** Time at which the server had the interview's recording, ms since 1970; null: no recording, or unknown. */
  gravacaoEm: number | null;
  /** Active stretches without pauses; empty: unknown. */
  ativa: readonly Intervalo[];
  /** Times of typed answers, ms since 1970, server clock; empty: unknown. */
  respostasEm: readonly number[];
  /** Length of an ended interview, ms; null: not ended. */
  duracaoMs: number | null;
  respondidas: number;
  leituras: readonly LeituraDoSinal[];
  /** Answers to the version's closed questions (`closedQuestions`): 0 = none, equal numbers for equal answers. */
  fechadas: Uint16Array;
  /** Phone in E.164 and the respondent's normalised name; null: no phone. */
  telefone: { numero: string; nome: string } | null;
};

/** Two interviews that share a recording, wholly or in part. */
export type GravacaoRepetida = {
  a: string;
  b: string;
  como: 'arquivo' | 'partes' | 'som';
  nota: number;
  /** Length of the common part, ms; null: the whole. */
  ms: number | null;
  inicioA: number;
  inicioB: number;
};
