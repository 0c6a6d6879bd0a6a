import { type ItemRow, listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { ORDENS } from '@escuta/shared/domain/filters/filtro-campos';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/runs/status';
import { FileAudio, Upload } from 'lucide-react';
import { useState } from 'react';
import { limitedOrderRefusal } from '../../../domain/calls/list-address.ts';
import { RowActions } from '../../../domain/items/action-menu.tsx';
import { itemOfRow } from '../../../domain/items/item.ts';
import { ItemStatus, STATUS_LABEL } from '../../../domain/items/item-status.tsx';
import { useItemActions } from '../../../domain/items/use-item-actions.tsx';
import { BasisDays, RememberedBasis } from '../../../kit/list/date-basis.tsx';
import { aDay, anyText, oneOf } from '../../../kit/list/filter-params.ts';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { ColumnMenu } from '../../../kit/list/sheet/column-menu.tsx';
import { type SheetColumn, useLayout } from '../../../kit/list/sheet/layout.ts';
import { orderInForce, ordering } from '../../../kit/list/sheet/order.ts';
import { useListKeys } from '../../../kit/list/sheet/row-keys.ts';
import { WorkSheet } from '../../../kit/list/sheet/work-sheet.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatClock, formatDateTime, shortId } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Audits } from '../audits-card.tsx';
import { NewFileDialog } from '../new-file-dialog.tsx';
import { Insights } from '../project-parts.tsx';
import type { Projeto } from '../projeto.ts';
import { StatusCounts } from '../status-counts.tsx';
import { useProcessItems } from '../use-process-items.ts';

const READERS = {
  q: anyText,
  status: oneOf(STATUS_PROCESSAMENTO),
  data: oneOf(['ligacao']),
  de: aDay,
  ate: aDay,
  ordem: oneOf(ORDENS),
};
const KEEPS = ['data', 'ordem'] as const;
const ORDERS = { all: ORDENS, usual: 'entrada' } as const;
const STATUS_OPTIONS = STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }));

const nameOf = (row: ItemRow) => row.arquivo_nome ?? row.nome_entrevistado ?? `Item ${shortId(row.id)}`;
const itemOf = (row: ItemRow) => itemOfRow(row, nameOf(row));

const COLUMNS: readonly SheetColumn<ItemRow>[] = [
  { key: 'arquivo', label: 'Arquivo', card: 'title', link: true, width: 360, text: nameOf },
  {
    key: 'status',
    label: 'Status',
    width: 240,
    orders: ['status', 'status_z'],
    rises: true,
    cell: (row) => (
      <span className="flex items-center gap-1.5 max-md:grid max-md:justify-items-start">
        <ItemStatus status={row.status} />
        {row.motivo ? (
          <span
            className="truncate text-muted-foreground text-xs max-md:line-clamp-2 max-md:whitespace-normal max-md:break-words"
            title={row.motivo}
          >
            {row.motivo}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'duracao',
    label: 'Duração',
    width: 90,
    orders: ['duracao', 'duracao_menor'],
    className: 'tabular-nums',
    cell: (row) => (row.call_duration === null ? '-' : formatClock(row.call_duration)),
  },
  {
    key: 'criado_em',
    label: 'Criado em',
    width: 136,
    orders: ['entrada', 'entrada_antiga'],
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];

/** The recordings of an audit project, which people send, process and open. */
function Items({ projeto }: { projeto: Projeto }) {
  const can = useCan();
  const [adding, setAdding] = useState(false);
  const processItems = useProcessItems();
  const actions = useItemActions('projeto');
  const layout = useLayout('auditorias', COLUMNS);
  const list = useList(
    listItensDoProjeto,
    READERS,
    (asked) => ({
      params: { id: projeto.id },
      query: { limit: layout.limit, ...asked, ordem: orderInForce(ORDERS, asked.ordem) },
    }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const body = useListKeys(list.rows);
  const status = list.bind('status');
  const add =
    can('audit_item', 'create') && projeto.isActive ? (
      <Button onClick={() => setAdding(true)}>
        <Upload aria-hidden="true" />
        Enviar Arquivo
      </Button>
    ) : null;
  return (
    <section aria-label="Itens do projeto" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Itens</h2>
        {add}
      </div>
      <StatusCounts
        projetoId={projeto.id}
        dias={{ data: list.asked.data, de: list.asked.de, ate: list.asked.ate }}
        status={status.value}
        onStatus={status.onValueChange}
      />
      <ListPanel
        list={list}
        sheet={layout}
        tools={<ColumnMenu layout={layout} />}
        search={{ label: 'Buscar itens', placeholder: 'Telefone, nome ou status' }}
        filters={
          <>
            <FilterSelect label="Status" allLabel="Todos os status" options={STATUS_OPTIONS} {...status} />
            <BasisDays
              padrao="entrada"
              basis={list.filters.data}
              onBasisChange={(data) => list.change({ data: READERS.data(data) })}
              days={list.bindDays().value}
              onDaysChange={list.bindDays().onValueChange}
            />
          </>
        }
        errorTitle="Falha ao buscar itens da auditoria."
        noun="itens"
        nothing="Nenhum item encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhum item ainda',
          description: 'Envie uma gravação para ser transcrita e analisada.',
        }}
      >
        {(rows, stale) => (
          <WorkSheet
            label="Itens do projeto"
            rows={rows}
            stale={stale}
            layout={layout}
            body={body}
            {...ordering(ORDERS, list)}
            orderRefused={(next) => limitedOrderRefusal(next, list.pagination)}
            rowHref={(row) => ({
              to: href(paths.analiseLigacao, { itemId: row.id }),
              newWindow: 'abre a análise em nova janela',
            })}
            acceptsFile={(row) => actions.acceptsFile(itemOf(row))}
            onFileDrop={(row, file) => actions.onFileDrop(itemOf(row), file)}
            actions={(row) => <RowActions item={itemOf(row)} actions={actions} />}
          />
        )}
      </ListPanel>
      <NewFileDialog
        projetoId={projeto.id}
        open={adding}
        onClose={() => setAdding(false)}
        onProcess={(itemIds) => (can('result', 'process') ? processItems(itemIds) : undefined)}
      />
      {actions.dialogs}
    </section>
  );
}

/** Contents of an audit project: its recordings, its templates, its audits. */
export function AuditProject({ projeto }: { projeto: Projeto }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <RememberedBasis padrao="entrada">
        <Items projeto={projeto} />
      </RememberedBasis>
      <Insights
        projeto={projeto}
        empty="Os templates vinculados ao projeto definem os critérios da análise de cada item. Sem nenhum template, o processamento usa o crédito e gera só a transcrição e as medidas."
      />
      <Audits projeto={projeto} />
    </div>
  );
}
