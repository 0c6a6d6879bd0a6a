import { X } from 'lucide-react';
import * as DialogPrimitive from 'radix-ui/dialog';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/utils.ts';
import { overlayClasses } from './dialog.tsx';
import { useFocusBack } from './focus-back.tsx';

export const Sheet = DialogPrimitive.Root;

const sides = {
  left: 'inset-y-0 left-0 w-[85%] border-r data-[state=closed]:slide-out-to-left data-[state=open]:slide-in-from-left',
  right:
    'inset-y-0 right-0 w-full border-l sm:max-w-xl data-[state=closed]:slide-out-to-right data-[state=open]:slide-in-from-right',
};

/** A panel from a side. Needs a SheetTitle, and a SheetDescription or `aria-describedby={undefined}`. */
export function SheetContent({
  side = 'right',
  className,
  children,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & { side?: keyof typeof sides }) {
  const focus = useFocusBack();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayClasses} />
      <DialogPrimitive.Content
        className={cn(
          'fixed z-50 flex flex-col gap-4 overflow-y-auto bg-popover text-popover-foreground shadow-xl outline-none duration-200 data-[state=closed]:animate-out data-[state=open]:animate-in',
          sides[side],
          className,
        )}
        onCloseAutoFocus={focus.onCloseAutoFocus}
        {...props}
      >
        {focus.opener}
        {children}
        <DialogPrimitive.Close className="focus-ring absolute top-3 right-3 grid place-items-center rounded-sm p-1 max-sm:top-1.5 max-sm:right-1.5 max-sm:size-11 text-muted-foreground hover:bg-accent hover:text-foreground">
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">Fechar</span>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return (
    <DialogPrimitive.Title className={cn('font-semibold text-lg leading-tight', className)} {...props} />
  );
}

export function SheetDescription({
  className,
  ...props
}: ComponentProps<typeof DialogPrimitive.Description>) {
  return (
    <DialogPrimitive.Description className={cn('text-muted-foreground text-sm', className)} {...props} />
  );
}
