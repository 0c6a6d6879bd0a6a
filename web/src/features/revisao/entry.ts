import type { InsightParaRevisar } from '@escuta/shared/contracts/insights/insights';
import { formatPhone } from '../../lib/text/format.ts';

/** Name of an insight's call or interview. */
export function callLabel({ item }: Pick<InsightParaRevisar, 'item'>): string {
  if (item.numeroDestino) return formatPhone(item.numeroDestino);
  return item.nomeEntrevistado || item.arquivoNome || 'Item sem nome';
}
