export type EntradaDoArquivo = {
  /** Index of the entry in the archive, by which it is requested. */
  indice: number;
  nome: string;
  /** Unpacked size that the archive states, bytes; null if it states none. */
  tamanho: number | null;
  /** Reason why the entry is not accepted as a recording; null if it is accepted. */
  motivo: string | null;
};

/** An entry that was unpacked into a local file, or the reason why it was refused. */
export type EntradaExtraida =
  | { indice: number; caminho: string; tamanho: number }
  | { indice: number; motivo: string };
