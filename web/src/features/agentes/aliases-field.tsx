import { APELIDOS_MAX } from '@escuta/shared/contracts/team/agentes';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import type { AgenteValues } from './agente-form.ts';

/** Aliases of an agent, each with a remove button, and a box for a new alias. */
export function AliasesField({ control }: { control: Control<AgenteValues> }) {
  const id = useId();
  const box = useRef<HTMLInputElement | null>(null);
  const { field, fieldState } = useController({ control, name: 'apelidos' });
  const { field: typed } = useController({ control, name: 'novo' });
  const add = (): void => {
    const name = typed.value.trim();
    if (name === '' || field.value.length >= APELIDOS_MAX) return;
    if (!field.value.includes(name)) field.onChange([...field.value, name]);
    typed.onChange('');
    box.current?.focus();
  };
  const { error } = fieldState;
  // The error is either of the whole list, or of one alias in the list.
  const message = error?.message ?? (Array.isArray(error) ? error.find(Boolean)?.message : undefined);
  return (
    <div className="grid gap-2">
      <Label htmlFor={id}>Também conhecido como</Label>
      {field.value.length > 0 ? (
        <ul aria-label="Apelidos" className="flex flex-wrap gap-1.5">
          {field.value.map((apelido) => (
            <li
              key={apelido}
              className="flex min-w-0 max-w-full items-center gap-1 rounded-full border bg-muted py-0.5 pr-0.5 pl-2.5 text-sm"
            >
              <span className="min-w-0 break-words">{apelido}</span>
              <Button
                type="button"
                variant="ghost"
                size="icon-sm"
                className="touch-target size-6 shrink-0 rounded-full"
                aria-label={`Remover o apelido ${apelido}`}
                onClick={() => {
                  field.onChange(field.value.filter((one) => one !== apelido));
                  box.current?.focus();
                }}
              >
                <X className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex gap-2">
        <Input
          id={id}
          ref={box}
          autoComplete="off"
          maxLength={200}
          value={typed.value}
          onChange={typed.onChange}
          onBlur={typed.onBlur}
          aria-describedby={`${id}-hint`}
          aria-invalid={message ? true : undefined}
          placeholder="Outro nome"
          onKeyDown={(event) => {
            // Enter adds the typed alias; if the box is empty, Enter saves the form as usual.
            if (event.key !== 'Enter' || typed.value.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button type="button" variant="outline" onClick={add} inactive={typed.value.trim() === ''}>
          <Plus aria-hidden="true" />
          Adicionar
        </Button>
      </div>
      {message ? (
        <p role="alert" className="text-destructive-text text-xs">
          {message}
        </p>
      ) : null}
      <p id={`${id}-hint`} className="text-muted-foreground text-xs">
        Nomes que aparecem em planilhas e gravações. Maiúsculas e acentos não contam.
      </p>
    </div>
  );
}
