import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { formatDateTime, formatNumber, formatPhone } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { CallActions, type CallHandlers } from './call-actions.tsx';
import { FileIndicator } from './file-indicator.tsx';
import { type CallRow, callLabel } from './logic/call-row.ts';

/** Rows of a page (specification 2, §9). */
export const PAGE_SIZE = 10;

interface CallsListProps {
  /** Undefined while the first page loads. */
  rows: readonly CallRow[] | undefined;
  /** Rows of another page or filter are shown until the new ones arrive. */
  stale: boolean;
  handlers: CallHandlers;
}

const nameOf = (row: CallRow) => row.nome_entrevistado || 'N/A';

const COLUMNS: readonly Column<CallRow>[] = [
  { label: 'Status', card: 'none', cell: (row) => <FileIndicator row={row} /> },
  {
    label: 'Número',
    card: 'none',
    link: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (row.numero_destino ? formatPhone(row.numero_destino) : 'N/A'),
  },
  { label: 'Nome', card: 'none', className: 'w-full max-w-0', text: nameOf },
  { label: 'Ramal', className: 'tabular-nums', cell: (row) => row.ramal || '-' },
  {
    label: 'Início da chamada',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.call_start_time),
  },
  {
    label: 'Duração (s)',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) => (row.call_duration === null ? '-' : formatNumber(row.call_duration)),
  },
  {
    label: 'Criada em',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];

/** The calls of a page; each opens its analysis in a window of its own (specification 2, §9). */
export function CallsList({ rows, stale, handlers }: CallsListProps) {
  return (
    <DataList
      dense
      label="Ligações do projeto"
      rows={rows}
      stale={stale}
      columns={COLUMNS}
      skeletonRows={PAGE_SIZE}
      rowHref={(row) => ({
        to: href(paths.analiseLigacao, { itemId: row.id }),
        newWindow: 'abre a análise em nova janela',
      })}
      actions={(row) => <CallActions row={row} handlers={handlers} />}
      renderCard={(row, { link, actions, fields }) => (
        <>
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0">
              <div className="text-base tabular-nums">{link(callLabel(row))}</div>
              <p className="truncate text-muted-foreground">{nameOf(row)}</p>
            </div>
            {actions}
          </div>
          {fields}
          <FileIndicator row={row} />
        </>
      )}
      acceptsFile={(row) => handlers.allowed.update && !row.dados_apagados_em && row.status !== 'processando'}
      onFileDrop={handlers.onUpload}
    />
  );
}
