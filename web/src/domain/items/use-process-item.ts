import { getResultadoCompleto, processItem } from '@escuta/shared/contracts/calls/resultados';
import { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage, type Wire } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';

/** A second click within this time counts as a double click and does nothing, ms (specification 2, §9). */
export const PROCESS_LOCK_MS = 2000;

const SEM_CREDITOS = 'Peça ao gerente da empresa que compre créditos e tente novamente.';

/** Message for a refused request to process; for a lack of credits (402) it adds who can buy credits. */
export function processError(error: unknown): string {
  const message = errorMessage(error, 'Não foi possível iniciar o processamento.');
  return error instanceof ApiError && error.status === 402 ? `${message} ${SEM_CREDITOS}` : message;
}

/** Prefix of the query keys of a call's result. */
function resultKey(itemId: string): QueryKey {
  return queryKey(getResultadoCompleto, { params: { id: itemId } }).slice(0, 2);
}

/** Shows a call as `processando` before the server has answered (specification 2, §4). */
function showAsRunning(client: QueryClient, itemId: string): void {
  client.setQueriesData<Wire<typeof listItensDoProjeto>>(
    { queryKey: queryKey(listItensDoProjeto) },
    (page) =>
      page && {
        ...page,
        data: page.data.map((row) =>
          row.id === itemId ? { ...row, status: 'processando' as const, motivo: null } : row,
        ),
      },
  );
  client.setQueriesData<Wire<typeof getResultadoCompleto>>(
    { queryKey: resultKey(itemId) },
    (result) =>
      result && {
        ...result,
        data: {
          ...result.data,
          auditoriaItem: { ...result.data.auditoriaItem, status: 'processando' as const, motivo: null },
        },
      },
  );
}

/**
 * 'Processar áudio': shows the item as in progress at once, and ignores clicks for 2 s. `process` rejects if the server
 * refuses the run, also because the run costs more than `creditosConfirmados`; `attempt` does the same, but never
 * rejects.
 */
export function useProcessItem(): {
  process: (itemId: string, creditosConfirmados?: number) => Promise<void>;
  attempt: (itemId: string) => Promise<void>;
  isLocked: (itemId: string) => boolean;
} {
  const client = useQueryClient();
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set());
  const lockedNow = useRef(new Set<string>());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const { run } = useApiMutation(processItem, {
    ahead: async ({ body }) => {
      const itemId = body.auditoriaItemId;
      // Cancels earlier requests, because their answers would show the old state again.
      await client.cancelQueries({ queryKey: queryKey(listItensDoProjeto) });
      const before = [
        ...client.getQueriesData({ queryKey: queryKey(listItensDoProjeto) }),
        ...client.getQueriesData({ queryKey: resultKey(itemId) }),
      ];
      showAsRunning(client, itemId);
      return () => {
        for (const [key, data] of before) client.setQueryData(key, data);
      };
    },
    failed: 'Erro no processamento',
    reason: processError,
    onDone: () =>
      toast.success('Processamento iniciado', {
        description: 'O resultado de cada etapa aparece aqui assim que ela terminar.',
      }),
  });

  const process = async (itemId: string, creditosConfirmados?: number): Promise<void> => {
    if (lockedNow.current.has(itemId)) return;
    lockedNow.current.add(itemId);
    setLocked(new Set(lockedNow.current));
    const unlock = (): void => {
      timers.current.delete(timer);
      clearTimeout(timer);
      lockedNow.current.delete(itemId);
      setLocked(new Set(lockedNow.current));
    };
    const timer = setTimeout(unlock, PROCESS_LOCK_MS);
    timers.current.add(timer);
    try {
      await run({ body: { auditoriaItemId: itemId, creditos_confirmados: creditosConfirmados } });
    } catch (error) {
      // After a failure another click is not a double click.
      unlock();
      throw error;
    }
  };

  const attempt = (itemId: string): Promise<void> => process(itemId).catch(() => undefined);

  return { process, attempt, isLocked: (itemId) => locked.has(itemId) };
}
