/**
 * A case: an input in the exact form that programs of the trade write, and the value that the product must derive from
 * it.
 */

export const TIPOS = [
  'planilha de ligações',
  'planilha de pesquisa',
  'questionário',
  'som',
  'transcrição',
  'provedor',
  'aparelho',
] as const;
export type TipoDeCaso = (typeof TIPOS)[number];

export interface Caso {
  /** Unique among all cases, in Portuguese: 'fila do FreePBX: três ramais tocam, um atende'. */
  nome: string;
  /**
   * Public source of the fault or of the format: 'projeto/repositório, issue 12', or a published reference by its
   * name.
   */
  fonte: string;
  /** The right result in short words and figures. */
  esperado: string;
  /**
   * Makes the input, passes it to the product's own function or server, and describes the result in the words of
   * `esperado`: the case is right if both are equal. An exception counts as a result, too.
   */
  obtido: () => string | Promise<string>;
}

export interface CasosDoTipo {
  tipo: TipoDeCaso;
  casos: readonly Caso[];
}

export interface Resultado {
  tipo: TipoDeCaso;
  caso: Caso;
  obtido: string;
  certo: boolean;
}

/** Runs a case. Never throws: an error counts as a wrong result. */
export async function runCase(tipo: TipoDeCaso, caso: Caso): Promise<Resultado> {
  let obtido: string;
  try {
    obtido = await caso.obtido();
  } catch (error) {
    obtido = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return { tipo, caso, obtido, certo: obtido === caso.esperado };
}
