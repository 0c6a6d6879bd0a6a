import {
  type EntrevistaNaLista,
  listEntrevistasDaPesquisa,
} from '@escuta/shared/contracts/surveys/pesquisas';
import { ORDEM_LIMITE } from '@escuta/shared/domain/filters/filtro-campos';
import { isLimitedInterviewOrder, ORDENS_ENTREVISTA } from '@escuta/shared/domain/filters/lists/orders';
import { MessagesSquare } from 'lucide-react';
import { AgentLink } from '../../../domain/agents/agent-link.tsx';
import { ExportButton } from '../../../domain/exports/export-button.tsx';
import { RowActions } from '../../../domain/items/action-menu.tsx';
import { awaitsChoice, itemOfInterview } from '../../../domain/items/item.ts';
import { useItemActions } from '../../../domain/items/use-item-actions.tsx';
import { VerdictStrip } from '../../../domain/survey/cell/verdict-strip.tsx';
import { InterviewBadge } from '../../../domain/survey/state/interview-state.tsx';
import { QuarantineBadge, reasonsHeld } from '../../../domain/survey/state/quarantine.tsx';
import { BadgeReason, RecordingState } from '../../../domain/survey/state/recording-state.tsx';
import { ReviewBadge } from '../../../domain/survey/state/review-state.tsx';
import { FilterControls } from '../../../kit/list/filter-controls.tsx';
import { oneOf } from '../../../kit/list/filter-params.ts';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { ColumnMenu } from '../../../kit/list/sheet/column-menu.tsx';
import { type SheetColumn, useLayout } from '../../../kit/list/sheet/layout.ts';
import { orderInForce, ordering } from '../../../kit/list/sheet/order.ts';
import { useListKeys } from '../../../kit/list/sheet/row-keys.ts';
import { WorkSheet } from '../../../kit/list/sheet/work-sheet.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useSelection } from '../../../kit/list/use-selection.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatClock, formatNumber, formatStart } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Pesquisa } from '../survey.ts';
import { DecideBar, isDecidable } from './decide-bar.tsx';
import { INTERVIEW_FILTERS } from './interview-filters.tsx';

type Row = EntrevistaNaLista;

function Situation({ row }: { row: Row }) {
  // If the questionnaire's rules ended the interview, the badge gives the reason, so it is left out here.
  const own = row.desfecho ? null : row.motivo;
  const why = [own, ...reasonsHeld(row.quarentena)].filter(Boolean).join(' ');
  const badges = (
    <span className="flex gap-1 max-md:flex-wrap">
      <InterviewBadge situacao={row.situacao} desfecho={row.desfecho} aguardando={row.aguardando_aparelho} />
      <QuarantineBadge motivos={row.quarentena} />
    </span>
  );
  return why ? <BadgeReason why={why} badge={badges} /> : badges;
}

function Recording({ row }: { row: Row }) {
  const seconds = row.item?.duracao_s;
  return (
    <span className="flex items-center gap-1.5 max-md:flex-wrap">
      <RecordingState {...row} />
      {seconds == null ? null : (
        <span className="text-muted-foreground text-xs tabular-nums">{formatClock(seconds)}</span>
      )}
      {awaitsChoice(row) ? <Badge variant="warning">Outra gravação</Badge> : null}
    </span>
  );
}

const READERS = { ...INTERVIEW_FILTERS.readers, ordem: oneOf(ORDENS_ENTREVISTA) };
const ORDERS = { all: ORDENS_ENTREVISTA, usual: ORDENS_ENTREVISTA[0] };

/** Reason why the list cannot be sorted this way: too many interviews pass the filters. Null if it can be sorted. */
function orderRefused(
  ordem: string,
  pagination: { total: number; totalExato?: boolean } | undefined,
): string | null {
  const one = ORDENS_ENTREVISTA.find((known) => known === ordem);
  const many = !pagination || pagination.totalExato === false || pagination.total > ORDEM_LIMITE;
  return one && many && isLimitedInterviewOrder(one)
    ? `Para ordenar por esta coluna, use os filtros para reduzir a lista a no máximo ${formatNumber(ORDEM_LIMITE)} entrevistas.`
    : null;
}

