import type { PedidoExportacao } from '../../domain/exports.ts';
import type { Filtro } from '../../domain/filtro.ts';

/** A filter without what was searched for, which may name a person: the log outlives their data. */
function withoutText(filtro: Filtro): Filtro {
  if ('campo' in filtro) return filtro.campo === 'texto' ? { ...filtro, valor: '…' } : filtro;
  if ('nao' in filtro) return { nao: withoutText(filtro.nao) };
  return 'todas' in filtro
    ? { todas: filtro.todas.map(withoutText) }
    : { qualquer: filtro.qualquer.map(withoutText) };
}

/** What the audit log says of an export: format, columns, which rows. */
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
