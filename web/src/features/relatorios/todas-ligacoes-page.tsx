import { listLigacoes } from '@escuta/shared/contracts/insights/relatorios';
import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { DATAS, SENTIMENTO_LABEL, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import { listFilter, saidFilters } from '@escuta/shared/domain/filters/filtro-endereco';
import type { CampoFiltro } from '@escuta/shared/domain/filters/filtro-tabela';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/runs/status';
import { PhoneCall } from 'lucide-react';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { ItemStatus, STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { DateBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { FilterChips } from '../../kit/list/filter-chips.tsx';
import { anId, oneOf } from '../../kit/list/filter-params.ts';
import { callReaders } from '../../kit/list/filter-readers.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClock, formatDateTime, formatNumber, formatPhone } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';

type Row = Wire<typeof listLigacoes>['data'][number];

const READERS = { ...callReaders('ligacoes'), data: oneOf(DATAS), projeto_id: anId };
const KEEPS = ['data'] as const;

const labelOf = (row: Row) =>
  row.nome_entrevistado || (row.numero_destino ? formatPhone(row.numero_destino) : 'Ligação sem número');

const COLUMNS: readonly Column<Row>[] = [
  { label: 'Ligação', link: true, card: 'title', className: 'max-w-56', text: labelOf },
  { label: 'Projeto', className: 'max-w-44', text: (row) => row.projeto.nome },
  {
    label: 'Quando',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.momento),
  },
  { label: 'Direção', cell: (row) => (row.direcao === null ? '-' : DIRECAO_LABEL[row.direcao]) },
  {
    label: 'Agente',
    className: 'max-w-40',
    cell: ({ agente }) => (agente ? <AgentLink agente={agente} className="block truncate" /> : '-'),
  },
  {
    label: 'Duração',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) => (row.call_duration === null ? '-' : formatClock(row.call_duration)),
  },
  {
    label: 'Espera',
    className: 'text-right tabular-nums max-md:text-left',
    blank: (row) => !row.espera_ms,
    cell: (row) => (row.espera_ms === null ? '-' : formatClock(Math.round(row.espera_ms / 1000))),
  },
  { label: 'Status', cell: (row) => <ItemStatus status={row.status} /> },
  {
    label: 'Pontuação',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) => (row.nota === null ? '-' : formatNumber(row.nota)),
  },
  {
    label: 'Sentimento',
    cell: (row) =>
      row.sentimento && row.sentimento in SENTIMENTO_LABEL
        ? SENTIMENTO_LABEL[row.sentimento as Sentimento]
        : '-',
  },
  {
    label: 'Alertas da IA',
    cell: (row) => (row.alertas === 0 ? '-' : <Badge variant="warning">{formatNumber(row.alertas)}</Badge>),
  },
];

/** Calls of all projects except surveys, opened from the numbers of reports. */
export default function TodasLigacoesPage() {
  return (
    <RememberedBasis padrao="entrada">
      <AllCalls />
    </RememberedBasis>
  );
}

const BOXES: ReadonlySet<CampoFiltro> = new Set(['texto', 'status', 'data_ligacao', 'data_entrada']);

function AllCalls() {
  // Asks for an exact count, so that the total equals the number whose link led here.
  const list = useList(
    listLigacoes,
    READERS,
    (asked) => ({ query: { limit: 25, total: 'exato' as const, ...asked } }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  // The filters that the page puts into words, because they have no control of their own. The search is not among them.
  const said = saidFilters(listFilter(list.asked).todas).filter(({ campo }) => !BOXES.has(campo));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Ligações"
        description="De todos os projetos, da mais recente à mais antiga."
        back={{ to: paths.relatorios, label: 'Relatórios' }}
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar ligações', placeholder: 'Nome, número ou ramal' }}
        errorTitle="Erro ao buscar as ligações"
        noun="ligações"
        nothing="Nenhuma ligação encontrada"
        empty={{
          icon: <PhoneCall />,
          title: 'Nenhuma ligação ainda',
          description: 'As ligações registradas nos projetos aparecem aqui.',
        }}
        filters={
          <>
            <DateRange label="Período das ligações" {...list.bindDays()} />
            <DateBasis
              padrao="entrada"
              value={list.filters.data}
              onValueChange={(data) => list.change({ data })}
            />
            <FilterSelect
              label="Status"
              allLabel="Todos os status"
              {...list.bind('status')}
              options={STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }))}
            />
            <ProjectPicker
              label="Projeto"
              noneLabel="Todos os projetos"
              className="w-full sm:w-56"
              {...list.bind('projeto_id')}
            />
          </>
        }
        chips={<FilterChips said={said} change={list.change} />}
      >
        {(rows, stale) => (
          <DataList
            dense
            label="Ligações"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={(row) => ({
              to: href(paths.analiseLigacao, { itemId: row.id }),
              newWindow: 'abre a análise em nova janela',
            })}
          />
        )}
      </ListPanel>
    </div>
  );
}
