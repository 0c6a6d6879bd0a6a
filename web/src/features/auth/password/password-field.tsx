import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Input } from '../../../ui/inputs/input.tsx';
import { Label } from '../../../ui/inputs/label.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  hint?: string;
  /** Shown beside the label, for example the link to recover the password. */
  action?: ReactNode;
}

/** A password field with a button to show its text. */
export function PasswordField({
  label,
  name,
  value,
  onChange,
  autoComplete,
  error,
  hint,
  action,
}: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const describedBy = [error ? `${id}-erro` : null, hint ? `${id}-dica` : null].filter(Boolean).join(' ');
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        {action}
      </div>
      <div className="relative">
        <Input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={1024}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className="h-11 pr-11"
        />
        <button
          type="button"
          className="focus-ring absolute top-1/2 right-1.5 -translate-y-1/2 rounded-md p-2 text-muted-foreground hover:text-foreground"
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          onClick={() => setShown((now) => !now)}
        >
          {shown ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
        </button>
      </div>
      {error ? (
        <p id={`${id}-erro`} role="alert" className="text-destructive-text text-xs">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-dica`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
