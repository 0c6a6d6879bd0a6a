import type { PrecisaoInicio } from '../../interview/device/start.ts';

const BR =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T,]+(?:às\s+)?(\d{1,2})[:h](\d{2})(?:[:m]\d{2})?)?/iu;
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?/u;
/** Matches 'Nov 20, 2026 9:10:05 AM'. */
const EN = /^([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})(?:,? (\d{1,2}):(\d{2})(?::\d{2})?\s?(am|pm)?)?$/iu;
const MESES_EN = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Matches '10:20', '10:20:31', '10h20', '10h', '10h20min', after an optional day. */
const HORA =
  /^(?:\d{4}-\d{2}-\d{2}[ T]|\d{1,2}\/\d{1,2}\/\d{4} )?(\d{1,2})(?:[:h](\d{2})|h(?=$|s|\s))(?:[:m]?\d{2})?/iu;
const FUSO = '-03:00';
const two = (text: string): string => text.padStart(2, '0');

type Hora = { hora: string; minuto: string };

/** Returns a valid hour; null for none, and for midnight, which programs write for a day without hour. */
function hourOf(hora: string | undefined, minuto = '00'): Hora | null {
  if (hora === undefined || Number(hora) > 23 || Number(minuto) > 59) return null;
  return Number(hora) === 0 && Number(minuto) === 0 ? null : { hora: two(hora), minuto };
}

export const saysHour = (celula: string): boolean => {
  const [, hora, minuto] = HORA.exec(celula.trim()) ?? [];
  return hora !== undefined && Number(hora) <= 23 && Number(minuto ?? 0) <= 59;
};

type Partes = Partial<Record<'ano' | 'mes' | 'dia' | 'hora' | 'minuto' | 'fuso', string | undefined>>;

function inEnglish(text: string): Partes | null {
  const [, mes = '', dia, ano, hora, minuto, half] = EN.exec(text) ?? [];
  const month = MESES_EN.indexOf(mes.toLowerCase()) + 1;
  if (month === 0) return null;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hour = hora === undefined || half === undefined ? hora : String((Number(hora) % 12) + afternoon);
  return { ano, mes: String(month), dia, hora: hour, minuto };
}

export const saysOffset = (celula: string): boolean => ISO.exec(celula.trim())?.[6] !== undefined;

/** A time; `em` is noon in São Paulo if `precisao` is 'dia'. */
export type Momento = { em: Date; precisao: PrecisaoInicio };

/**
 * An interview's time in São Paulo; null: no valid day.
 * @param hora cell of the hour column; an hour in `celula` takes precedence
 */
export function momentOf(celula: string, hora = ''): Momento | null {
  const text = celula.trim();
  const iso = ISO.exec(text);
  const br = iso ? null : BR.exec(text);
  const parts: Partes | null = iso
    ? { ano: iso[1], mes: iso[2], dia: iso[3], hora: iso[4], minuto: iso[5], fuso: iso[6] }
    : br
      ? { ano: br[3], mes: br[2], dia: br[1], hora: br[4], minuto: br[5] }
      : inEnglish(text);
  if (!parts?.ano || !parts.mes || !parts.dia) return null;
  const ano = parts.ano.length === 2 ? `20${parts.ano}` : parts.ano;
  const day = `${ano}-${two(parts.mes)}-${two(parts.dia)}`;
  const [, ownHour, ownMinute] = HORA.exec(hora.trim()) ?? [];
  const at = hourOf(parts.hora, parts.minuto) ?? hourOf(ownHour, ownMinute);
  // An hour in `celula` counts with its offset, if stated; all other hours are São Paulo time.
  const fuso = (hourOf(parts.hora, parts.minuto) && parts.fuso) || FUSO;
  const em = new Date(`${day}T${at?.hora ?? '12'}:${at?.minuto ?? '00'}:00${fuso}`);
  if (Number.isNaN(em.getTime()) || em.getTime() < Date.UTC(1990, 0)) return null;
  // `Date` would change 31/02 to a day in March.
  if (!new Date(`${day}T12:00:00Z`).toISOString().startsWith(day)) return null;
  return { em, precisao: at ? 'instante' : 'dia' };
}
