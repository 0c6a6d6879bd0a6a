/** Limits of an imported sheet, in a separate file, so that code that reads sheets loads little else. */
export const LIMITES_IMPORTACAO = {
  bytes: 100 * 1024 * 1024,
  /** Rows below the heading; blank rows do not count. */
  linhas: 500_000,
  colunas: 200,
  /** Maximum duplicates that a report names, each with the duplicated call. */
  duplicadas: 1000,
  agentesNovos: 500,
  /** Maximum columns stored as metadata, and maximum characters of a title and of a value. */
  metadados: 40,
  titulo: 80,
  valor: 1000,
  /** Characters. */
  metadadosJson: 15_000,
  /** Days for which the import can be undone, and its file is kept. */
  desfazDias: 30,
} as const;
