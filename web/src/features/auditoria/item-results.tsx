import { listItens } from '@escuta/shared/contracts/calls/auditoria-items';
import type { ItemRow } from '@escuta/shared/contracts/operation/projetos';
import { STATUS_PROCESSAMENTO, TIPOS_LIGACAO, type TipoItem } from '@escuta/shared/domain/runs/status';
import { ArrowRight, FileAudio } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ItemStatus, STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { BasisDays, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { aDay, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClock, formatDateTime, formatPhone } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ResultDialog } from './result-dialog.tsx';

const READERS = {
  q: anyText,
  status: oneOf(STATUS_PROCESSAMENTO),
  data: oneOf(['ligacao']),
  de: aDay,
  ate: aDay,
  /** Keeps only items with a score; set by the link of a figure on the home page. */
  nota_de: oneOf(['0']),
};
const KEEPS = ['data'] as const;

const TIPO_LABEL: Readonly<Record<TipoItem, string>> = {
  ligacao: 'Ligação',
  arquivo: 'Arquivo',
  call_data: 'Dados de ligação',
  pesquisa: 'Pesquisa',
  entrevista: 'Entrevista',
};

/**
 * True if 'Resultado', which shows the texts of agent and client, can show the item; interviews have their own page.
 */
function isCall(item: ItemRow): boolean {
  return TIPOS_LIGACAO.some((tipo) => tipo === item.tipo_item);
}

/** Name of an item: its file's name, else the called number, else the kind of item. */
function nameOf(item: ItemRow): string {
  return (
    item.arquivo_nome ?? (item.numero_destino ? formatPhone(item.numero_destino) : TIPO_LABEL[item.tipo_item])
  );
}

const COLUMNS: readonly Column<ItemRow>[] = [
  {
    label: 'Arquivo',
    card: 'title',
    className: 'max-w-72',
    cell: (item) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={nameOf(item)}>
          {nameOf(item)}
        </p>
        {item.nome_entrevistado ? (
          <p className="truncate text-muted-foreground text-xs">{item.nome_entrevistado}</p>
        ) : null}
      </div>
    ),
  },
  { label: 'Tipo', cell: (item) => TIPO_LABEL[item.tipo_item] },
  {
    label: 'Resultado',
    className: 'max-w-64',
    cell: (item) => (
      <span className="grid gap-0.5">
        <ItemStatus status={item.status} />
        {item.motivo ? (
          <span className="line-clamp-2 text-muted-foreground text-xs" title={item.motivo}>
            {item.motivo}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    label: 'Duração',
    className: 'tabular-nums',
    cell: (item) => (item.call_duration === null ? '-' : formatClock(item.call_duration)),
  },
  {
    label: 'Criado em',
    className: 'whitespace-nowrap tabular-nums',
    cell: (item) => formatDateTime(item.created_at),
  },
];

/** The items of an audit, with the state of their processing. */
export function ItemResults({ auditoriaId }: { auditoriaId: string }) {
  return (
    <RememberedBasis padrao="entrada">
      <Items auditoriaId={auditoriaId} />
    </RememberedBasis>
  );
}

function Items({ auditoriaId }: { auditoriaId: string }) {
  const [shown, setShown] = useState<ItemRow | null>(null);
  const list = useList(
    listItens,
    READERS,
    ({ nota_de, ...asked }) => ({
      params: { id: auditoriaId },
      query: { limit: 20, ...asked, ...(nota_de && { nota_de: Number(nota_de) }) },
    }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  return (
    <>
      <ListPanel
        list={list}
        search={{ label: 'Buscar itens', placeholder: 'Telefone, nome ou ramal' }}
        errorTitle="Não foi possível buscar os itens da auditoria."
        errorFallback="Falha ao buscar itens da auditoria."
        noun="itens"
        nothing="Nenhum item encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhum item nesta auditoria',
          description: 'Os itens desta auditoria aparecem aqui, com ou sem gravação.',
        }}
        filters={
          <>
            <FilterSelect
              label="Status"
              allLabel="Todos os status"
              {...list.bind('status')}
              options={STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }))}
            />
            <BasisDays
              padrao="entrada"
              basis={list.filters.data}
              onBasisChange={(data) => list.change({ data: READERS.data(data) })}
              days={list.bindDays().value}
              onDaysChange={list.bindDays().onValueChange}
            />
          </>
        }
        tools={
          list.asked.nota_de ? (
            <p className="basis-full text-muted-foreground text-sm">
              A lista mostra só os itens com pontuação.
            </p>
          ) : null
        }
      >
        {(rows, stale) => (
          <DataList
            label="Itens da auditoria"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={(item) => ({ to: href(paths.analiseLigacao, { itemId: item.id }) })}
            actions={(item) => (
              <>
                {isCall(item) ? (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Resultado de ${nameOf(item)}`}
                    onClick={() => setShown(item)}
                  >
                    Resultado
                  </Button>
                ) : null}
                <Button variant="ghost" size="sm" asChild>
                  <Link
                    to={href(paths.analiseLigacao, { itemId: item.id })}
                    aria-label={`Ver análise de ${nameOf(item)}`}
                  >
                    Ver análise
                    <ArrowRight aria-hidden="true" />
                  </Link>
                </Button>
              </>
            )}
          />
        )}
      </ListPanel>
      <ResultDialog item={shown} nameOf={nameOf} onClose={() => setShown(null)} />
    </>
  );
}
