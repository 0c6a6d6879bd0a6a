import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/progress.tsx';
import { leftOutOf, progressOf, shareOf, situacaoOf, type Tarefa, titleOf } from './task-text.ts';

/** Progress of a task: '269 de 305', with a bar while it runs. */
export function TaskProgress({ tarefa }: { tarefa: Tarefa }) {
  const open = isOpenTask(tarefa.status);
  return (
    <span className="grid min-w-24 gap-1.5">
      <span className={tarefa.progresso.total === null ? '' : 'whitespace-nowrap tabular-nums'}>
        {progressOf(tarefa)}
      </span>
      {open ? <Progress value={shareOf(tarefa)} label={`Andamento de ${titleOf(tarefa)}`} /> : null}
    </span>
  );
}

/** Badge of a task's state: 'Cancelando' between a request to stop and the stop. */
export function TaskState({ tarefa }: { tarefa: Tarefa }) {
  const { label, variant } = situacaoOf(tarefa);
  return <Badge variant={variant}>{label}</Badge>;
}

/** Reasons why a task left things out, with counts. */
export function TaskLeftOut({ tarefa, title }: { tarefa: Tarefa; title: string }) {
  const reasons = leftOutOf(tarefa);
  if (reasons.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium text-muted-foreground text-xs">{title}</h3>
      <ul className="grid gap-1 text-sm">
        {reasons.map(({ motivo, n }) => (
          <li key={motivo} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">{motivo}</span>
            <span className="shrink-0 text-muted-foreground tabular-nums">{formatNumber(n)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
