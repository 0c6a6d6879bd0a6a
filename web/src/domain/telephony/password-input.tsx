import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input } from '../../ui/inputs/input.tsx';

/**
 * Input for a password of another system. The password can be shown; browsers are asked neither to keep nor to fill it.
 */
export function PasswordInput({ disabled, ...props }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        disabled={disabled}
        {...props}
        className="pr-10"
      />
      <button
        type="button"
        disabled={disabled}
        className="focus-ring absolute top-1/2 right-1 -translate-y-1/2 rounded-md p-2 text-muted-foreground hover:text-foreground disabled:opacity-50"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        aria-pressed={shown}
        onClick={() => setShown((now) => !now)}
      >
        {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  );
}
