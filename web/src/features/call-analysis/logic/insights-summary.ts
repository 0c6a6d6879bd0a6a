import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber } from '../../../lib/text/format.ts';

type Used = {
  resultado: {
    insight: Pick<
      ResultadoCompleto['insightTemplatesUsados'][number]['resultado']['insight'],
      'statusProcessamento'
    >;
  };
};

/** Words for the number of a call's insights, with a separate number of failed insights: '3 gerados, 1 com erro'. */
export function insightsSummary(usados: readonly Used[]): string {
  const failed = usados.filter(({ resultado }) => resultado.insight.statusProcessamento === 'erro').length;
  const done = plural(usados.length - failed, 'gerado', 'gerados');
  return failed === 0 ? done : `${done}, ${formatNumber(failed)} com erro`;
}
