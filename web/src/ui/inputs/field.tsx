import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { cn } from '../../lib/utils.ts';
import { Label } from './label.tsx';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Marks the label with '*'. */
  required?: boolean;
  hint?: ReactNode;
  /** Error message, such as the `message` of react-hook-form's `formState.errors.x`. */
  error?: string | undefined;
  /** A control that accepts id and aria attributes (Input, Textarea, SelectTrigger, Checkbox, Switch…). */
  children: ReactElement<ControlProps>;
  className?: string;
  labelClassName?: string;
}

/** A control with label, hint and error, connected for screen readers. */
export function Field({ label, required, hint, error, children, className, labelClassName }: FieldProps) {
  const generated = useId();
  const id = children.props.id ?? generated;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : null, hint ? hintId : null].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cn('grid content-start gap-2', className)}>
      <Label htmlFor={id} className={labelClassName}>
        <span>
          {label}
          {required ? <span aria-hidden="true"> *</span> : null}
        </span>
      </Label>
      {cloneElement(children, {
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error ? (
        <p id={errorId} role="alert" className="text-destructive-text text-xs">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-muted-foreground text-xs">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
