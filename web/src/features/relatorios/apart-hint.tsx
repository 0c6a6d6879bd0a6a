import type { Periodo } from '@escuta/shared/domain/reports/period';
import { Hint } from '../../ui/overlays/hint.tsx';
import { explainApart } from './figures.ts';

/** The reason for the days between a period and the one before it; nothing where none lie there. */
export function ApartHint({ periodo, anterior }: { periodo: Periodo; anterior: Periodo }) {
  const reason = explainApart(periodo, anterior);
  return reason ? <Hint label="Por que há dias entre os dois períodos">{reason}</Hint> : null;
}
