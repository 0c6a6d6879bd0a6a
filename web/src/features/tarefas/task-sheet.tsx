import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DownloadExport } from '../../domain/exports/download-button.tsx';
import { TaskLeftOut, TaskProgress, TaskState } from '../../domain/tasks/task-progress.tsx';
import { companyOf, placeOf, resultOf, type Tarefa, titleOf } from '../../domain/tasks/task-text.ts';
import { useTask } from '../../domain/tasks/use-task.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '../../ui/overlays/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, StaleNotice } from '../../ui/states.tsx';

/** A task in full, with live progress. */
export function TaskSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  // The last task stays drawn while the sheet slides out.
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  const query = useTask(last);
  return (
    <Sheet open={id !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent className="p-6">
        {query.data ? (
          <>
            {query.error ? <StaleNotice what="a tarefa" onRetry={() => void query.refetch()} /> : null}
            <TaskContent tarefa={query.data} />
          </>
        ) : (
          <>
            <SheetTitle className="pr-8">Tarefa</SheetTitle>
            <SheetDescription className="sr-only">Andamento e resultado</SheetDescription>
            {query.isError ? (
              <ErrorState
                title="Erro ao buscar a tarefa"
                error={query.error}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              <Skeleton className="h-48" />
            )}
          </>
        )}
      </SheetContent>
    </Sheet>
  );
}

/** Links to the failed calls of a bulk run: in the project's list and, for administrators, in the queue of failures. */
function FailedCalls({ tarefa }: { tarefa: Tarefa }) {
  const isAdmin = useRequiredSession().papel === 'admin';
  if (tarefa.tipo !== 'lote' || !tarefa.resultado?.falharam || !tarefa.alvo) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" asChild>
        <Link to={`${href(paths.ligacoes, { projectId: tarefa.alvo.id })}?status=erro&lote_id=${tarefa.id}`}>
          Ver as ligações com erro
        </Link>
      </Button>
      {isAdmin ? (
        <Button variant="outline" size="sm" asChild>
          <Link to={`${paths.adminFalhas}?${new URLSearchParams({ empresa: tarefa.empresa?.id ?? '' })}`}>
            Ver na fila de falhas
          </Link>
        </Button>
      ) : null}
    </div>
  );
}

function TaskContent({ tarefa }: { tarefa: Tarefa }) {
  const lines = resultOf(tarefa);
  const { falhas } = tarefa.progresso;
  const place = placeOf(tarefa);
  return (
    <>
      <div className="grid gap-1 pr-8">
        <SheetTitle className="break-words">{titleOf(tarefa)}</SheetTitle>
        <SheetDescription>{companyOf(tarefa)}</SheetDescription>
      </div>
      <div className="grid gap-2 rounded-lg border p-4 text-sm" aria-live="polite">
        <TaskState tarefa={tarefa} />
        <TaskProgress tarefa={tarefa} />
        {falhas > 0 ? (
          <p className="text-muted-foreground">
            {plural(falhas, 'item não pôde ser concluído', 'itens não puderam ser concluídos')}.
          </p>
        ) : null}
      </div>
      {tarefa.erro ? <Notice role="alert">{tarefa.erro}</Notice> : null}
      {lines.length > 0 ? (
        <section className="grid gap-1 text-sm" aria-label="Resultado">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ) : null}
      {place ? (
        <Button variant="outline" size="sm" className="justify-self-start" asChild>
          <Link to={place.to}>{place.label}</Link>
        </Button>
      ) : null}
      <DownloadExport tarefa={tarefa} />
      <FailedCalls tarefa={tarefa} />
      <TaskLeftOut tarefa={tarefa} title="Ficaram de fora" />
      <Facts className="text-sm">
        <Fact label="Pedida por">{tarefa.autor?.nome ?? '-'}</Fact>
        <Fact label="Pedida em">{formatDateTime(tarefa.criadaEm)}</Fact>
        <Fact label="Começou em">{tarefa.iniciadaEm ? formatDateTime(tarefa.iniciadaEm) : '-'}</Fact>
        <Fact label="Terminou em">{tarefa.terminadaEm ? formatDateTime(tarefa.terminadaEm) : '-'}</Fact>
        {tarefa.expiraEm ? <Fact label="Guardada até">{formatDateTime(tarefa.expiraEm)}</Fact> : null}
      </Facts>
    </>
  );
}
