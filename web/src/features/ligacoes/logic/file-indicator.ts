import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';

export type FileIndicator =
  | 'Processado'
  | 'Processando'
  | 'Arquivo Gravado'
  | 'Sem Arquivo'
  | 'Dados apagados';

/**
 * Text of a call's file indicator (specification 2, §2): 'Processado' needs the finished state and the file; an erased
 * call says so; a running call is 'Processando' whatever its file.
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
