import type { LancamentoWire } from '@escuta/shared/contracts/accounts/creditos';
import { formatCentavos } from '@escuta/shared/domain/runs/credits';
import { DataList } from '../../kit/list/data-list.tsx';
import { useMedia } from '../../lib/browser/media.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Amount, Description, responsible, STATEMENT_COLUMNS, TypeBadge } from './statement-columns.tsx';

const LABEL = 'Extrato de créditos';

interface StatementListProps {
  /** Entries of the shown page; undefined while the first page loads. */
  rows: readonly LancamentoWire[] | undefined;
  /** True while the rows of the previous page or filter stay on screen, until the new rows are loaded. */
  stale: boolean;
}

/** The entries as a table, or on narrow screens as short lines. */
export function StatementList({ rows, stale }: StatementListProps) {
  const narrow = useMedia('(max-width: 767px)');
  if (!narrow) return <DataList label={LABEL} rows={rows} stale={stale} columns={STATEMENT_COLUMNS} />;
  if (!rows) {
    return (
      <div aria-busy="true" className="grid grid-cols-1 gap-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-20 rounded-lg" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={LABEL} aria-busy={stale} className="grid grid-cols-1 divide-y">
      {rows.map((row) => (
        <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 py-3">
          <Description row={row} />
          <div className="text-right">
            <Amount row={row} />
            {row.valor_centavos === null ? null : (
              <p className="text-muted-foreground text-xs tabular-nums">
                {formatCentavos(row.valor_centavos)}
              </p>
            )}
          </div>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-xs">
            <TypeBadge row={row} />
            <span className="tabular-nums">{formatDateTime(row.created_at)}</span>
            <span className="max-w-full truncate">{responsible(row.usuario)}</span>
          </div>
          <p className="self-end text-right text-muted-foreground text-xs tabular-nums">
            Saldo: {formatNumber(row.saldo_apos)}
          </p>
        </li>
      ))}
    </ul>
  );
}
