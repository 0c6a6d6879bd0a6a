import {
  FILA_LIMITE,
  type InsightParaRevisar,
  listReviewSheet,
} from '@escuta/shared/contracts/insights/insights';
import { ORDENS_FILA } from '@escuta/shared/domain/filters/lists/orders';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheckBig, UserCheck, X } from 'lucide-react';
import { useState } from 'react';
import { AgentLink } from '../../../domain/agents/agent-link.tsx';
import { CategoryBadge } from '../../../domain/insights/categoria.tsx';
import { ScoreOfAi } from '../../../domain/insights/insight-parts.tsx';
import { BasisDays } from '../../../kit/list/date-basis.tsx';
import { FilterControls } from '../../../kit/list/filter-controls.tsx';
import { oneOf } from '../../../kit/list/filter-params.ts';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { ColumnMenu } from '../../../kit/list/sheet/column-menu.tsx';
import { type SheetColumn, useLayout } from '../../../kit/list/sheet/layout.ts';
import { orderInForce, ordering } from '../../../kit/list/sheet/order.ts';
import { usePeeked } from '../../../kit/list/sheet/peeked.ts';
import { ROW_KEYS } from '../../../kit/list/sheet/row-keys.ts';
import { SkipToRows } from '../../../kit/list/sheet/skip-to-rows.tsx';
import { WorkSheet } from '../../../kit/list/sheet/work-sheet.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useSelection } from '../../../kit/list/use-selection.ts';
import { OnDemand, partOf } from '../../../kit/on-demand.tsx';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { href, paths } from '../../../lib/paths.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatNumber,
  formatShare,
  formatStart,
} from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { callLabel } from '../entry.ts';
import { QUEUE, REVIEW_FILTERS } from '../filters.ts';

const READERS = { ...REVIEW_FILTERS, ordem: oneOf(ORDENS_FILA) };
const ORDERS = { all: ORDENS_FILA, usual: ORDENS_FILA[0] };
const PEEK = partOf(async () => (await import('../../../domain/calls/peek.tsx')).Peek);
const KEYS = partOf(async () => (await import('../../../kit/keys-dialog.tsx')).KeysDialog);
const ASSIGN = partOf(async () => (await import('../../../domain/calls/assign-dialog.tsx')).AssignDialog);

const analysisOf = ({ itemId, id }: InsightParaRevisar): string =>
  `${href(paths.analiseLigacao, { itemId })}?${new URLSearchParams({ insight: id })}`;
const NUMERIC = 'text-right tabular-nums';

