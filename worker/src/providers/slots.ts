/**
 * Places at a server that computes only a few answers at once, as pure transitions. Places are given first come, first
 * served, and expire unless renewed.
 */
export type Slots = {
  /** Calls with a place, and when each place expires, ms. `fila`: the same for waiting calls. */
  dentro: readonly (readonly [id: string, ate: number])[];
  fila: readonly (readonly [id: string, ate: number])[];
};

/** A place expires this long after its last renewal, ms. */
export const VALIDADE_LUGAR_MS = 20_000;

const withoutExpired = (places: Slots['dentro'], now: number, id: string) =>
  places.filter(([other, ate]) => ate > now && other !== id);

/**
 * Requests a place, or renews the request.
 * @param lugares places at the server
 */
export function takePlace(
  slots: Slots | null,
  { id, lugares, now }: { id: string; lugares: number; now: number },
): { slots: Slots; passa: boolean } {
  const ate = now + VALIDADE_LUGAR_MS;
  const inside = (slots?.dentro ?? []).some(([other, until]) => other === id && until > now);
  const dentro = withoutExpired(slots?.dentro ?? [], now, id);
  const waiting = (slots?.fila ?? []).filter(([, until]) => until > now);
  const place = waiting.findIndex(([other]) => other === id);
  const before = place < 0 ? waiting.length : place;
  if (inside || before < lugares - dentro.length) {
    return { slots: { dentro: [...dentro, [id, ate]], fila: withoutExpired(waiting, now, id) }, passa: true };
  }
  const mine = [id, ate] as const;
  const fila = place < 0 ? [...waiting, mine] : waiting.map((other) => (other[0] === id ? mine : other));
  return { slots: { dentro, fila }, passa: false };
}

/** Renews a call's place; an expired place is not taken again. */
export function keepPlace(slots: Slots | null, { id, now }: { id: string; now: number }): Slots | null {
  if (!slots?.dentro.some(([other, until]) => other === id && until > now)) return slots;
  const others = withoutExpired(slots.dentro, now, id);
  return { ...slots, dentro: [...others, [id, now + VALIDADE_LUGAR_MS]] };
}

/**
 * Returns a place, or stops waiting.
 * @returns null when no call is left
 */
export function leavePlace(slots: Slots | null, { id, now }: { id: string; now: number }): Slots | null {
  const dentro = withoutExpired(slots?.dentro ?? [], now, id);
  const fila = withoutExpired(slots?.fila ?? [], now, id);
  return dentro.length + fila.length === 0 ? null : { dentro, fila };
}
