import { type ComponentProps, useState } from 'react';
import {
  maskDate,
  maskDateTime,
  parseMaskedDate,
  parseMaskedDateTime,
  showDate,
  showDateTime,
} from '../../lib/masks.ts';
import { Input } from './input.tsx';

type MaskedProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** '' while empty or unfinished. */
  value: string;
  onValueChange: (value: string) => void;
};

/**
 * Typed dates instead of the browser's picker: that one follows the browser's language and shows 'mm/dd/yyyy' to a
 * part of the people.
 */
function useMask(
  value: string,
  onValueChange: (value: string) => void,
  mask: (text: string) => string,
  parse: (text: string) => string | null,
  show: (value: string) => string,
) {
  const [text, setText] = useState(() => show(value));
  const [seen, setSeen] = useState(value);
  // A value set from outside (a preset, 'limpar') replaces what was typed; one that came from typing does not.
  if (value !== seen) {
    setSeen(value);
    if ((parse(text) ?? '') !== value) setText(show(value));
  }
  const change = (raw: string): void => {
    const next = mask(raw);
    setText(next);
    const parsed = parse(next) ?? '';
    if (parsed !== value) {
      setSeen(parsed);
      onValueChange(parsed);
    }
  };
  return { text, change };
}

/** A day, 'dd/mm/aaaa' on screen and 'yyyy-MM-dd' in the value. */
export function DateInput({ value, onValueChange, ...props }: MaskedProps) {
  const { text, change } = useMask(value, onValueChange, maskDate, parseMaskedDate, showDate);
  return (
    <Input
      inputMode="numeric"
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      maxLength={10}
      {...props}
      aria-invalid={props['aria-invalid'] ?? (text.length === 10 && value === '' ? true : undefined)}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** A day and time of Brasília, 'dd/mm/aaaa hh:mm' on screen and 'yyyy-MM-ddTHH:mm' in the value. */
export function DateTimeInput({ value, onValueChange, ...props }: MaskedProps) {
  const { text, change } = useMask(value, onValueChange, maskDateTime, parseMaskedDateTime, showDateTime);
  return (
    <Input
      inputMode="numeric"
      placeholder="dd/mm/aaaa hh:mm"
      autoComplete="off"
      maxLength={16}
      {...props}
      aria-invalid={props['aria-invalid'] ?? (text.length === 16 && value === '' ? true : undefined)}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}
