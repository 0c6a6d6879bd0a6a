import type { RefObject } from 'react';
import { focusRow } from './row-keys.ts';

/** First Tab stop of a list's page: a button that skips to the first row. It is visible only while focused. */
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
