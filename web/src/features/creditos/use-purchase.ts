import { buyCreditos, type PacoteWire } from '@escuta/shared/contracts/accounts/creditos';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { useRef } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/network/api.ts';
import { newIdempotencyKey } from '../../lib/network/idempotency.ts';

/** True if the server refused the purchase. Only then does another try count as a new purchase. */
const wasRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Buys packages, one at a time. A package keeps its idempotency key until its purchase succeeded or was refused, so
 * that a second click, or a retry after a lost connection, does not buy twice.
 */
export function usePurchase(empresaId: string): {
  /** Resolves after the purchase. If the purchase fails, shows a toast and rejects. */
  buy: (pacote: PacoteWire) => Promise<void>;
  /** Id of the package that is being bought; null if none is. */
  buying: string | null;
} {
  const keys = useRef(new Map<string, string>());
  const running = useRef<Promise<unknown> | null>(null);
  const bought = useRef<PacoteWire | null>(null);

  const keyOf = (pacoteId: string): string => {
    const key = keys.current.get(pacoteId) ?? newIdempotencyKey();
    keys.current.set(pacoteId, key);
    return key;
  };
  const { run, running: buying } = useApiMutation(buyCreditos, {
    headers: ({ body }) => ({ 'Idempotency-Key': keyOf(body.pacoteId) }),
    failed: 'Erro na Compra',
    fallback: 'Erro ao comprar créditos',
    onDone: ({ situacao }, { body }) => {
      keys.current.delete(body.pacoteId);
      if (situacao === 'pedido_enviado') {
        const asked = bought.current;
        toast.info('Pedido enviado', {
          description: `${asked ? `${asked.nome}: ${formatCreditos(asked.quantidadeCreditos)}. ` : ''}Os créditos entram na conta quando um administrador conceder o pedido. Você recebe um e-mail.`,
        });
        return;
      }
      toast.success('Compra Realizada!', {
        description: `O pacote ${bought.current?.nome ?? ''} foi adicionado à sua conta.`,
      });
    },
    onFailed: (error, { body }) => {
      if (wasRefused(error)) keys.current.delete(body.pacoteId);
    },
  });

  return {
    async buy(pacote) {
      if (!running.current) {
        bought.current = pacote;
        running.current = run({ body: { empresaId, pacoteId: pacote.id } }).finally(() => {
          running.current = null;
        });
      }
      await running.current;
    },
    buying: buying[0]?.body.pacoteId ?? null,
  };
}
