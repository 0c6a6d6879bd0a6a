import { comprarCreditos, type PacoteWire } from '@escuta/shared/contracts/creditos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refreshCredits } from '../../components/credits/refresh-credits.ts';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { toast } from '../../lib/toast.ts';

/** Whether the server answered that it did not sell: only then is another try another purchase. */
const wasRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Buys packages, one at a time. A package keeps its idempotency key until the purchase is known to have happened or to
 * have been refused: a second click, or another try after a lost connection, buys nothing twice.
 */
export function usePurchase(empresaId: string): {
  /** Resolves when it is done; rejects, after telling the person, when it failed. */
  buy: (pacote: PacoteWire) => Promise<void>;
  /** The package that is being bought. */
  buying: string | null;
} {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const running = useRef<Promise<void> | null>(null);

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: async (pacote: PacoteWire) => {
      const key = keys.current.get(pacote.id) ?? newIdempotencyKey();
      keys.current.set(pacote.id, key);
      await call(comprarCreditos, {
        headers: { 'Idempotency-Key': key },
        body: { empresaId, pacoteId: pacote.id },
      });
    },
    async onSuccess(_answer, pacote) {
      keys.current.delete(pacote.id);
      toast.success('Compra Realizada!', {
        description: `O pacote ${pacote.nome} foi adicionado à sua conta.`,
      });
      await refreshCredits(client);
    },
    onError(error, pacote) {
      if (wasRefused(error)) keys.current.delete(pacote.id);
      toast.error('Erro na Compra', { description: errorMessage(error, 'Erro ao comprar créditos') });
    },
  });

  return {
    buy(pacote) {
      running.current ??= mutateAsync(pacote).finally(() => {
        running.current = null;
      });
      return running.current;
    },
    buying: isPending ? (variables?.id ?? null) : null,
  };
}