const COLUMNS: readonly SheetColumn<InsightParaRevisar>[] = [
  {
    key: 'ligacao',
    label: 'Ligação',
    card: 'title',
    link: true,
    width: 132,
    className: 'tabular-nums',
    text: callLabel,
  },
  {
    key: 'prioridade',
    label: 'Prioridade',
    width: 84,
    cell: ({ atencao }) => (
      <Badge variant={atencao.prioridade === 'alta' ? 'destructive' : 'warning'}>
        {atencao.prioridade === 'alta' ? 'Alta' : 'Média'}
      </Badge>
    ),
  },
  {
    key: 'motivos',
    label: 'Motivos',
    width: 220,
    cell: ({ atencao }) => (
      <span className="block truncate max-md:whitespace-normal" title={atencao.motivos.join('; ')}>
        {atencao.motivos.join('; ')}
      </span>
    ),
  },
  {
    key: 'agente',
    label: 'Agente',
    width: 112,
    orders: ['agente', 'agente_z'],
    rises: true,
    blank: ({ item }) => !item.agente,
    cell: ({ item: { agente } }) => (agente ? <AgentLink agente={agente} className="block truncate" /> : '-'),
  },
  {
    key: 'responsavel',
    label: 'Responsável',
    width: 148,
    orders: ['responsavel', 'responsavel_z'],
    rises: true,
    blank: ({ item }) => !item.responsavel,
    cell: ({ item: { responsavel } }) =>
      responsavel ? (
        <span
          className="block truncate max-md:whitespace-normal"
          title={`${responsavel.nome}, desde ${formatDateTime(responsavel.desde)}`}
        >
          {responsavel.nome}{' '}
          <span className="text-muted-foreground text-xs tabular-nums">
            {formatDayMonth(responsavel.desde)}
          </span>
        </span>
      ) : (
        '-'
      ),
  },
  {
    key: 'prazo',
    label: 'Prazo',
    width: 92,
    orders: ['prazo', 'prazo_longe'],
    rises: true,
    blank: ({ item }) => item.prazo === null,
    className: 'tabular-nums',
    cell: ({ item: { prazo, atrasada } }) =>
      prazo === null ? (
        '-'
      ) : (
        <span
          className={atrasada ? 'font-medium text-destructive-text' : undefined}
          title={atrasada ? 'O prazo já passou' : undefined}
        >
          {formatDate(prazo)}
          {atrasada ? <span className="sr-only"> (vencido)</span> : null}
        </span>
      ),
  },
  {
    key: 'pontuacao',
    label: 'Pontuação',
    width: 84,
    orders: ['pontuacao', 'pontuacao_maior'],
    rises: true,
    blank: ({ pontuacao }) => pontuacao === null,
    className: NUMERIC,
    cell: ({ pontuacao, pontuacao_ia }) => (
      <>
        <ScoreOfAi value={pontuacao} ia={pontuacao_ia} />
        {pontuacao === null ? '-' : formatShare(pontuacao)}
      </>
    ),
  },
  {
    key: 'template',
    label: 'Template',
    width: 140,
    orders: ['template', 'template_z'],
    rises: true,
    text: ({ template }) => template.nome,
  },
  {
    key: 'inicio',
    label: 'Início da chamada',
    width: 124,
    orders: ['ligacao', 'ligacao_antiga'],
    className: 'tabular-nums',
    cell: ({ item }) => formatStart(item.callStartTime ?? item.createdAt, item.inicioPrecisao),
  },
  {
    key: 'projeto',
    label: 'Projeto',
    width: 120,
    orders: ['projeto', 'projeto_z'],
    rises: true,
    text: ({ projeto }) => projeto.nome,
  },
  {
    key: 'espera',
    label: 'Na fila desde',
    width: 124,
    orders: ['espera', 'espera_menor'],
    rises: true,
    className: 'tabular-nums',
    cell: ({ desde }) => formatDateTime(desde),
  },
  {
    key: 'confianca',
    extra: true,
    label: 'Confiança da IA',
    width: 100,
    orders: ['confianca', 'confianca_maior'],
    rises: true,
    className: NUMERIC,
    cell: ({ scoreConfianca }) => (scoreConfianca === null ? 'N/A' : formatShare(scoreConfianca)),
  },
  {
    key: 'categoria',
    extra: true,
    label: 'Categoria',
    width: 120,
    cell: ({ categoria }) => <CategoryBadge categoria={categoria} />,
  },
  {
    key: 'duracao',
    extra: true,
    label: 'Duração',
    width: 76,
    className: NUMERIC,
    cell: ({ item }) => (item.callDuration === null ? '-' : formatClock(item.callDuration)),
  },
];

