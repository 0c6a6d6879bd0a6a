/** Facts of an interview from which signals are computed, without spoken or typed words. */

export type LeituraDoSinal = {
  perguntaId: string;
  /** Start of the reading, ms in the joined recording; null: not known to within a second. */
  inicioMs: number | null;
  fimMs: number;
  palavras: number;
  /** True if the question was read in full, so that its words fit the time. */
  inteira: boolean;
  /** True if the question only confirms an earlier statement. */
  verificacao: boolean;
  /** Time of typing the final answer, ms in the joined recording; null: unknown. */
  digitadaMs: number | null;
};

/** Times in ms since 1970, by the server's clock. */
export type Intervalo = { de: number; ate: number };

export type EntrevistaDoSinal = {
  id: string;
  /** Merged agents count as the same person. */
  agenteId: string | null;
  versaoId: string;
  /** Time at which the server first learned of the interview, ms since 1970; the device's clock can be manipulated. */
  em: number;
  /** Time at which the server had received the recording, ms since 1970; null: no recording, or unknown. */
  gravacaoEm: number | null;
  /** Active stretches, without pauses; empty: unknown. */
  ativa: readonly Intervalo[];
  /** Times of typed answers, ms since 1970, server clock; empty: unknown. */
  respostasEm: readonly number[];
  /** Length, ms; null: the interview has not ended. */
  duracaoMs: number | null;
  respondidas: number;
  leituras: readonly LeituraDoSinal[];
  /** Answers to closed questions (`closedQuestions`) as numbers: 0 if absent, equal numbers for equal answers. */
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
  /** Common length, ms; null: the whole recording. */
  ms: number | null;
  inicioA: number;
  inicioB: number;
};
