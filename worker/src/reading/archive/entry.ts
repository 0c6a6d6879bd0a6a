export type EntradaDoArquivo = {
  indice: number;
  nome: string;
  /** Unpacked size stated by the archive, bytes. */
  tamanho: number | null;
  /** Reason for refusing the entry as a recording; null if accepted. */
  motivo: string | null;
};

/** An entry unpacked into a local file, or the reason for its refusal. */
export type EntradaExtraida =
  | { indice: number; caminho: string; tamanho: number }
  | { indice: number; motivo: string };
