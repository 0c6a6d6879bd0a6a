import { getTarefa } from '@escuta/shared/contracts/tarefas';
import { isOpenTask } from '@escuta/shared/domain/tasks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/query.ts';

/** How often a task that somebody looks at is asked for, ms: an administrator hears no events of other companies. */
const POLL_MS = 1000;

/** One task, followed until it has ended. Null: none. */
export function useTask(id: string | null) {
  return useQuery({
    ...apiQuery(getTarefa, { params: { id: id ?? '' } }),
    enabled: id !== null,
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data && !isOpenTask(state.data.data.status) ? false : POLL_MS),
  });
}
