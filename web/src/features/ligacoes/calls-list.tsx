import type { Ordem } from '@escuta/shared/domain/filters/filtro-campos';
import type { RefObject } from 'react';
import { limitedOrderRefusal } from '../../domain/calls/list-address.ts';
import { RowActions } from '../../domain/items/action-menu.tsx';
import { callLabel, callOfRow } from '../../domain/items/item.ts';
import type { ItemActions } from '../../domain/items/use-item-actions.tsx';
import type { Layout } from '../../kit/list/sheet/layout.ts';
import { WorkSheet } from '../../kit/list/sheet/work-sheet.tsx';
import { nameOf } from './call-columns.tsx';
import { CallFacts } from './call-facts.tsx';
import type { CallRow } from './logic/call-row.ts';
import type { CallSelection } from './use-call-selection.ts';

interface CallsListProps {
  /** Calls of the shown page; undefined while the first page loads. */
  rows: readonly CallRow[] | undefined;
  /** True while the rows of the previous page or filter stay on screen, until the new rows are loaded. */
  stale: boolean;
  actions: ItemActions;
  layout: Layout<CallRow>;
  selection: CallSelection;
  ordem: Ordem;
  onOrder: (ordem: Ordem | undefined) => void;
  /** Number of calls that pass the filter; null if they are too many to count, or not counted yet. */
  total: number | null;
  analysisOf: (row: CallRow) => string;
  body: RefObject<HTMLTableSectionElement | HTMLUListElement | null>;
  /** Id of the call in the panel beside the list; null if the panel is closed. */
  shownId: string | null;
}

/** The calls of a page; each opens its analysis in its own window (specification 2, §9). */
export function CallsList({ actions: acts, total, analysisOf, onOrder, ...list }: CallsListProps) {
  return (
    <WorkSheet
      {...list}
      label="Ligações do projeto"
      onOrder={(ordem) => onOrder(ordem as Ordem | undefined)}
      orderRefused={(ordem) => limitedOrderRefusal(ordem, { total })}
      rowHref={(row) => ({ to: analysisOf(row), newWindow: 'abre a análise em nova janela' })}
      actions={(row) => <RowActions item={callOfRow(row)} actions={acts} />}
      renderCard={(row, { link, choose, actions }) => (
        <>
          <div className="flex items-start gap-2.5">
            {choose}
            <div className="min-w-0 flex-1">
              <div className="text-base tabular-nums">{link(callLabel(row))}</div>
              <p className="truncate text-dense text-muted-foreground">{nameOf(row)}</p>
            </div>
            {actions}
          </div>
          <CallFacts row={row} />
        </>
      )}
      acceptsFile={(row) => acts.acceptsFile(callOfRow(row))}
      onFileDrop={(row, file) => acts.onFileDrop(callOfRow(row), file)}
    />
  );
}
