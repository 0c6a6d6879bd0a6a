import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import { SELECAO_IDS_MAX } from '@escuta/shared/domain/filters/filtro-campos';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { useState } from 'react';
import { callLabel } from '../../domain/items/item.ts';
import type { Selection } from '../../kit/list/use-selection.ts';
import type { CallRow } from './logic/call-row.ts';

/** The chosen calls: in mode 'ids' those in `ids`; in mode 'filtro' all calls of the filter, except those in `ids`. */
type Chosen = { mode: 'ids' | 'filtro'; ids: ReadonlySet<string> };
const NOTHING: Chosen = { mode: 'ids', ids: new Set() };

export interface CallSelection extends Selection<CallRow> {
  /** Number of chosen calls; a lower bound if the counting of the list stopped (`more`). */
  count: number;
  /** True if more calls than `count` are chosen, because counting stopped. */
  more: boolean;
  /** The selection as the API takes it; null if no call is selected. */
  selecao: Selecao | null;
  /** True if all calls of the filter are chosen, except those that the person deselected. */
  whole: boolean;
  chooseWhole: () => void;
}

/**
 * Calls chosen over several pages of a filter. A change of the filter empties the selection, so that every chosen call
 * belongs to the shown list.
 */
export function useCallSelection(
  rows: readonly CallRow[] | undefined,
  filtro: Filtro,
  total: { n: number; exact: boolean },
): CallSelection {
  const of = JSON.stringify(filtro);
  const [kept, setKept] = useState<{ of: string; chosen: Chosen }>({ of, chosen: NOTHING });
  const chosen = kept.of === of ? kept.chosen : NOTHING;
  const set = (next: Chosen): void => setKept({ of, chosen: next });
  const whole = chosen.mode === 'filtro';
  const canSelect = (row: CallRow): boolean => row.dados_apagados_em === null;
  const has = ({ id }: { id: string }): boolean => chosen.ids.has(id) !== whole;
  const here = (rows ?? []).filter(canSelect);
  const ids = here.filter(has).map(({ id }) => id);
  const pageChosen = here.length > 0 && ids.length === here.length;
  /** Selects or deselects rows; no id is added beyond SELECAO_IDS_MAX. */
  const put = (which: readonly string[], on: boolean): void => {
    const next = new Set(chosen.ids);
    for (const id of which) {
      if (on === whole) next.delete(id);
      else if (next.size < SELECAO_IDS_MAX) next.add(id);
    }
    set({ mode: chosen.mode, ids: next });
  };
  const count = whole ? Math.max(0, total.n - chosen.ids.size) : chosen.ids.size;
  return {
    canSelect,
    labelOf: (row) => `Selecionar a ligação ${callLabel(row)}`,
    ids,
    has,
    select: ({ id }, on) => put([id], on),
    selectable: here.length,
    toggleAll: () =>
      put(
        here.map(({ id }) => id),
        !pageChosen,
      ),
    clear: () => set(NOTHING),
    count,
    more: whole && !total.exact,
    selecao: count === 0 ? null : whole ? { filtro, exceto: [...chosen.ids] } : { ids: [...chosen.ids] },
    whole,
    chooseWhole: () => set({ mode: 'filtro', ids: new Set() }),
  };
}
