import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cn } from '../../lib/utils.ts';

/**
 * A dialog over the page: the browser's own dialog, which handles focus and Esc, and makes the rest of the page inert.
 */
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
  /** True if the dialog is as wide as the screen allows. */
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // In a layout effect, so that the buttons work as soon as they are visible.
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
