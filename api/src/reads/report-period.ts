import { AppError } from '@escuta/shared/domain/errors';
import { addDays, isTooLong, type Periodo, RELATORIO_MESES_MAX } from '@escuta/shared/domain/reports/period';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';

/**
 * A report's days; by default the last `dias` days up to today or the requested end.
 * @throws AppError regra_violada for days in the wrong order, or too many
 */
export function reportPeriod(
  asked: { de?: string | undefined; ate?: string | undefined },
  dias: number,
): Periodo {
  const today = dayInSaoPaulo(new Date());
  const ate = asked.ate ?? (asked.de && asked.de > today ? asked.de : today);
  const periodo = { de: asked.de ?? addDays(ate, 1 - dias), ate };
  if (periodo.de > periodo.ate) {
    throw new AppError('regra_violada', 'O período termina antes de começar: troque as datas.');
  }
  if (isTooLong(periodo)) {
    throw new AppError('regra_violada', `Selecione um período de até ${RELATORIO_MESES_MAX} meses.`);
  }
  return periodo;
}
