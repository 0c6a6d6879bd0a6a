/** The screen's actions on the element in focus: the screen keeps them, the command palette reads them. */
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

export interface OfferedAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Its price or first question; null: neither. */
  cost: string | null;
  /** The reason against it now; null: there is none. */
  refused: string | null;
  busy: boolean;
  destructive: boolean;
  run: () => void;
}

export interface Offer {
  /** Of what: 'Ações da ligação (11) 98888-7777'. */
  heading: string;
  actions: readonly OfferedAction[];
}

interface Standing {
  latest: RefObject<Offer | null>;
  /** Drawn in the row that it is of; null: it is the whole screen's. */
  inside: RefObject<Element | null> | null;
}
const standing = new Set<Standing>();

/**
 * Keeps an offer for as long as the component stands.
 * @param offer null: there is nothing to do with it now
 * @param inside an element of a list's row (`tr`, `li`): the offer is made while that row has the focus
 */
export function useOffer(offer: Offer | null, inside: RefObject<Element | null> | null = null): void {
  const latest = useRef(offer);
  useEffect(() => {
    latest.current = offer;
  });
  useEffect(() => {
    const one = { latest, inside };
    standing.add(one);
    return () => {
      standing.delete(one);
    };
  }, [inside]);
}

/**
 * The offers where the focus is, its row's before the whole screen's; each is read anew with every call of it. None
 * under an open dialog.
 */
export function offersAt(focus: Element | null): readonly (() => Offer | null)[] {
  if (focus?.closest('[role="dialog"], [role="alertdialog"]')) return [];
  const row = focus?.closest('tr, li') ?? null;
  const ofRow = ({ inside }: Standing) => row !== null && row === inside?.current?.closest('tr, li');
  const found = [...standing].filter((one) => one.inside === null || ofRow(one));
  return found
    .toSorted((a, b) => Number(a.inside === null) - Number(b.inside === null))
    .map(
      ({ latest }) =>
        () =>
          latest.current,
    );
}
