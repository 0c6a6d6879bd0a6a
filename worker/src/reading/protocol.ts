import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida, LinhasLidas, PlanilhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import type { EntradaDoArquivo, EntradaExtraida } from './archive/entry.ts';
import type { LimitesDoArquivo } from './limits.ts';

export type ArquivoLocal = { arquivo: string; nome: string };

/** Per kind of reading: parameters, type of a piece, final answer. */
export type Leituras = {
  questionario: { pede: object; parte: never; fim: QuestionarioLido };
  planilha: { pede: object; parte: LinhaLida[]; fim: PlanilhaLida };
  arquivo_lista: { pede: { limites: LimitesDoArquivo }; parte: EntradaDoArquivo[]; fim: null };
  arquivo_extrai: {
    pede: { indices: number[]; pasta: string; limites: LimitesDoArquivo };
    parte: EntradaExtraida;
    fim: null;
  };
  linhas: { pede: { aba: string | null }; parte: LinhaLida[]; fim: LinhasLidas };
};
export type TipoLeitura = keyof Leituras;

export type Pedido<T extends TipoLeitura = TipoLeitura> = {
  [K in T]: { tipo: K } & ArquivoLocal & Leituras[K]['pede'];
}[T];

/**
 * After `parte`, the process waits for 'segue', so that neither process has more than one piece in memory. `motivo`:
 * why the file cannot be read.
 */
export type Resposta = { parte: unknown } | { fim: unknown } | { motivo: string };
export const SEGUE = 'segue';
