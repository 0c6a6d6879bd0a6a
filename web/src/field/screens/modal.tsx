import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cn } from '../../lib/utils.ts';

/** A question over the page, by the browser's own dialog: focus, Esc and the rest of the page are its business. */
export function Modal({
  title,
  onClose,
  children,
  actions,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  actions: ReactNode;
  /** As wide as the screen lets it be. */
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // With what is drawn: what stands in it can be pressed as soon as it is seen.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={cn(
        'm-auto w-[calc(100%-2rem)] rounded-xl border bg-popover p-5 text-foreground shadow-xl backdrop:bg-black/60',
        wide ? 'max-w-4xl' : 'max-w-md',
      )}
    >
      <div className="grid gap-4">
        <h2 id={heading} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
        <div className="grid gap-2">{actions}</div>
      </div>
    </dialog>
  );
}
