import type { Periodo } from '@escuta/shared/domain/reports/period';
import { Hint } from '../../ui/overlays/hint.tsx';
import { explainApart } from './figures.ts';

/** Explains why there are days between a period and the period it is compared with; nothing if there are none. */
export function ApartHint({ periodo, anterior }: { periodo: Periodo; anterior: Periodo }) {
  const reason = explainApart(periodo, anterior);
  return reason ? <Hint label="Por que há dias entre os dois períodos">{reason}</Hint> : null;
}
