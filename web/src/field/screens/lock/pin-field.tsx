import { Field } from '../../../ui/inputs/field.tsx';
import { Input } from '../../../ui/inputs/input.tsx';

/** Input for a PIN: hidden text, numeric keys. */
export function PinField({
  label,
  error,
  value,
  onChange,
  className = 'h-12 text-base',
}: {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  return (
    <Field label={label} error={error}>
      <Input
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        className={className}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
