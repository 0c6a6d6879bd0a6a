import { getTarefa } from '@escuta/shared/contracts/operation/tarefas';
import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';

/** Polling interval of a task on screen, ms; needed because administrators get no live events of other companies. */
const POLL_MS = 1000;

/** True if the task can still change: it is open, or it was stopped but some of its runs are still open. */
function goesOn(tarefa: Data<typeof getTarefa>): boolean {
  if (isOpenTask(tarefa.status)) return true;
  return tarefa.tipo === 'lote' && (tarefa.resultado?.abertas ?? 0) > 0;
}

/** Requests a task and polls it until it has ended. With a null `id` nothing is requested. */
export function useTask(id: string | null) {
  return useQuery({
    ...apiQuery(getTarefa, { params: { id: id ?? '' } }),
    enabled: id !== null,
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data && !goesOn(state.data.data) ? false : POLL_MS),
  });
}
