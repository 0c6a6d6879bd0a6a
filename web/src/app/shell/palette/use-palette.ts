import { useState } from 'react';
import { offersAt } from '../../../lib/page/offers.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';

/**
 * The palette's state (Ctrl/Cmd+K opens and closes it), and the actions that the screen offers for the focused element.
 */
export function usePalette() {
  const [open, setOpen] = useState(false);
  const [offers, setOffers] = useState<ReturnType<typeof offersAt>>([]);
  const onOpenChange = (next: boolean): void => {
    // Reads the offers for the focused element before the palette takes the focus.
    if (next) setOffers(offersAt(document.activeElement));
    setOpen(next);
  };
  useWindowKeys((event) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    onOpenChange(!open);
  });
  return { open, onOpenChange, offers };
}
