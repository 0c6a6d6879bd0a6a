/** How much of a sheet of calls is imported. By itself: the process that reads one loads no more than it needs. */
export const LIMITES_IMPORTACAO = {
  bytes: 100 * 1024 * 1024,
  /** Below its heading, blank ones not counted. */
  linhas: 500_000,
  colunas: 200,
  /** Duplicates that a report names, each with its call. */
  duplicadas: 1000,
  /** New names of agents: with more of them, another column is meant. */
  agentesNovos: 500,
  /** Columns that become metadata, characters of a title and of a value there. */
  metadados: 40,
  titulo: 80,
  valor: 1000,
  /** JSON of all of a call's metadata, characters. */
  metadadosJson: 15_000,
  /** So long it can be undone, and so long its file is kept. */
  desfazDias: 30,
} as const;
