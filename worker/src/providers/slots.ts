/**
 * The places at a server that computes only a few things at a time, as pure transitions. Where they are kept, and whose clock it is, is
 * `shared-slots.ts`. Who comes first is served first; whoever says nothing for long enough has left (a dead worker).
 */
export type Slots = {
  /** Calls that are at the server, and until when that is believed, ms. */
  dentro: readonly (readonly [id: string, ate: number])[];
  /** Calls that wait, first come first. */
  fila: readonly (readonly [id: string, ate: number])[];
};

/** A place is believed for this long after whoever has it last said so, ms. */
export const VALIDADE_LUGAR_MS = 20_000;

const living = (places: Slots['dentro'], now: number, id: string) =>
  places.filter(([other, ate]) => ate > now && other !== id);

/** A call asks for a place, or once more for the one that it waits for. @param lugares places at the server */
export function takePlace(
  slots: Slots | null,
  { id, lugares, now }: { id: string; lugares: number; now: number },
): { slots: Slots; passa: boolean } {
  const ate = now + VALIDADE_LUGAR_MS;
  const inside = (slots?.dentro ?? []).some(([other, until]) => other === id && until > now);
  const dentro = living(slots?.dentro ?? [], now, id);
  const waiting = (slots?.fila ?? []).filter(([, until]) => until > now);
  const place = waiting.findIndex(([other]) => other === id);
  const before = place < 0 ? waiting.length : place;
  if (inside || before < lugares - dentro.length) {
    return { slots: { dentro: [...dentro, [id, ate]], fila: living(waiting, now, id) }, passa: true };
  }
  const mine = [id, ate] as const;
  const fila = place < 0 ? [...waiting, mine] : waiting.map((other) => (other[0] === id ? mine : other));
  return { slots: { dentro, fila }, passa: false };
}

/** A call that is at the server says so. A place that it has no longer (given up, or believed lost) is not taken anew. */
export function keepPlace(slots: Slots | null, { id, now }: { id: string; now: number }): Slots | null {
  if (!slots?.dentro.some(([other, until]) => other === id && until > now)) return slots;
  const others = living(slots.dentro, now, id);
  return { ...slots, dentro: [...others, [id, now + VALIDADE_LUGAR_MS]] };
}

/** A call has ended, or waits no longer. @returns null when nobody is left */
export function leavePlace(slots: Slots | null, { id, now }: { id: string; now: number }): Slots | null {
  const dentro = living(slots?.dentro ?? [], now, id);
  const fila = living(slots?.fila ?? [], now, id);
  return dentro.length + fila.length === 0 ? null : { dentro, fila };
}
