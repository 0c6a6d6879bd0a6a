export type EntradaDoArquivo = {
  /** Its place in the archive, used in requests. */
  indice: number;
  nome: string;
  /** Unpacked bytes stated by the archive; null if it states none. */
  tamanho: number | null;
  /** Reason why it is no acceptable recording; null if it is one. */
  motivo: string | null;
};

/** An entry unpacked into a file on this machine, or the reason why not. */
export type EntradaExtraida =
  | { indice: number; caminho: string; tamanho: number }
  | { indice: number; motivo: string };
