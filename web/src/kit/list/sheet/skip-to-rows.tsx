import type { RefObject } from 'react';
import { focusRow } from './row-keys.ts';

/**
 * The first stop of a list's page for who goes by Tab: over title, filters and headers to the first row. Seen while it
 * has the focus.
 */
export function SkipToRows({ body, children }: { body: RefObject<HTMLElement | null>; children: string }) {
  return (
    <button
      type="button"
      className="focus-ring sr-only rounded-md bg-primary font-medium text-primary-foreground text-sm focus:not-sr-only focus:absolute focus:z-40 focus:px-3 focus:py-2 print:hidden"
      onClick={() => focusRow(body.current)}
    >
      {children}
    </button>
  );
}
