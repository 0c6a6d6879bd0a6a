/** Whose days somebody chose last on this device (kit/list/date-basis.tsx): by itself, since the entry reads it. */
export const basisKey = (usuarioId: string): string => `qual-data:${usuarioId}`;

/** As it was kept; null before any choice, or without a storage. */
export function rememberedBasis(usuarioId: string): string | null {
  try {
    return localStorage.getItem(basisKey(usuarioId));
  } catch {
    return null;
  }
}
