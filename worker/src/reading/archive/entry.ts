export type EntradaDoArquivo = {
  /** The entry's place in the archive, used in requests. */
  indice: number;
  nome: string;
  /** Unpacked bytes stated by the archive; null: none. */
  tamanho: number | null;
  /** Reason why the entry is no acceptable recording; null: acceptable. */
  motivo: string | null;
};

/** An entry unpacked into a local file, or the reason for refusing it. */
export type EntradaExtraida =
  | { indice: number; caminho: string; tamanho: number }
  | { indice: number; motivo: string };
