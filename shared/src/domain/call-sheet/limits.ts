/** Limits of an imported sheet. A separate file, so that the process that reads sheets loads little code. */
export const LIMITES_IMPORTACAO = {
  bytes: 100 * 1024 * 1024,
  /** Rows below the heading, without blank rows. */
  linhas: 500_000,
  colunas: 200,
  /** Number of duplicates that a report names, each with the call that it duplicates. */
  duplicadas: 1000,
  agentesNovos: 500,
  /** Number of columns stored as metadata, and of characters of a column's title and of a value. */
  metadados: 40,
  titulo: 80,
  valor: 1000,
  /** Number of characters of a call's metadata as JSON. */
  metadadosJson: 15_000,
  /** Days in which the import can be undone, and for which its file is kept. */
  desfazDias: 30,
} as const;
