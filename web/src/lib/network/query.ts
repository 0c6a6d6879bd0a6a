/**
 * Query keys and options derived from contracts. A key is [{ id, topic }, params, query, body]. It is found by a
 * prefix, or by part of its first object (TanStack Query compares objects partially).
 */
import type { Topic } from '@escuta/shared/contracts/topics';
import { hashKey, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallArgs, type CallInput, call, type Endpoint, type Wire } from './api.ts';

/** Key of a call's answer; without `input`, the prefix of the keys of all answers of the contract. */
export function queryKey<E extends Endpoint>(endpoint: E, input?: Partial<CallInput<E>>): QueryKey {
  const { id, topic } = endpoint;
  if (!input) return [{ id, topic }];
  const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = input;
  return [{ id, topic }, params ?? null, query ?? null, ...(body === undefined ? [] : [body])];
}

/** Prefix of the keys of all answers of a topic. */
export const topicKey = (topic: Topic): QueryKey => [{ topic }];

/**
 * Options of `useQuery` for a GET contract: `useQuery(apiQuery(getProjeto, { params: { id } }))`. The data are the
 * whole answer; narrow them with `select`.
 */
export function apiQuery<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) {
  const input = args[0] as (CallInput<E> & { signal?: AbortSignal }) | undefined;
  return queryOptions<Wire<E>, Error>({
    queryKey: queryKey(endpoint, input ?? ({} as Partial<CallInput<E>>)),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArgs<E>)),
  });
}

/**
 * Like `apiQuery`, for a paged or filtered list: the old page stays on screen while the next loads, unless it belongs
 * to another parent record (whose id is in the path).
 */
export function apiListQuery<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) {
  const options = apiQuery(endpoint, ...args);
  return {
    ...options,
    placeholderData: (
      previous: Wire<E> | undefined,
      query: { queryKey: QueryKey } | undefined,
    ): Wire<E> | undefined =>
      query && hashKey([query.queryKey[1]]) === hashKey([options.queryKey[1]]) ? previous : undefined,
  };
}

/** True for a failure that a retry cannot mend, because the request was refused or has already waited a minute. */
function isFinal(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.code === 'tempo_esgotado' || (error.status >= 400 && error.status < 500 && error.status !== 429)
  );
}

/**
 * Creates the page's query client: answers stay fresh for 10 s, a query is tried three times unless the server refused
 * it, and a mutation runs at once or fails.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
        retryDelay: (failures) => Math.min(800 * 2 ** failures, 5000),
      },
      // Without a connection a mutation fails with a message: a paused mutation would look busy, and would run later,
      // when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
