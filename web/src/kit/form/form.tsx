import { CircleAlert, History } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import type { ApiForm, Problem } from './use-api-form.ts';

interface FormProps<I extends FieldValues, O> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  api: ApiForm<I, O>;
  children: ReactNode;
  /** Buttons below the message of a failure. */
  footer?: ReactNode;
}

/** A form of `useApiForm`: a notice about a restored draft, the fields, the message of a failure, the buttons. */
export function Form<I extends FieldValues, O>({
  api,
  children,
  footer,
  className,
  ...props
}: FormProps<I, O>) {
  return (
    <form noValidate {...props} className={cn('grid grid-cols-1 gap-5', className)} onSubmit={api.submit}>
      {api.restored ? <RestoredNotice onDiscard={api.discard} /> : null}
      {children}
      <FormProblem problem={api.problem} />
      {footer}
    </form>
  );
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info-text text-sm"
    >
      <span className="flex items-center gap-2">
        <History className="size-4 shrink-0" aria-hidden="true" />
        Recuperamos o que você digitou.
      </span>
      <Button variant="link" size="inline" className="text-info-text underline" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}

/** Problem of the whole form, shown in the form until the next try. */
export function FormProblem({ problem }: { problem: Problem | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem && !problem.quiet) box.current?.focus();
  }, [problem]);
  return problem ? (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-4 gap-2 rounded-md bg-destructive-soft px-3 py-2 text-destructive-text text-sm outline-none [overflow-wrap:anywhere]"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div>
        <p className="font-medium">{problem.title}</p>
        {problem.description ? <p>{problem.description}</p> : null}
      </div>
    </div>
  ) : null;
}

interface FormButtonsProps {
  busy: boolean;
  /** Label of the submit button; null if there is nothing to send, so that only a button to close is shown. */
  submitLabel: string | null;
  /** Label while sending; `submitLabel` by default. */
  busyLabel?: string | undefined;
  onCancel?: (() => void) | undefined;
  cancelLabel?: string | undefined;
  cancelDisabled?: boolean | undefined;
  disabled?: boolean | undefined;
  destructive?: boolean | undefined;
  /** Elements before the buttons, in the same line. */
  children?: ReactNode;
  className?: string | undefined;
  /** Id of the form that the buttons submit, if they stand outside of it. */
  form?: string | undefined;
}

/** The submit button and, given `onCancel`, the button 'Cancelar'. */
export function FormButtons(props: FormButtonsProps) {
  const { busy } = props;
  return (
    <div
      className={cn(
        'flex flex-col-reverse items-stretch gap-2 sm:flex-row sm:items-center sm:justify-end',
        props.className,
      )}
    >
      {props.children}
      {props.onCancel ? (
        <Button variant="outline" disabled={props.cancelDisabled ?? busy} onClick={props.onCancel}>
          {props.cancelLabel ?? 'Cancelar'}
        </Button>
      ) : null}
      {props.submitLabel === null ? null : (
        <Button
          type="submit"
          form={props.form}
          variant={props.destructive ? 'destructive' : 'default'}
          loading={busy}
          disabled={props.disabled}
        >
          {busy ? (props.busyLabel ?? props.submitLabel) : props.submitLabel}
        </Button>
      )}
    </div>
  );
}
