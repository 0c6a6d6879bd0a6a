import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePrinting } from '../../../lib/browser/printing.ts';
import { cn } from '../../../lib/utils.ts';

interface FoldProps {
  /** Text of the button, cut to one line while closed. Parts marked `data-short` are shown only while closed. */
  line: ReactNode;
  /** Accessible name of the button: what the line says, without being cut off. */
  label: string;
  children: ReactNode;
  className?: string;
  /** True if the page's address names this part, which then opens at once and scrolls into view. */
  aimed?: boolean;
}

/** A line of text that a click unfolds; on paper it is always unfolded. While folded, its content is not rendered. */
export function Fold({ line, label, children, className, aimed = false }: FoldProps) {
  const [open, setOpen] = useState(aimed);
  const id = useId();
  const fold = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!aimed) return;
    setOpen(true);
    fold.current?.scrollIntoView({ block: 'center' });
  }, [aimed]);
  const shown = usePrinting() || open;
  return (
    <div
      ref={fold}
      className={cn(
        'rounded-md',
        shown && 'border bg-background/60 print:border-0 print:bg-transparent',
        aimed && 'border-warning bg-warning-soft',
        className,
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!open)}
        className="focus-ring flex min-h-6.5 w-full min-w-0 items-center gap-2 rounded-md px-1.5 py-0.5 text-left text-[0.8125rem] hover:bg-accent max-md:min-h-11 print:min-h-0 print:py-0"
      >
        <span
          className={cn(
            'flex min-w-0 flex-1 items-center gap-2 print:[&_.truncate]:whitespace-normal',
            open && '[&_.truncate]:whitespace-normal [&_[data-short]]:hidden',
          )}
        >
          {line}
        </span>
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'size-4 shrink-0 text-muted-foreground transition-transform print:hidden',
            open && 'rotate-90',
          )}
        />
      </button>
      <div id={id} hidden={!shown} className="px-2 pt-1 pb-2.5 print:py-0 print:pb-1 print:pl-7.5">
        {shown ? children : null}
      </div>
    </div>
  );
}
