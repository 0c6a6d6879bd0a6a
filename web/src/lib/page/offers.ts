/** A screen's actions on the focused element: the screen registers them, the command palette reads them. */
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

export interface OfferedAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The action's price or first question; null: neither. */
  cost: string | null;
  /** The reason why the action is refused now; null: none. */
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
  /** Element inside the row that the offer belongs to; null: it belongs to the whole screen. */
  inside: RefObject<Element | null> | null;
}
const standing = new Set<Standing>();

/**
 * Registers an offer while the component is mounted.
 * @param offer null: no actions now
 * @param inside an element of a list's row (`tr`, `li`): the offer counts while that row has the focus
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
 * Offers at the focus, the row's before the whole screen's; calling one reads its present state. None under an open
 * dialog.
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
