import type { PedidoExportacao } from '../exports/export-request.ts';
import type { Selecao } from '../filters/filtro.ts';
import type { Filtro } from '../filters/filtro-tabela.ts';
import type { TipoTarefa } from '../tasks/task-names.ts';
import type { ParametrosTarefa } from '../tasks/tasks.ts';

const APAGADO = '…';

/** Returns a filter with its search text replaced by '…', because the text may name a person. */
export function withoutText(filtro: Filtro): Filtro {
  if ('campo' in filtro) return filtro.campo === 'texto' ? { ...filtro, valor: APAGADO } : filtro;
  if ('nao' in filtro) return { nao: withoutText(filtro.nao) };
  return 'todas' in filtro
    ? { todas: filtro.todas.map(withoutText) }
    : { qualquer: filtro.qualquer.map(withoutText) };
}

const chosenWithoutText = (selecao: Selecao): Selecao =>
  'ids' in selecao ? selecao : { ...selecao, filtro: withoutText(selecao.filtro) };

const askedWithoutText = ({ selecao, filtros, ...pedido }: PedidoExportacao): PedidoExportacao => ({
  ...pedido,
  ...(selecao ? { selecao: chosenWithoutText(selecao) } : {}),
  ...(filtros ? { filtros: filtros.q ? { ...filtros, q: APAGADO } : filtros } : {}),
});

const SEM_TEXTO: { readonly [T in TipoTarefa]?: (parametros: ParametrosTarefa<T>) => ParametrosTarefa<T> } = {
  lote: (asked) => ({ ...asked, selecao: chosenWithoutText(asked.selecao) }),
  exportar: (asked) => ({ ...asked, pedido: askedWithoutText(asked.pedido) }),
};

/** A finished task's parameters without typed search text, to replace the stored ones; null: no change. */
export function askedAsKept<T extends TipoTarefa>(
  tipo: T,
  parametros: ParametrosTarefa<T>,
): ParametrosTarefa<T> | null {
  const forget = SEM_TEXTO[tipo] as ((asked: ParametrosTarefa<T>) => ParametrosTarefa<T>) | undefined;
  return forget?.(parametros) ?? null;
}
