import { listLigacoes } from '@escuta/shared/contracts/relatorios';
import { DIRECAO_DE_MUITAS, DIRECAO_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/call-direction';
import {
  DATAS,
  DIAS_DA_SEMANA,
  NENHUM,
  SENTIMENTO_LABEL,
  SENTIMENTOS,
  type Sentimento,
} from '@escuta/shared/domain/filtro-campos';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import { PhoneCall } from 'lucide-react';
import { ItemStatus, STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { DateBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { aDay, anId, anyText, type FilterReader, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatClock, formatDateTime, formatNumber, formatPhone } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateRange } from '../../ui/date-range.tsx';

type Row = Wire<typeof listLigacoes>['data'][number];

/** A score of 0 to 100. */
const aScore: FilterReader = (value) => (/^(100|\d{1,2})$/.test(value) ? value : '');
/** Somebody, or nobody. */
const anAgent: FilterReader = (value) => (value === NENHUM ? value : anId(value));
const anHour: FilterReader = (value) => (/^(1?\d|2[0-3])$/.test(value) ? value : '');
const aWeekday: FilterReader = (value) => (/^[1-7]$/.test(value) ? value : '');
const SIM_NAO = oneOf(['sim', 'nao']);
const COM_SEM = oneOf(['com', 'sem']);

const READERS = {
  q: anyText,
  status: oneOf(STATUS_PROCESSAMENTO),
  data: oneOf(DATAS),
  de: aDay,
  ate: aDay,
  projeto_id: anId,
  agente_id: anAgent,
  direcao: oneOf(DIRECOES_PROCURADAS),
  nota_de: aScore,
  nota_ate: aScore,
  sentimento: oneOf(SENTIMENTOS),
  alertas: COM_SEM,
  gravacao: COM_SEM,
  avaliada: SIM_NAO,
  revisada: SIM_NAO,
  inaudivel: SIM_NAO,
  hora: anHour,
  dia_semana: aWeekday,
};
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
  { label: 'Agente', className: 'max-w-40', text: (row) => row.agente?.nome ?? '-' },
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
    label: 'Nota',
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
    label: 'Alertas',
    cell: (row) => (row.alertas === 0 ? '-' : <Badge variant="warning">{formatNumber(row.alertas)}</Badge>),
  },
];

/** The calls of all projects but surveys; what the numbers of reports open. */
export default function TodasLigacoesPage() {
  return (
    <RememberedBasis padrao="entrada">
      <AllCalls />
    </RememberedBasis>
  );
}

function AllCalls() {
  // Counted to the end: whoever comes from a number finds it again.
  const list = useList(
    listLigacoes,
    READERS,
    (asked) => ({ query: { limit: 25, total: 'exato' as const, ...asked, ...numbers(asked) } }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const said = describe(list.asked);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Ligações"
        description="De todos os projetos, da mais nova à mais antiga."
        back={{ to: paths.relatorios, label: 'Relatórios' }}
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar ligações', placeholder: 'Nome, número ou ramal' }}
        errorTitle="Erro ao buscar ligações"
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
        tools={said ? <p className="basis-full text-muted-foreground text-sm">Só {said}.</p> : null}
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

type Asked = ReturnType<typeof useList<typeof listLigacoes, typeof READERS>>['asked'];

const aNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value));
const numbers = ({ nota_de, nota_ate, hora, dia_semana }: Asked) => ({
  nota_de: aNumber(nota_de),
  nota_ate: aNumber(nota_ate),
  hora: aNumber(hora),
  dia_semana: aNumber(dia_semana),
});

/** What the filter says beyond what stands in its own box: in words, since a report's link says it. */
function describe(asked: Asked): string {
  const { nota_de, nota_ate, sentimento, alertas, gravacao, avaliada, revisada, inaudivel, agente_id } =
    asked;
  const { hora, dia_semana, direcao } = asked;
  const said = [
    nota_de === '0' && !nota_ate ? 'com nota' : null,
    nota_de && nota_ate ? `com nota de ${nota_de} a ${nota_ate}` : null,
    nota_de && nota_de !== '0' && !nota_ate ? `com nota ${nota_de} ou mais` : null,
    !nota_de && nota_ate ? `com nota até ${nota_ate}` : null,
    sentimento ? `com sentimento ${SENTIMENTO_LABEL[sentimento].toLowerCase()}` : null,
    alertas ? `${alertas} alertas` : null,
    gravacao ? `${gravacao} gravação` : null,
    avaliada ? (avaliada === 'sim' ? 'avaliadas' : 'não avaliadas') : null,
    revisada ? (revisada === 'sim' ? 'revisadas por pessoas' : 'não revisadas') : null,
    inaudivel ? (inaudivel === 'sim' ? 'inaudíveis' : 'não inaudíveis') : null,
    direcao ? DIRECAO_DE_MUITAS[direcao].toLowerCase() : null,
    hora ? `das ${hora}h às ${hora}h59` : null,
    dia_semana ? `de ${DIAS_DA_SEMANA[Number(dia_semana) - 1]}` : null,
    agente_id ? (agente_id === NENHUM ? 'sem agente' : 'de um agente') : null,
  ];
  return said.filter((one) => one !== null).join(', ');
}
