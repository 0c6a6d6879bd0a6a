import {
  cancelTemplateTest,
  createCriteriaSuggestion,
  getCriteriaSuggestion,
} from '@escuta/shared/contracts/insights/template-tests';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApiMutation } from '../../../kit/mutation.ts';
import { call } from '../../../lib/network/api.ts';
import { apiQuery } from '../../../lib/network/query.ts';

/** Polling interval of a running suggestion, ms. */
const POLL_MS = 1000;

const isOpen = (status: string | undefined) =>
  status === undefined || status === 'pendente' || status === 'executando';

/** Requests suggestions and polls until they end or are stopped. */
export function useSuggestion() {
  const [id, setId] = useState<string | null>(null);
  const create = useApiMutation(createCriteriaSuggestion, {
    failed: 'Erro ao pedir os critérios',
    onDone: ({ data }) => setId(data.id),
  });
  const cancel = useApiMutation(cancelTemplateTest, {
    failed: 'Erro ao interromper',
    onDone: () => setId(null),
  });
  const query = useQuery({
    ...apiQuery(getCriteriaSuggestion, { params: { id: id ?? '' } }),
    enabled: id !== null,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (isOpen(state.data?.data.status) ? POLL_MS : false),
  });
  const open = useRef<string | null>(null);
  useEffect(() => {
    open.current = id !== null && isOpen(query.data?.status) ? id : null;
  });
  // Leaving the page stops the task, because the task costs money and nobody would read its result.
  useEffect(
    () => () => {
      if (open.current)
        void call(cancelTemplateTest, { params: { id: open.current } }).catch(() => undefined);
    },
    [],
  );
  return {
    begin: (ligacoes: string[]) => void create.attempt({ body: { ligacoes } }),
    stop: () => (id === null ? undefined : void cancel.attempt({ params: { id } })),
    stopping: cancel.busy,
    suggestion: id === null ? undefined : query.data,
    error: id === null ? null : query.error,
    retry: () => void query.refetch(),
    running: create.busy || (id !== null && isOpen(query.data?.status) && !query.isError),
    clear: () => setId(null),
  };
}
