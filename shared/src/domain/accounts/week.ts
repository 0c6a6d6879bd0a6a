import { shownAt } from '../zone-clock.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const DIA_MS = 86_400_000;
/** Hour at which sending weekly mails starts on Monday and ends on Tuesday, because the report is then outdated. */
const HORA = 8;

/** `semana`: the report's Monday; `de`, `ate`: Monday and Sunday of the reported week; yyyy-MM-dd. */
export type SemanaContada = { semana: string; de: string; ate: string };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the week to report; null except from Monday 8:00 to Tuesday 8:00 in São Paulo. */
export function weekToTell(now: Date): SemanaContada | null {
  const local = shownAt(SAO_PAULO, now.getTime()) - HORA * 3_600_000;
  if (new Date(local).getUTCDay() !== 1) return null;
  return { semana: dayOf(local), de: dayOf(local - 7 * DIA_MS), ate: dayOf(local - DIA_MS) };
}

/** Formats a moment in São Paulo's time, such as '24/11 às 10:32'. */
export function dayAndTime(moment: Date): string {
  const local = new Date(shownAt(SAO_PAULO, moment.getTime())).toISOString();
  return `${dayAndMonth(local)} às ${local.slice(11, 16)}`;
}

/** Formats the day of an ISO day or time, such as '24/11'. */
export const dayAndMonth = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`;
