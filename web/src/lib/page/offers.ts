/** Actions that a screen offers for the focused element: the screen registers them, the command palette lists them. */
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

export interface OfferedAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The action's price, or the question asked before it runs; null if it has neither. */
  cost: string | null;
  /** The reason why the action is not possible now; null if it is possible. */
  refused: string | null;
  busy: boolean;
  destructive: boolean;
  run: () => void;
}

export interface Offer {
  /** Heading: 'Ações da ligação (11) 98888-7777'. */
  heading: string;
  actions: readonly OfferedAction[];
}

interface Standing {
  latest: RefObject<Offer | null>;
  /** Element inside the row for which the offer is made; null if the offer is for the whole screen. */
  inside: RefObject<Element | null> | null;
}
const standing = new Set<Standing>();

/**
 * Registers an offer while the component is mounted.
 * @param offer the actions; null if none are offered now
 * @param inside an element inside a list's row (`tr`, `li`): the offer is listed only while that row has the focus;
 * null if the offer is always listed
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
 * Offers for the focused element: the offers for its row, then those for the whole screen; none if the element is in a
 * dialog. Each is a function that returns the offer in its present state.
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
