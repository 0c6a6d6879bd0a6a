import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { usePrinting } from '../../lib/browser/printing.ts';
import { cn } from '../../lib/utils.ts';

interface SectionProps {
  title: string;
  /** Text beside the title, such as a count or a state. */
  summary?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** True: this kind of audit does not have the section, so nothing is drawn. */
  absent?: boolean;
  /** True: the section stays closed when the page is printed. */
  unprinted?: boolean;
  children: ReactNode;
  className?: string;
  bodyClassName?: string;
}

/** A collapsible section; its heading is the button. While closed it renders no content. */
export function Section({
  title,
  summary,
  open,
  onOpenChange,
  absent = false,
  unprinted = false,
  children,
  className,
  bodyClassName,
}: SectionProps) {
  const id = useId();
  const printing = usePrinting();
  const shown = open || (printing && !unprinted);
  if (absent) return null;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={cn(
        'min-w-0 rounded-xl border bg-card text-card-foreground shadow-card',
        !shown && 'print:hidden',
        className,
      )}
    >
      <h2 id={`${id}-title`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => onOpenChange(!open)}
          className="focus-ring flex w-full items-center gap-2 rounded-xl px-4 py-3 text-left font-semibold text-base sm:px-5 print:px-3 print:py-1.5"
        >
          <span className="flex-1">{title}</span>
          {summary ? <span className="font-normal text-muted-foreground text-sm">{summary}</span> : null}
          <ChevronDown
            aria-hidden="true"
            className={cn(
              'size-4.5 shrink-0 text-muted-foreground transition-transform print:hidden',
              open && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <div
        id={`${id}-body`}
        hidden={!shown}
        className={cn('px-4 pb-4 sm:px-5 print:px-3 print:pb-2', bodyClassName)}
      >
        {shown ? children : null}
      </div>
    </section>
  );
}
