/** Changes of data: toasts show results, an equal call is not repeated while pending, stale answers are refetched. */
import type { Topic } from '@escuta/shared/contracts/topics';
import {
  partialMatchKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { toast } from '../lib/browser/toast.ts';
import {
  type CallArgs,
  type CallInput,
  type ChangingEndpoint,
  call,
  callFile,
  type Endpoint,
  errorMessage,
  saveBlob,
  type Wire,
} from '../lib/network/api.ts';
import { topicKey } from '../lib/network/query.ts';

interface MutationOptions<E extends Endpoint> {
  /** Text of the toast after success; absent if the screen shows the result itself. */
  done?: string | ((answer: Wire<E>, input: CallInput<E>) => string | null);
  /** Title of a failure's toast, above the server's reason; null if the caller shows the failure itself (a form). */
  failed: string | ((input: CallInput<E>) => string) | null;
  /** Reason to show if the server gave none. */
  fallback?: string;
  /** Computes the text of the failure's reason, instead of the server's message or `fallback`. */
  reason?: (error: unknown) => string;
  /** Shows the change on screen before the server answers. Returns a function that undoes this after a failure. */
  ahead?: (input: CallInput<E>) => Promise<() => void> | (() => void);
  /**
   * True if the screen itself shows the change before the server answers. As with `ahead`, the request is completed
   * even if the person leaves the page at once.
   */
  shownFirst?: true;
  /** Key prefixes of answers that the screen keeps current itself: they become stale, but are not refetched at once. */
  kept?: (input: CallInput<E>) => readonly QueryKey[];
  /** Called after success, before stale answers are refetched; may update the cache or navigate. */
  onDone?: (answer: Wire<E>, input: CallInput<E>) => void;
  /** Called after a failure was shown. */
  onFailed?: (error: Error, input: CallInput<E>) => void;
  headers?: (input: CallInput<E>) => Readonly<Record<string, string>>;
}

export interface ApiMutation<E extends Endpoint> {
  /** Sends the call; shows a failure and rejects with it. An equal call while this one is pending shares its answer. */
  run: (...args: CallArgs<E>) => Promise<Wire<E>>;
  /** Like `run`, for a button: resolves to true on success and to false on failure; never rejects. */
  attempt: (...args: CallArgs<E>) => Promise<boolean>;
  busy: boolean;
  /** Inputs of pending calls, oldest first, by which a list marks its busy rows. */
  running: readonly CallInput<E>[];
  /** Answer of the last call, for a screen that shows the answer. */
  answer: Wire<E> | undefined;
  error: Error | null;
  /** Forgets the last call's answer and error. */
  reset: () => void;
}

/** Marks the topics that a call touches as stale and refetches those on screen, except the `kept` answers. */
function markStale(client: QueryClient, { touches }: ChangingEndpoint, kept: readonly QueryKey[] = []): void {
  for (const topic of [...touches, 'registros'] as const) {
    void client.invalidateQueries({
      queryKey: topicKey(topic),
      predicate: (query) => !kept.some((prefix) => partialMatchKey(query.queryKey, prefix)),
    });
  }
  for (const queryKey of kept) void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** For changes without `useApiMutation` (an upload): returns a function that marks topics of `endpoint` as stale. */
export function useStaleAfter(endpoint: ChangingEndpoint): () => void {
  const client = useQueryClient();
  return useCallback(() => markStale(client, endpoint), [client, endpoint]);
}

/** For a button 'Atualizar': refetches every answer of a topic on screen. Resolves when they have arrived. */
export function useRefresh(topic: Topic): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: topicKey(topic) }), [client, topic]);
}

function titleOf<I>(failed: string | ((input: I) => string), input: I): string {
  return typeof failed === 'function' ? failed(input) : failed;
}

/**
 * Calls a contract from a screen: `const { attempt, busy } = useApiMutation(deleteUser, { done: 'Usuário excluído!',
 * failed: 'Erro ao excluir o usuário' })`. Refetches what the contract touches, even after a failure, because another
 * person may have made the change first, or only the answer may have been lost.
 */
export function useApiMutation<E extends ChangingEndpoint>(
  endpoint: E,
  options: MutationOptions<E>,
): ApiMutation<E> {
  const client = useQueryClient();
  const asked = useRef(new Map<string, { input: CallInput<E>; answer: Promise<Wire<E>> }>());
  const [running, setRunning] = useState<readonly CallInput<E>[]>([]);
  const { mutateAsync, data, error, reset } = useMutation<
    Wire<E>,
    Error,
    CallInput<E>,
    (() => void) | undefined
  >({
    mutationFn: (input) =>
      call(
        endpoint,
        ...([
          {
            ...input,
            headers: options.headers?.(input),
            outlivesPage: options.shownFirst || options.ahead ? true : undefined,
          },
        ] as unknown as CallArgs<E>),
      ),
    onMutate: (input) => options.ahead?.(input),
    onSuccess: (answer, input) => {
      if (options.failed !== null) toast.settled(titleOf(options.failed, input));
      const text = typeof options.done === 'function' ? options.done(answer, input) : options.done;
      if (text) toast.success(text);
      options.onDone?.(answer, input);
    },
    onError: (failure, input, takeBack) => {
      // Restores the state before the change, because without a connection no refetch would restore it.
      takeBack?.();
      if (options.failed !== null) {
        toast.error(titleOf(options.failed, input), {
          description: options.reason?.(failure) ?? errorMessage(failure, options.fallback),
        });
      }
      options.onFailed?.(failure, input);
    },
    onSettled: (_answer, _failure, input) => markStale(client, endpoint, options.kept?.(input)),
  });
  const run = useCallback(
    (...args: CallArgs<E>): Promise<Wire<E>> => {
      const input = (args[0] ?? {}) as CallInput<E>;
      // A double click sends one call, because its input is the same; a click on another row sends another call.
      const key = JSON.stringify(input);
      const known = asked.current.get(key);
      if (known) return known.answer;
      const show = (): void => setRunning([...asked.current.values()].map((one) => one.input));
      const answer = mutateAsync(input).finally(() => {
        asked.current.delete(key);
        show();
      });
      asked.current.set(key, { input, answer });
      show();
      return answer;
    },
    [mutateAsync],
  );
  const attempt = useCallback(
    (...args: CallArgs<E>) =>
      run(...args).then(
        () => true,
        () => false,
      ),
    [run],
  );
  return {
    run,
    attempt,
    busy: running.length > 0,
    running,
    answer: data,
    error,
    reset,
  };
}

/**
 * Saves, through the browser, a file that the server makes: `const { save, busy } = useApiFile(exportExtrato, { … })`.
 * @param options.name file name if the server gives none
 */
export function useApiFile<E extends Endpoint>(
  endpoint: E,
  options: { name: string; done: string; failed: string; fallback: string; onDone?: () => void },
): { save: (...args: CallArgs<E>) => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (args: CallArgs<E>) => callFile(endpoint, ...args),
    onSuccess({ blob, fileName }) {
      saveBlob(blob, fileName ?? options.name);
      toast.success(options.done, { description: fileName ?? undefined });
      options.onDone?.();
    },
    onError: (error) => toast.error(options.failed, { description: errorMessage(error, options.fallback) }),
  });
  return { save: (...args) => mutate(args), busy: isPending };
}
