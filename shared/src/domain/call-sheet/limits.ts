/** Limits of an imported sheet. A separate file, so that the reading process loads little. */
export const LIMITES_IMPORTACAO = {
  bytes: 100 * 1024 * 1024,
  /** Rows below the heading, without blank rows. */
  linhas: 500_000,
  colunas: 200,
  /** Duplicates named in a report, each with its call. */
  duplicadas: 1000,
  agentesNovos: 500,
  /** Columns stored as metadata; characters of a title and of a value. */
  metadados: 40,
  titulo: 80,
  valor: 1000,
  /** JSON of a call's metadata, characters. */
  metadadosJson: 15_000,
  /** Days in which the import can be undone, and for which its file is kept. */
  desfazDias: 30,
} as const;
