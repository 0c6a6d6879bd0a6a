/** An entry of an archive of recordings. */
export type EntradaDoArquivo = {
  /** Its place in the archive, by which it is asked for. */
  indice: number;
  /** Its path inside the archive, with '/'. */
  nome: string;
  /** Bytes unpacked, as the archive states; null where it states none. */
  tamanho: number | null;
  /** Why it is no recording to take; null for one that is. */
  motivo: string | null;
};

/** An entry unpacked into a file on this machine, or why it could not be. */
export type EntradaExtraida =
  | { indice: number; caminho: string; tamanho: number }
  | { indice: number; motivo: string };
