/**
 * Key of the last choice between the call's days and the days of entry on this device (kit/list/date-basis.tsx): in a
 * file of its own, since the entry reads it.
 */
export const basisKey = (usuarioId: string): string => `qual-data:${usuarioId}`;

/** As it was kept; null before any choice, or without a storage. */
export function rememberedBasis(usuarioId: string): string | null {
  try {
    return localStorage.getItem(basisKey(usuarioId));
  } catch {
    return null;
  }
}
