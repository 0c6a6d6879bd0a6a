/** Calls that change something: told about, locked while under way, and followed by what they make stale. */
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
  /** Said when it is done; absent: the screen shows it by itself. */
  done?: string | ((answer: Wire<E>, input: CallInput<E>) => string | null);
  /** Heading of the toast when it failed, over the server's reason. Null: the caller shows the failure (a form). */
  failed: string | ((input: CallInput<E>) => string) | null;
  /** The reason where the server gave none. */
  fallback?: string;
  /** More than a text to tell of a failure: the whole reason. */
  reason?: (error: unknown) => string;
  /** Shows the wish on screen before the server has answered. Gives back how to undo it, for when it fails. */
  ahead?: (input: CallInput<E>) => Promise<() => void> | (() => void);
  /**
   * The screen by itself shows the wish as done before the server has answered. As with `ahead`, who leaves the page at
   * once takes nothing back.
   */
  shownFirst?: true;
  /**
   * Answers that the screen itself keeps right, by the beginnings of their keys: marked as stale like the others, and
   * asked for again only when they are next needed.
   */
  kept?: (input: CallInput<E>) => readonly QueryKey[];
  /** After success, before the stale answers are asked for again: put the new one in place, go elsewhere. */
  onDone?: (answer: Wire<E>, input: CallInput<E>) => void;
  /** After a failure, once the person was told. */
  onFailed?: (error: Error, input: CallInput<E>) => void;
  /** Headers of a call (an idempotency key). */
  headers?: (input: CallInput<E>) => Readonly<Record<string, string>>;
}

export interface ApiMutation<E extends Endpoint> {
  /** Rejects with the call's error after the person was told. The same call while it is under way shares its answer. */
  run: (...args: CallArgs<E>) => Promise<Wire<E>>;
  /** As `run`, for a button: whether it worked. */
  attempt: (...args: CallArgs<E>) => Promise<boolean>;
  busy: boolean;
  /** Inputs of the calls under way, in order: they tell the busy rows. */
  running: readonly CallInput<E>[];
  /** Outcome of the last call, for a screen that shows it by itself. */
  answer: Wire<E> | undefined;
  error: Error | null;
  /** Forgets how the last call ended. */
  reset: () => void;
}

/** Marks what a call touches as stale and asks for what of it is on screen again, but for the `kept` answers. */
function markStale(client: QueryClient, { touches }: ChangingEndpoint, kept: readonly QueryKey[] = []): void {
  for (const topic of [...touches, 'registros'] as const) {
    void client.invalidateQueries({
      queryKey: topicKey(topic),
      predicate: (query) => !kept.some((prefix) => partialMatchKey(query.queryKey, prefix)),
    });
  }
  for (const queryKey of kept) void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** For work that is no mutation (an upload with its progress, a batch that ended): what `endpoint` made stale. */
export function useStaleAfter(endpoint: ChangingEndpoint): () => void {
  const client = useQueryClient();
  return useCallback(() => markStale(client, endpoint), [client, endpoint]);
}

/** For a button 'Atualizar': asks again for every answer of a topic that is on screen. Resolves when they are there. */
export function useRefresh(topic: Topic): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: topicKey(topic) }), [client, topic]);
}

function titleOf<I>(failed: string | ((input: I) => string), input: I): string {
  return typeof failed === 'function' ? failed(input) : failed;
}

/**
 * A call of a contract from a screen: `const { attempt, busy } = useApiMutation(deleteUser, { done: 'Usuário
 * excluído!', failed: 'Erro ao excluir usuário' })`. What its contract touches is asked for again, also after a
 * failure: somebody else may have been first, or the answer was lost on the way.
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
      // Without a connection nothing else would.
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
      // A double click asks once; another row asks for itself.
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
 * A file that the server makes, saved by the browser: `const { save, busy } = useApiFile(exportExtrato, { … })`.
 * @param options.name what it is called where the server names none
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