const COLUMNS: readonly SheetColumn<Row>[] = [
  {
    key: 'entrevistado',
    label: 'Entrevistado',
    card: 'title',
    link: true,
    width: 156,
    orders: ['entrevistado', 'entrevistado_z'],
    rises: true,
    text: (row) => row.nome_entrevistado || 'Sem nome',
  },
  {
    key: 'situacao',
    label: 'Situação',
    width: 144,
    orders: ['situacao', 'situacao_z'],
    rises: true,
    cell: (row) => <Situation row={row} />,
  },
  {
    key: 'revisao',
    label: 'Revisão',
    width: 104,
    orders: ['revisao', 'revisao_z'],
    rises: true,
    cell: (row) => <ReviewBadge revisao={row.revisao} />,
  },
  {
    key: 'gravacao',
    label: 'Gravação',
    width: 150,
    orders: ['gravacao', 'gravacao_z'],
    rises: true,
    cell: (row) => <Recording row={row} />,
  },
  {
    key: 'vereditos',
    label: 'Vereditos',
    width: 116,
    orders: ['divergencias', 'divergencias_menos'],
    cell: (row) =>
      row.codigos ? (
        <VerdictStrip codigos={row.codigos} className="max-w-24" />
      ) : (
        <span className="block truncate text-muted-foreground text-xs tabular-nums">
          {row.respondidas} de {row.perguntas} respondidas
        </span>
      ),
  },
  {
    key: 'entrevistador',
    label: 'Entrevistador',
    width: 120,
    orders: ['entrevistador', 'entrevistador_z'],
    rises: true,
    blank: ({ entrevistador }) => !entrevistador,
    cell: ({ entrevistador }) =>
      entrevistador ? <AgentLink agente={entrevistador} className="block truncate" /> : '-',
  },
  {
    key: 'realizada_em',
    label: 'Realizada em',
    width: 124,
    orders: ['realizada', 'realizada_antiga'],
    className: 'tabular-nums',
    cell: (row) => formatStart(row.realizada_em, row.inicio_precisao),
  },
];

/** The interviews of a survey, each with its progress, the result of its audit, and its actions. */
export function InterviewsTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const can = useCan();
  const manages = can('project', 'delete');
  const actions = useItemActions('pesquisa');
  const layout = useLayout('entrevistas', COLUMNS);
  const list = useList(
    listEntrevistasDaPesquisa,
    READERS,
    ({ ordem, ...asked }) => ({
      params: { id: pesquisa.id },
      query: {
        ...INTERVIEW_FILTERS.ask(asked),
        limit: layout.limit,
        ordem: orderInForce(ORDERS, ordem),
      },
    }),
    { keeps: ['ordem'], refetchInterval: usePollWhileOffline(10_000) },
  );
  const { page: _page, ordem: _ordem, ...filter } = list.asked;
  const selection = useSelection(list.rows, {
    canSelect: isDecidable,
    labelOf: (row) => `Selecionar a entrevista de ${row.nome_entrevistado}`,
  });
  const body = useListKeys(list.rows, manages ? selection : undefined);
  return (
    <>
      <ListPanel
        list={list}
        sheet={layout}
        search={{ label: 'Buscar entrevistas', placeholder: 'Nome ou telefone…' }}
        filters={
          <FilterControls table={INTERVIEW_FILTERS} list={list} pesquisaId={pesquisa.id} rows={list.rows} />
        }
        tools={
          <>
            <ExportButton
              alvo={{ tipo: 'entrevistas', alvo: { tipo: 'pesquisa', id: pesquisa.id }, filtros: filter }}
              className="max-sm:flex-1 sm:ml-auto"
            />
            <ColumnMenu layout={layout} />
          </>
        }
        errorTitle="Erro ao carregar as entrevistas"
        noun="entrevistas"
        nothing="Nenhuma entrevista encontrada"
        empty={{
          icon: <MessagesSquare />,
          title: 'Nenhuma entrevista realizada ainda.',
          description: 'Inicie uma entrevista na aba “Questionário”: ela aparece aqui assim que começa.',
        }}
      >
        {(rows, stale) => (
          <>
            {manages ? <DecideBar pesquisaId={pesquisa.id} rows={rows} selection={selection} /> : null}
            <WorkSheet
              label="Entrevistas da pesquisa"
              rows={rows}
              stale={stale}
              layout={layout}
              body={body}
              {...ordering(ORDERS, list)}
              orderRefused={(ordem) => orderRefused(ordem, list.pagination)}
              selection={manages ? selection : undefined}
              actions={(row) => <RowActions item={itemOfInterview(row)} actions={actions} />}
              rowHref={(row) =>
                row.item
                  ? {
                      to: href(paths.analiseLigacao, { itemId: row.item.id }),
                      newWindow: 'abre a análise em nova janela',
                    }
                  : null
              }
              acceptsFile={(row) => actions.acceptsFile(itemOfInterview(row))}
              onFileDrop={(row, file) => actions.onFileDrop(itemOfInterview(row), file)}
            />
          </>
        )}
      </ListPanel>
      {actions.dialogs}
    </>
  );
}
