/**
 * Key of the last choice between days of calls and days of entry on this device (kit/list/date-basis.tsx). In a file of
 * its own, because the entry script reads the choice, too.
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
