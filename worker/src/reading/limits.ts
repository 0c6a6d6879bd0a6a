/** What is read of a document at most. Whoever sends more is told so; nothing is cut off in silence. */
export const LIMITES_DOCUMENTO = {
  bytes: 20 * 1024 * 1024,
  paginas: 300,
  /** Characters of its text. */
  caracteres: 2_000_000,
  /** Of a packed one (.docx), unpacked, bytes. */
  desempacotado: 200 * 1024 * 1024,
  /** Wall clock, ms. */
  tempoMs: 60_000,
  /** Memory of the process that reads it, bytes. */
  memoria: 1024 * 1024 * 1024,
} as const;
