import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { Link } from 'react-router-dom';
import { TaskLeftOut, TaskProgress } from '../../../domain/tasks/task-progress.tsx';
import { resultOf } from '../../../domain/tasks/task-text.ts';
import { useTask } from '../../../domain/tasks/use-task.ts';
import { paths } from '../../../lib/paths.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, StaleNotice } from '../../../ui/states.tsx';

/** Progress of generating insights, then the result. The task continues after the dialog closes. */
export function GenerateProgress({ tarefaId }: { tarefaId: string }) {
  const { data: tarefa, error, refetch, isFetching } = useTask(tarefaId);
  if (!tarefa) {
    return error ? (
      <ErrorState
        className="py-6"
        title="O andamento não pôde ser lido"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  const open = isOpenTask(tarefa.status);
  return (
    <div className="grid gap-3 text-sm">
      {error ? <StaleNotice what="o andamento" onRetry={() => void refetch()} /> : null}
      {open ? <TaskProgress tarefa={tarefa} /> : null}
      <div role="status" className="grid gap-1 font-medium">
        {resultOf(tarefa).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {tarefa.erro ? <Notice role="alert">{tarefa.erro}</Notice> : null}
      <p className="text-muted-foreground">
        {open ? 'Você pode fechar esta janela: a geração continua em segundo plano. ' : ''}
        <Link to={paths.tarefas} className="font-medium text-primary-text underline underline-offset-4">
          Ver em Tarefas
        </Link>
      </p>
      <TaskLeftOut tarefa={tarefa} title="Ficaram de fora" />
    </div>
  );
}
