/**
 * Key in localStorage of a person's last choice between days of calls and days of entry (kit/list/date-basis.tsx). It
 * has a file of its own, because the entry script reads the choice, too.
 */
export const basisKey = (usuarioId: string): string => `qual-data:${usuarioId}`;

/** The stored choice; null if none was stored, or the browser refuses storage. */
export function rememberedBasis(usuarioId: string): string | null {
  try {
    return localStorage.getItem(basisKey(usuarioId));
  } catch {
    return null;
  }
}