/** The review queue as a table, in which a person scans, sorts and assigns the waiting insights. */
export function SheetSection() {
  const mayAssign = useCan()('audit_item', 'update');
  const layout = useLayout('insights', COLUMNS, 25);
  const list = useList(
    listReviewSheet,
    READERS,
    ({ data, de, ate, ordem, page, aba: _, periodo: __, ...narrowed }) => ({
      query: {
        ...QUEUE.ask({ page, ...narrowed }),
        data,
        de,
        ate,
        limit: layout.limit,
        ordem: orderInForce(ORDERS, ordem),
      },
    }),
    { keeps: ['aba', 'periodo', 'data', 'ordem'], refetchInterval: usePollWhileOffline(30_000) },
  );
  const selection = useSelection(list.rows, {
    canSelect: () => true,
    labelOf: (row) => `Selecionar ${callLabel(row)}`,
  });
  const peeked = usePeeked(list.rows, mayAssign ? selection : undefined);
  const [assigning, setAssigning] = useState(false);
  const chosen = (list.rows ?? []).filter(({ id }) => selection.ids.includes(id));
  const projects = new Set(chosen.map(({ projeto }) => projeto.id));
  const calls = [...new Set(chosen.map(({ itemId }) => itemId))];
  const [projectId] = projects;
  const { row } = peeked;
  const many = list.pagination?.totalExato === false;
  return (
    <div className="flex flex-col gap-1.5 max-md:gap-3 md:h-[max(calc(100dvh-6.875rem),24rem)]">
      <SkipToRows body={peeked.body}>Ir para os insights</SkipToRows>
      <ListPanel
        list={list}
        sheet={layout}
        over={
          chosen.length > 0 ? (
            <section
              aria-label="Insights selecionados"
              className="flex min-h-9 flex-wrap items-center gap-2 rounded-lg border border-primary/40 bg-primary-soft px-2 py-px shadow-card"
            >
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label="Limpar seleção"
                title="Limpar seleção"
                onClick={selection.clear}
              >
                <X aria-hidden="true" />
              </Button>
              <p className="font-medium text-sm tabular-nums" aria-live="polite">
                {plural(chosen.length, 'insight selecionado', 'insights selecionados')}
              </p>
              {projects.size > 1 ? (
                <p className="text-muted-foreground text-xs">
                  Para atribuir, selecione ligações de um só projeto.
                </p>
              ) : null}
              <Button
                size="sm"
                variant="outline"
                className="ml-auto"
                disabled={projects.size !== 1}
                onClick={() => setAssigning(true)}
              >
                <UserCheck aria-hidden="true" />
                {`Atribuir ${plural(calls.length, 'ligação', 'ligações')}`}
              </Button>
            </section>
          ) : null
        }
        filters={
          <FilterControls
            table={QUEUE}
            list={list}
            bar={['projetoId', 'prioridade', 'responsavel']}
            extra={{
              isSet: Boolean(list.filters.de || list.filters.ate),
              control: (
                <BasisDays
                  padrao="entrada"
                  basis={list.filters.data}
                  onBasisChange={list.bind('data').onValueChange}
                  days={list.bindDays().value}
                  onDaysChange={list.bindDays().onValueChange}
                />
              ),
            }}
          />
        }
        tools={<ColumnMenu layout={layout} />}
        errorTitle="Erro ao buscar insights"
        noun="insights"
        nothing="Nenhum insight na fila com estes filtros"
        empty={{
          icon: <CircleCheckBig />,
          title: 'Nada para revisar',
          description: 'Insights que pedem revisão aparecem aqui assim que a análise termina.',
        }}
      >
        {(rows, stale) => (
          <WorkSheet
            label="Insights na fila"
            rows={rows}
            stale={stale}
            layout={layout}
            body={peeked.body}
            selection={mayAssign ? selection : undefined}
            shownId={row?.id ?? null}
            rowHref={(one) => ({ to: analysisOf(one), newWindow: 'abre a análise em nova janela' })}
            {...ordering(ORDERS, list)}
            orderRefused={() =>
              many
                ? `Para ordenar por esta coluna, use os filtros para reduzir a lista a no máximo ${formatNumber(FILA_LIMITE)} insights.`
                : null
            }
          />
        )}
      </ListPanel>
      <OnDemand
        part={PEEK}
        open={peeked.isOpen}
        props={{
          call: row
            ? {
                id: row.itemId,
                title: callLabel(row),
                agente: row.item.agente,
                about: [
                  row.item.numeroDestino ? row.item.nomeEntrevistado : null,
                  formatStart(row.item.callStartTime ?? row.item.createdAt, row.item.inicioPrecisao),
                ],
                to: analysisOf(row),
              }
            : null,
          onClose: peeked.close,
        }}
      />
      <OnDemand part={KEYS} open={peeked.help.open} props={{ ...peeked.help, shortcuts: ROW_KEYS }} />
      {projectId ? (
        <OnDemand
          part={ASSIGN}
          open={assigning}
          props={{
            projetoId: projectId,
            selecao: assigning ? { ids: calls } : null,
            count: formatNumber(calls.length),
            onClose: () => setAssigning(false),
            onDone: selection.clear,
          }}
        />
      ) : null}
    </div>
  );
}
