/**
 * Key of the last choice between days of calls and days of entry on this device (kit/list/date-basis.tsx), in a file of
 * its own because the entry reads it.
 */
export const basisKey = (usuarioId: string): string => `qual-data:${usuarioId}`;

/** The stored choice; null: none, or no storage. */
export function rememberedBasis(usuarioId: string): string | null {
  try {
    return localStorage.getItem(basisKey(usuarioId));
  } catch {
    return null;
  }
}
