import type { PedidoExportacao } from '../../domain/exports/export-request.ts';
import { withoutText } from '../../domain/text/typed-text.ts';

export function exportedDetails({
  formato,
  colunas,
  planilhas,
  selecao,
  filtros,
}: PedidoExportacao): Record<string, unknown> {
  const { q, ...others } = filtros ?? {};
  const which =
    selecao === undefined
      ? {}
      : 'ids' in selecao
        ? { escolhidas: selecao.ids.length }
        : { filtro: withoutText(selecao.filtro), excetuadas: selecao.exceto.length };
  return { formato, colunas, planilhas, ...which, ...others, ...(q ? { busca: '…' } : {}) };
}
