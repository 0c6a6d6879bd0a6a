import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FieldValues } from 'react-hook-form';
import { registerUnsaved, TYPED } from '../../lib/page/unsaved.ts';
import { cn } from '../../lib/utils.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Form, FormButtons } from './form.tsx';
import type { ApiForm } from './use-api-form.ts';

interface DialogState {
  busy: boolean;
  dirty: boolean;
}

interface FormDialogContext {
  /** Closes the dialog; asks first if something was typed. */
  close: () => void;
  /** Closes the dialog after a save, without asking. */
  done: () => void;
  report: (state: DialogState) => void;
}

const Context = createContext<FormDialogContext | null>(null);

/** The dialog in which a form is drawn. @throws Error outside of a FormDialog */
export function useFormDialog(): FormDialogContext {
  const context = useContext(Context);
  if (!context) throw new Error('useFormDialog fora de um FormDialog.');
  return context;
}

interface FormDialogProps extends ComponentProps<typeof DialogContent> {
  open: boolean;
  onClose: () => void;
}

/**
 * A dialog with a form. It stays open while busy; if something was typed, Esc, ✕, a click outside and 'Voltar' ask
 * first. The content is mounted at each opening, and must stay while the closed dialog fades out (`useLast`).
 */
export function FormDialog({ open, onClose, children, ...props }: FormDialogProps) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [opening, setOpening] = useState({ open, n: 0 });
  if (open !== opening.open) setOpening({ open, n: opening.n + (open ? 1 : 0) });
  const state = useRef<DialogState>({ busy: false, dirty: false });
  /** True once the dialog is closed: its form sends nothing more, although it stays visible while it fades out. */
  const closed = useRef(!open);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    closed.current = !open;
  }, [open]);
  const context = useMemo<FormDialogContext>(
    () => ({
      close: () => {
        if (state.current.busy) return;
        if (state.current.dirty) setAsking(true);
        else latest.current();
      },
      done: () => {
        closed.current = true;
        state.current = { busy: false, dirty: false };
        setBusy(false);
        setAsking(false);
        latest.current();
      },
      report: (next) => {
        state.current = next;
        setBusy(next.busy);
      },
    }),
    [],
  );
  useEffect(() => {
    if (!open) return;
    return registerUnsaved({
      loss: () => null,
      closeDialog: () => {
        context.close();
        return !state.current.busy;
      },
    });
  }, [open, context]);
  return (
    <Context.Provider value={context}>
      <Dialog open={open} onOpenChange={(next) => (next ? undefined : context.close())}>
        <DialogContent
          key={opening.n}
          hideClose={busy}
          aria-busy={busy || undefined}
          // The second press of a double click may come after the first response, and would send the form again.
          onSubmitCapture={(event) => {
            if (!closed.current) return;
            event.preventDefault();
            event.stopPropagation();
          }}
          {...props}
        >
          {children}
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        {...TYPED}
        open={asking}
        onOpenChange={setAsking}
        destructive
        onConfirm={() => context.done()}
      />
    </Context.Provider>
  );
}

interface DialogFormProps<I extends FieldValues, O>
  extends Pick<
    ComponentProps<typeof FormButtons>,
    'submitLabel' | 'busyLabel' | 'cancelLabel' | 'destructive' | 'disabled'
  > {
  api: ApiForm<I, O>;
  title: ReactNode;
  description?: ReactNode;
  /** True if something other than the form's own request forbids closing. */
  busy?: boolean;
  /** True if something other than the form's fields was typed or chosen. */
  dirty?: boolean;
  /** Stops the request under way; the dialog stays open. */
  onCancel?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}

/** Tells the dialog whether it may close: not while `busy`; only after a confirmation if `dirty` (typed text). */
export function useReportToDialog(busy: boolean, dirty: boolean): void {
  const { report } = useFormDialog();
  useEffect(() => report({ busy, dirty }), [report, busy, dirty]);
}

/** The form of a FormDialog: heading, fields, message of a failure, 'Cancelar' and the submit button. */
export function DialogForm<I extends FieldValues, O>(props: DialogFormProps<I, O>) {
  const { api } = props;
  const { close } = useFormDialog();
  const busy = api.busy || (props.busy ?? false);
  const dirty = (api.dirty && api.guarded) || (props.dirty ?? false);
  useReportToDialog(busy, dirty);
  return (
    <Form
      api={api}
      className={cn(props.className)}
      footer={
        <FormButtons
          busy={busy}
          submitLabel={props.submitLabel}
          busyLabel={props.busyLabel}
          cancelLabel={props.cancelLabel}
          cancelDisabled={busy && !props.onCancel}
          onCancel={props.onCancel ?? close}
          disabled={props.disabled}
          destructive={props.destructive}
        />
      }
    >
      <DialogHeader>
        <DialogTitle>{props.title}</DialogTitle>
        {props.description ? <DialogDescription>{props.description}</DialogDescription> : null}
      </DialogHeader>
      {props.children}
    </Form>
  );
}
