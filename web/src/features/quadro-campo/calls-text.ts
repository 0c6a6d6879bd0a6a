import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatDate, formatDateTime, formatDayMonth } from '../../lib/text/format.ts';

const DIA_MS = 86_400_000;

/** Words for a time, by Brasília's clock: 'hoje 18:40', 'ontem 18:40', 'amanhã 09:00'; other days '28/11 18:40'. */
export function nearMoment(moment: string, now: Date): string {
  const time = formatDateTime(moment).slice(-5);
  const day = (shift: number) => formatDate(new Date(now.getTime() + shift * DIA_MS).toISOString());
  const near = (
    [
      ['hoje', 0],
      ['ontem', -1],
      ['amanhã', 1],
    ] as const
  ).find(([, shift]) => day(shift) === formatDate(moment));
  return `${near ? near[0] : formatDayMonth(moment)} ${time}`;
}

/** Words for the calls made to a respondent: '2 tentativas, a última ontem 18:40'; null before the first call. */
export function callsText({ tentativas }: Pick<VerificacaoWire, 'tentativas'>, now: Date): string | null {
  const [last] = tentativas;
  if (!last) return null;
  return `${plural(tentativas.length, 'tentativa', 'tentativas')}, ${tentativas.length === 1 ? '' : 'a última '}${nearMoment(last.em, now)}`;
}
