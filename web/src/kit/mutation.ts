/** Calls that change something: told about, locked while under way, and followed by what they make stale. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type CallArgs, type CallInput, call, type Endpoint, errorMessage, type Wire } from '../lib/api.ts';
import { staleAfter } from '../lib/stale.ts';
import { toast } from '../lib/toast.ts';

interface MutationOptions<E extends Endpoint> {
  /** Said when it is done; absent: the screen shows it by itself. */
  done?: string | ((answer: Wire<E>, input: CallInput<E>) => string | null);
  /** Heading of the toast when it failed, over the server's reason. Null: the caller shows the failure (a form). */
  failed: string | ((input: CallInput<E>) => string) | null;
  /** The reason where the server gave none. */
  fallback?: string;
  /** More than a text to tell of a failure: the whole reason. */
  reason?: (error: unknown) => string;
  /** After success, before the stale answers are asked for again: put the new one in place, go elsewhere. */
  onDone?: (answer: Wire<E>, input: CallInput<E>) => void;
  /** Headers of a call (an idempotency key). */
  headers?: () => Readonly<Record<string, string>>;
}

export interface ApiMutation<E extends Endpoint> {
  /** Rejects with the call's error after the person was told. The same call while it is under way shares its answer. */
  run: (...args: CallArgs<E>) => Promise<Wire<E>>;
  /** As `run`, for a button: whether it worked. */
  attempt: (...args: CallArgs<E>) => Promise<boolean>;
  busy: boolean;
  /** What the call under way was given: which row is busy. */
  input: CallInput<E> | undefined;
}

function titleOf<I>(failed: string | ((input: I) => string), input: I): string {
  return typeof failed === 'function' ? failed(input) : failed;
}

/**
 * A call of a contract from a screen: `const { attempt, busy } = useApiMutation(deleteUser, { done: 'Usuário excluído!',
 * failed: 'Erro ao excluir usuário' })`. Whatever it changed is asked for again by lib/stale.ts, also after a failure:
 * somebody else may have been first, or the answer was lost on the way.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, options: MutationOptions<E>): ApiMutation<E> {
  const client = useQueryClient();
  const running = useRef(new Map<string, Promise<Wire<E>>>());
  const { mutateAsync, isPending, variables } = useMutation<Wire<E>, Error, CallInput<E>>({
    mutationFn: (input) =>
      call(endpoint, ...([{ ...input, headers: options.headers?.() }] as unknown as CallArgs<E>)),
    onSuccess: (answer, input) => {
      if (options.failed !== null) toast.settled(titleOf(options.failed, input));
      const text = typeof options.done === 'function' ? options.done(answer, input) : options.done;
      if (text) toast.success(text);
      options.onDone?.(answer, input);
    },
    onError: (error, input) => {
      if (options.failed === null) return;
      toast.error(titleOf(options.failed, input), {
        description:
          options.reason?.(error) ?? errorMessage(error, options.fallback ?? 'Tente novamente em instantes.'),
      });
    },
    onSettled: () => {
      for (const queryKey of staleAfter(endpoint.id)) void client.invalidateQueries({ queryKey });
    },
  });
  const run = useCallback(
    (...args: CallArgs<E>): Promise<Wire<E>> => {
      const input = (args[0] ?? {}) as CallInput<E>;
      // A double click asks once; another row asks for itself.
      const key = JSON.stringify(input);
      const known = running.current.get(key);
      if (known) return known;
      const asked = mutateAsync(input).finally(() => running.current.delete(key));
      running.current.set(key, asked);
      return asked;
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
  return { run, attempt, busy: isPending, input: isPending ? variables : undefined };
}
