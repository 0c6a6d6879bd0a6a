import { getHealth } from '@escuta/shared/contracts/operation/sistema';
import {
  partialMatchKey,
  type Query,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, type Wire } from '../../lib/network/api.ts';
import { apiQuery, queryKey } from '../../lib/network/query.ts';

/** Interval of the back end's health check, ms. */
export const HEALTH_POLL_MS = 60_000;
/** Time between two health checks while the back end is away, ms; a short time, so that a return is noticed soon. */
export const AWAY_POLL_MS = 5_000;
/** Least time between two repetitions of failed requests while the back end answers, ms. */
const RETRY_EVERY_MS = 30_000;

const HEALTH = queryKey(getHealth);

/** True if the database is reachable, because without it the back end answers only getHealth. */
const isServing = ({ dependencias }: Wire<typeof getHealth>): boolean => dependencias.postgres === 'ok';

/**
 * State of the back end: asked on load, every 60 s (5 s while the back end or its database is away) and when the
 * browser comes back online.
 */
export function useHealth(): {
  /** True if the back end cannot be reached, or does not answer 200. */
  falhou: boolean;
  /** True if the installation can transcribe only its sample recordings. */
  demonstracao: boolean;
  checking: boolean;
  check: () => void;
} {
  const query = useQuery({
    ...apiQuery(getHealth),
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || (data && !isServing(data)) ? AWAY_POLL_MS : HEALTH_POLL_MS,
    refetchOnReconnect: 'always',
    // The check also runs offline, because the banner must report an unreachable back end.
    networkMode: 'always',
    retry: 1,
    retryDelay: 1000,
  });
  const client = useQueryClient();
  useEffect(() => retryWhenBack(client), [client]);
  return {
    falhou: query.isError,
    demonstracao: query.data?.dependencias.ia.modo === 'demonstracao',
    checking: query.isFetching,
    check: () => void query.refetch(),
  };
}

/** True if the server or the network failed, not if the server refused the request. */
function failedByServer({ state }: Query): boolean {
  return state.error instanceof ApiError && (state.error.status === 0 || state.error.status >= 500);
}

/**
 * Repeats failed requests once the back end and its database are back, so that no card needs 'Tentar novamente'. A
 * failure triggers a health check at once, because short outages fall between two checks.
 * @returns a function that stops the repetitions
 */
export function retryWhenBack(client: QueryClient): () => void {
  let away = false;
  let lastRetry = Number.NEGATIVE_INFINITY;
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isHealth = partialMatchKey(query.queryKey, HEALTH);
    if (action.type === 'error') {
      if (isHealth) away = true;
      else if (!away && failedByServer(query))
        void client.refetchQueries({ queryKey: HEALTH }, { cancelRefetch: false });
    } else if (action.type === 'success' && isHealth) {
      if (!isServing(action.data)) {
        away = true;
        return;
      }
      if (!away && performance.now() - lastRetry < RETRY_EVERY_MS) return;
      away = false;
      lastRetry = performance.now();
      void client.refetchQueries({ type: 'active', predicate: failedByServer });
    }
  });
}
