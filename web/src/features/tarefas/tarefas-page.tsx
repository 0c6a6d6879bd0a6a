import { reindexConversas } from '@escuta/shared/contracts/calls/busca';
import {
  cancelTarefa,
  listTarefas,
  pauseTarefa,
  resumeTarefa,
} from '@escuta/shared/contracts/operation/tarefas';
import { FILTROS_TAREFA } from '@escuta/shared/domain/filters/lists/tasks';
import { TAREFA_LABEL, TIPOS_TAREFA } from '@escuta/shared/domain/tasks/task-names';
import { ListTodo, MapPin, SquareKanban } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { DownloadExport } from '../../domain/exports/download-button.tsx';
import { TaskProgress, TaskState } from '../../domain/tasks/task-progress.tsx';
import {
  companyOf,
  placeOf,
  resultOf,
  SITUACAO,
  type Tarefa,
  titleOf,
} from '../../domain/tasks/task-text.ts';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { anId, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { TaskSheet } from './task-sheet.tsx';

/** Polling interval, ms. Polling is needed because an administrator gets no live events of other companies' tasks. */
const REFRESH_MS = 5000;

const SITUACOES = [
  { value: 'abertas', label: 'Na fila, em andamento e pausadas' },
  { value: 'pausada', label: SITUACAO.pausada.label },
  { value: 'concluida', label: SITUACAO.concluida.label },
  { value: 'erro', label: SITUACAO.erro.label },
  { value: 'cancelada', label: SITUACAO.cancelada.label },
] as const;
const TABLE = filterTable(FILTROS_TAREFA, {
  status: { all: 'Todas as situações', options: SITUACOES, className: 'sm:w-56' },
  tipo: { all: 'Todos os tipos', options: optionsOf(TIPOS_TAREFA, TAREFA_LABEL), className: 'sm:w-52' },
  empresaId: CompanyFilter,
});

const READERS = { ...TABLE.readers, etapas: oneOf(['com']) };

/** The list's columns; the column with the company is only for people who see several companies. */
function columnsOf(withCompany: boolean): readonly Column<Tarefa>[] {
  return [
    {
      label: 'Tarefa',
      card: 'title',
      className: 'min-w-40 max-w-64',
      cell: (tarefa) => (
        <span className="grid gap-0.5">
          <TaskTitle tarefa={tarefa} />
          {withCompany ? (
            <span className="break-words font-normal text-muted-foreground text-xs">{companyOf(tarefa)}</span>
          ) : null}
        </span>
      ),
    },
    {
      label: 'Pedida por',
      className: 'max-w-44',
      cell: (tarefa) => (
        <span className="grid gap-0.5">
          <span className="break-words">{tarefa.autor?.nome ?? '-'}</span>
          <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">
            {formatDateTime(tarefa.criadaEm)}
          </span>
        </span>
      ),
    },
    { label: 'Andamento', cell: (tarefa) => <TaskProgress tarefa={tarefa} /> },
    { label: 'Situação', cell: (tarefa) => <TaskState tarefa={tarefa} /> },
    {
      label: 'Resultado',
      className: 'min-w-44',
      cell: (tarefa) => {
        const lines = [...(tarefa.erro ? [tarefa.erro] : []), ...resultOf(tarefa)];
        return lines.length === 0 ? (
          '-'
        ) : (
          <span className="grid gap-0.5">
            {lines.map((line) => (
              <span key={line} className="break-words">
                {line}
              </span>
            ))}
          </span>
        );
      },
    },
  ];
}

/** Name of a task, linked to its object. */
function TaskTitle({ tarefa }: { tarefa: Tarefa }) {
  const place = placeOf(tarefa);
  if (!place) return <span className="break-words font-medium">{titleOf(tarefa)}</span>;
  return (
    <Link
      to={place.to}
      className="focus-ring w-fit break-words rounded-sm font-medium underline-offset-4 hover:underline"
    >
      {titleOf(tarefa)}
    </Link>
  );
}

/** 'Tarefas': long background work, to follow, stop and resume. */
export default function TarefasPage() {
  const isAdmin = useRequiredSession().papel === 'admin';
  const [address, setAddress] = useSearchParams();
  // Id of the task to open, from the link of a notification.
  const shown = anId(address.get('tarefa') ?? '') || null;
  const setShown = (id: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === null) after.delete('tarefa');
        else after.set('tarefa', id);
        return after;
      },
      { replace: true },
    );
  const [stopping, setStopping] = useState<Tarefa | null>(null);
  const retirarId = useId();
  const [retirar, setRetirar] = useState(true);
  // Number of open calls in the bulk run that is being stopped; some of them may not have started yet.
  const waiting = stopping?.tipo === 'lote' ? (stopping.resultado?.abertas ?? 0) : 0;
  const offline = usePollWhileOffline(REFRESH_MS);
  const list = useList(
    listTarefas,
    READERS,
    ({ etapas, ...asked }) => ({
      query: {
        limit: 25,
        ...TABLE.ask(asked),
        // Tasks that are only steps of another task are left out, unless the filter names a kind of task.
        etapas: etapas || asked.tipo ? undefined : ('sem' as const),
        ...(isAdmin ? {} : { empresaId: undefined }),
      },
    }),
    { refetchInterval: isAdmin ? REFRESH_MS : offline },
  );
  const cancel = useApiMutation(cancelTarefa, {
    failed: 'Erro ao cancelar a tarefa',
    done: ({ data }) =>
      data.status === 'cancelada' ? 'Tarefa cancelada' : 'A tarefa vai parar depois da etapa em andamento',
  });
  const reindex = useApiMutation(reindexConversas, {
    failed: 'Erro ao refazer o índice da busca',
    done: 'O índice da busca será refeito; a busca continua funcionando enquanto isso',
  });
  const pause = useApiMutation(pauseTarefa, {
    failed: 'Erro ao pausar a tarefa',
    done: ({ data }) =>
      data.status === 'pausada' ? 'Tarefa pausada' : 'A tarefa vai pausar depois da etapa em andamento',
  });
  const resume = useApiMutation(resumeTarefa, {
    failed: 'Erro ao continuar a tarefa',
    done: 'A tarefa continua de onde parou',
  });

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Tarefas"
        description={`As operações demoradas${isAdmin ? ' de todas as empresas' : ''} rodam em segundo plano: você pode fechar a página. Cada tarefa fica aqui por 30 dias depois de terminar.`}
        className="mb-0"
        actions={
          isAdmin ? (
            <>
              {list.filters.empresa ? (
                <Button
                  variant="outline"
                  loading={reindex.busy}
                  onClick={() => void reindex.attempt({ body: { empresa_id: list.filters.empresa } })}
                >
                  Refazer o índice da busca
                </Button>
              ) : null}
              <Button variant="outline" asChild>
                <Link to={paths.adminOnde}>
                  <MapPin aria-hidden="true" />
                  Onde está?
                </Link>
              </Button>
              <Button variant="outline" asChild>
                <Link to={paths.adminFilas} target="_blank" rel="noopener">
                  <SquareKanban aria-hidden="true" />
                  Filas
                  <span className="sr-only"> (abre em nova janela)</span>
                </Link>
              </Button>
            </>
          ) : null
        }
      />
      <ListPanel
        list={list}
        errorTitle="Erro ao buscar as tarefas"
        noun="tarefas"
        nothing="Nenhuma tarefa encontrada"
        empty={{
          icon: <ListTodo />,
          title: 'Nenhuma tarefa ainda',
          description:
            'Processamentos em lote, reprocessamentos de falhas, gerações de insights e exportações aparecem aqui, com o andamento e o resultado.',
        }}
        filters={
          <>
            <FilterControls table={TABLE} list={list} hide={isAdmin ? [] : ['empresaId']} />
            {list.filters.tipo ? null : (
              <FilterSelect
                label="Leituras e simulações"
                allLabel="Sem leituras e simulações"
                options={[{ value: 'com', label: 'Com leituras e simulações' }]}
                className="sm:w-60"
                {...list.bind('etapas')}
              />
            )}
          </>
        }
      >
        {(rows, stale) => (
          <DataList
            label="Tarefas"
            rows={rows}
            stale={stale}
            columns={columnsOf(isAdmin)}
            actions={(tarefa) => (
              // A running task has three buttons, which in a line would overflow the table.
              <div className="flex flex-wrap items-center justify-end gap-1 md:max-w-44">
                <DownloadExport tarefa={tarefa} />
                {tarefa.pode.pausar ? (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Pausar ${titleOf(tarefa)}`}
                    loading={pause.running.some(({ params }) => params.id === tarefa.id)}
                    onClick={() => void pause.attempt({ params: { id: tarefa.id } })}
                  >
                    Pausar
                  </Button>
                ) : null}
                {tarefa.pode.cancelar ? (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Cancelar ${titleOf(tarefa)}`}
                    onClick={() => {
                      setRetirar(true);
                      setStopping(tarefa);
                    }}
                  >
                    Cancelar
                  </Button>
                ) : null}
                {tarefa.pode.continuar ? (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`${tarefa.status === 'erro' ? 'Tentar de novo' : 'Continuar'}: ${titleOf(tarefa)}`}
                    loading={resume.running.some(({ params }) => params.id === tarefa.id)}
                    onClick={() => void resume.attempt({ params: { id: tarefa.id } })}
                  >
                    {tarefa.status === 'erro' ? 'Tentar de novo' : 'Continuar'}
                  </Button>
                ) : null}
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Detalhes de ${titleOf(tarefa)}, ${formatDateTime(tarefa.criadaEm)}`}
                  onClick={() => setShown(tarefa.id)}
                >
                  Detalhes
                </Button>
              </div>
            )}
          />
        )}
      </ListPanel>
      <ConfirmDialog
        open={stopping !== null}
        onOpenChange={(open) => (open ? undefined : setStopping(null))}
        title="Cancelar esta tarefa?"
        description={
          <span className="grid gap-3">
            <span>
              A parte concluída é mantida, com os créditos reservados. O restante não será executado; depois
              você pode continuar a tarefa de onde ela parou.
            </span>
            {waiting > 0 ? (
              <label htmlFor={retirarId} className="flex items-start gap-2.5 text-foreground">
                <Checkbox
                  id={retirarId}
                  checked={retirar}
                  onCheckedChange={(on) => setRetirar(on === true)}
                  className="mt-0.5"
                />
                <span>
                  Cancelar também os pedidos ainda não iniciados (até {formatNumber(waiting)}): os créditos
                  voltam ao saldo. Os pedidos em andamento terminam.
                </span>
              </label>
            ) : null}
          </span>
        }
        confirmLabel="Cancelar a tarefa"
        cancelLabel="Manter em andamento"
        destructive
        onConfirm={() =>
          stopping
            ? cancel.run({ params: { id: stopping.id }, body: { retirar: waiting > 0 && retirar } })
            : undefined
        }
      />
      <TaskSheet id={shown} onClose={() => setShown(null)} />
    </div>
  );
}
