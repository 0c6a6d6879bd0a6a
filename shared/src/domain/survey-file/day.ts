/** A day as a cell of a sheet says it: Brazilian or ISO, with or without the hour. */
const BR =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T,]+(?:às\s+)?(\d{1,2})[:h](\d{2})(?:[:m]\d{2})?)?/iu;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2}))?/u;
/** São Paulo has had no summer time since 2019. */
const FUSO = '-03:00';
const two = (text: string): string => text.padStart(2, '0');

/** When a cell says that it was, in São Paulo; noon where it names no hour. Null of what is no day, or is none that can be. */
export function dayOf(celula: string): Date | null {
  const text = celula.trim();
  const iso = ISO.exec(text);
  const br = iso ? null : BR.exec(text);
  const parts = iso
    ? { ano: iso[1], mes: iso[2], dia: iso[3], hora: iso[4], minuto: iso[5] }
    : br && { ano: br[3], mes: br[2], dia: br[1], hora: br[4], minuto: br[5] };
  if (!parts?.ano || !parts.mes || !parts.dia) return null;
  const ano = parts.ano.length === 2 ? `20${parts.ano}` : parts.ano;
  const day = `${ano}-${two(parts.mes)}-${two(parts.dia)}`;
  const at = new Date(`${day}T${two(parts.hora ?? '12')}:${parts.minuto ?? '00'}:00${FUSO}`);
  if (Number.isNaN(at.getTime()) || at.getTime() < Date.UTC(1990, 0)) return null;
  // 31/02 would be a day of March.
  return new Date(`${day}T12:00:00Z`).toISOString().startsWith(day) ? at : null;
}
