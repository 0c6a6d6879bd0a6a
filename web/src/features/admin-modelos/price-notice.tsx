import type { ModeloWire } from '@escuta/shared/contracts/insights/modelos';
import { CircleDollarSign } from 'lucide-react';
import { currentTime } from '../../lib/network/server-clock.ts';
import { isUnpriced } from './prices.ts';

/** Warns of labels in use whose model has no price, so that no figure includes their cost; else draws nothing. */
export function PriceNotice({ modelos }: { modelos: readonly ModeloWire[] }) {
  const now = currentTime();
  const unpriced = modelos.filter((modelo) => modelo.ativo && modelo.configurado && isUnpriced(modelo, now));
  if (unpriced.length === 0) return null;
  return (
    <section
      aria-label="Modelos sem preço"
      className="flex items-start gap-3 rounded-xl border border-warning-text/30 bg-warning-soft px-4 py-3 text-sm text-warning-text"
    >
      <CircleDollarSign className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 break-words">
        Sem preço em vigor:{' '}
        <strong className="font-semibold">{unpriced.map(({ rotulo }) => rotulo).join(', ')}</strong>. O uso
        sem preço não entra nos custos: cadastre os preços.
      </p>
    </section>
  );
}
