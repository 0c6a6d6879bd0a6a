import * as AlertDialogPrimitive from 'radix-ui/alert-dialog';
import { type ReactNode, useRef, useState } from 'react';
import { cn } from '../../lib/utils.ts';
import { Button } from '../button.tsx';
import { overlayClasses } from './dialog.tsx';
import { useFocusBack } from './focus-back.tsx';

/** Result of a confirmed action. Excludes a promise of a boolean, because its `false` would be taken for success. */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers that return nothing are as good as undefined
export type Confirmed = void | Promise<object | void | undefined>;

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** True: a red button, for irreversible actions. */
  destructive?: boolean;
  /**
   * May be asynchronous: the dialog stays busy until it settles, and closes only if it resolves. A mutation's
   * `attempt`, which resolves to `false` on failure, does not compile here: pass `run`.
   */
  onConfirm: () => Confirmed;
}

/** Asks before an irreversible action. The cancel button is focused at first. */
export function ConfirmDialog({ open, onOpenChange, onConfirm, ...given }: ConfirmDialogProps) {
  // While the dialog fades out, it keeps the words with which it opened, because their subject may already be deleted.
  const asked = useRef(given);
  if (open) asked.current = given;
  const { title, description, confirmLabel, cancelLabel = 'Cancelar', destructive } = asked.current;
  const [busy, setBusy] = useState(false);
  const focus = useFocusBack();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch {
      // The caller has shown the failure; the dialog stays for another attempt.
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialogPrimitive.Root open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <AlertDialogPrimitive.Portal>
        <AlertDialogPrimitive.Overlay className={overlayClasses} />
        <AlertDialogPrimitive.Content
          className={cn(
            'data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 data-[state=open]:zoom-in-97 fixed top-1/2 left-1/2 z-50 grid w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-5 rounded-xl border bg-popover p-6 text-popover-foreground shadow-xl outline-none duration-150 data-[state=closed]:animate-out data-[state=open]:animate-in',
          )}
          onCloseAutoFocus={focus.onCloseAutoFocus}
        >
          {focus.opener}
          <div className="grid gap-2">
            <AlertDialogPrimitive.Title className="font-semibold text-lg leading-tight">
              {title}
            </AlertDialogPrimitive.Title>
            <AlertDialogPrimitive.Description className="text-muted-foreground text-sm">
              {description}
            </AlertDialogPrimitive.Description>
          </div>
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialogPrimitive.Cancel asChild>
              <Button variant="outline" disabled={busy}>
                {cancelLabel}
              </Button>
            </AlertDialogPrimitive.Cancel>
            <Button variant={destructive ? 'destructive' : 'default'} loading={busy} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialogPrimitive.Content>
      </AlertDialogPrimitive.Portal>
    </AlertDialogPrimitive.Root>
  );
}
