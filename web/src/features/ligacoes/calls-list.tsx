import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { SENTIMENTO_LABEL, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import { RowActions } from '../../domain/items/action-menu.tsx';
import { callLabel, callOfRow } from '../../domain/items/item.ts';
import type { ItemActions } from '../../domain/items/use-item-actions.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber, formatPhone } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { OPTIONAL_LABEL, type OptionalColumn } from './column-choice.tsx';
import { FileIndicator } from './file-indicator.tsx';
import type { CallRow } from './logic/call-row.ts';
import type { CallSelection } from './use-call-selection.ts';

/** Rows of a page (specification 2, §9). */
export const PAGE_SIZE = 10;

interface CallsListProps {
  /** Undefined while the first page loads. */
  rows: readonly CallRow[] | undefined;
  /** Rows of another page or filter are shown until the new ones arrive. */
  stale: boolean;
  actions: ItemActions;
  /** The optional columns that are shown. */
  shown: readonly OptionalColumn[];
  selection: CallSelection;
}

const nameOf = (row: CallRow) => row.nome_entrevistado || 'N/A';

const COLUMNS: readonly Column<CallRow>[] = [
  { label: 'Status', card: 'none', cell: (row) => <FileIndicator row={row} /> },
  {
    label: 'Número',
    card: 'none',
    link: true,
    pinned: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (row.numero_destino ? formatPhone(row.numero_destino) : '-'),
  },
  { label: 'Nome', card: 'none', className: 'w-full min-w-24 max-w-0', text: nameOf },
  { label: 'Ramal', className: 'tabular-nums', cell: (row) => row.ramal || '-' },
  {
    label: 'Início da chamada',
    className: 'whitespace-normal tabular-nums',
    cell: (row) => formatDateTime(row.call_start_time),
  },
  {
    label: 'Duração (s)',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) => (row.call_duration === null ? '-' : formatNumber(row.call_duration)),
  },
  {
    label: 'Criada em',
    className: 'whitespace-normal tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];

const FEELING: Record<Sentimento, BadgeVariant> = {
  positivo: 'success',
  neutro: 'neutral',
  negativo: 'destructive',
};

/** The columns that a person may hide; '-' where nothing is known of a call. */
const FOUND: Readonly<Record<OptionalColumn, Column<CallRow>>> = {
  direcao: {
    label: OPTIONAL_LABEL.direcao,
    blank: ({ direcao }) => direcao === null,
    cell: ({ direcao }) => (direcao === null ? '-' : DIRECAO_LABEL[direcao]),
  },
  nota: {
    label: OPTIONAL_LABEL.nota,
    blank: ({ qualidade }) => (qualidade?.nota ?? null) === null,
    className: 'text-right tabular-nums max-md:text-left',
    cell: ({ qualidade }) =>
      qualidade && qualidade.nota !== qualidade.nota_ia ? (
        <>
          <span className="mr-1 whitespace-nowrap text-muted-foreground text-xs">
            IA {qualidade.nota_ia ?? '-'} <span aria-hidden="true">→</span>
            <span className="sr-only">, corrigida por uma pessoa para</span>{' '}
          </span>
          {qualidade.nota ?? '-'}
        </>
      ) : (
        (qualidade?.nota ?? '-')
      ),
  },
  sentimento: {
    label: OPTIONAL_LABEL.sentimento,
    blank: ({ qualidade }) => !qualidade?.sentimento,
    cell: ({ qualidade }) =>
      qualidade?.sentimento ? (
        <Badge variant={FEELING[qualidade.sentimento]}>{SENTIMENTO_LABEL[qualidade.sentimento]}</Badge>
      ) : (
        '-'
      ),
  },
  alertas: {
    label: OPTIONAL_LABEL.alertas,
    blank: ({ qualidade }) => !qualidade?.alertas,
    className: 'text-right tabular-nums max-md:text-left',
    cell: ({ qualidade }) =>
      qualidade && qualidade.alertas > 0 ? (
        <Badge variant="warning">{formatNumber(qualidade.alertas)}</Badge>
      ) : qualidade ? (
        '0'
      ) : (
        '-'
      ),
  },
  espera: {
    label: OPTIONAL_LABEL.espera,
    blank: ({ espera_ms }) => !espera_ms,
    className: 'text-right tabular-nums max-md:text-left',
    cell: ({ espera_ms }) => (espera_ms === null ? '-' : formatNumber(Math.round(espera_ms / 1000))),
  },
  agente: {
    label: OPTIONAL_LABEL.agente,
    blank: ({ agente }) => !agente,
    className: 'max-w-32',
    text: ({ agente }) => agente?.nome ?? '-',
  },
  revisada_por: {
    label: OPTIONAL_LABEL.revisada_por,
    blank: ({ qualidade }) => !qualidade?.revisada_por,
    className: 'max-w-28',
    text: ({ qualidade }) => qualidade?.revisada_por?.nome ?? '-',
  },
  responsavel: {
    label: OPTIONAL_LABEL.responsavel,
    blank: ({ responsavel }) => !responsavel,
    className: 'max-w-28',
    text: ({ responsavel }) => responsavel?.nome ?? '-',
  },
};

/** The calls of a page; each opens its analysis in a window of its own (specification 2, §9). */
export function CallsList({ rows, stale, actions: acts, shown, selection }: CallsListProps) {
  return (
    <DataList
      dense
      label="Ligações do projeto"
      rows={rows}
      stale={stale}
      columns={[...COLUMNS, ...shown.map((column) => FOUND[column])]}
      selection={selection}
      skeletonRows={PAGE_SIZE}
      rowHref={(row) => ({
        to: href(paths.analiseLigacao, { itemId: row.id }),
        newWindow: 'abre a análise em nova janela',
      })}
      actions={(row) => <RowActions item={callOfRow(row)} actions={acts} />}
      renderCard={(row, { link, choose, actions, fields }) => (
        <>
          <div className="flex items-start gap-2.5">
            {choose}
            <div className="min-w-0 flex-1">
              <div className="text-base tabular-nums">{link(callLabel(row))}</div>
              <p className="truncate text-muted-foreground">{nameOf(row)}</p>
            </div>
            {actions}
          </div>
          {fields}
          <FileIndicator row={row} />
        </>
      )}
      acceptsFile={(row) => acts.acceptsFile(callOfRow(row))}
      onFileDrop={(row, file) => acts.onFileDrop(callOfRow(row), file)}
    />
  );
}
