import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';

export type FileIndicator =
  | 'Processado'
  | 'Processando'
  | 'Arquivo Gravado'
  | 'Sem Arquivo'
  | 'Dados apagados';

/**
 * Text for the state of a call's file (specification 2, §2). 'Processado' only if the call is finished and has its
 * file; 'Processando' while a run goes on, even without a file; an erased call says that it was erased.
 */
export function fileIndicator(item: {
  status: StatusProcessamento;
  arquivo_nome: string | null;
  dados_apagados_em?: string | null;
}): FileIndicator {
  if (item.dados_apagados_em) return 'Dados apagados';
  if (item.status === 'processando') return 'Processando';
  if (!item.arquivo_nome) return 'Sem Arquivo';
  return item.status === 'concluido' ? 'Processado' : 'Arquivo Gravado';
}
