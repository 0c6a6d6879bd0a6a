import { type ComponentProps, type Ref, useState } from 'react';
import {
  DATE,
  DATE_TIME,
  type Mask,
  parseMaskedDate,
  parseMaskedDateTime,
  showDate,
  showDateTime,
} from '../../lib/masks.ts';
import { MaskedInput } from './masked-input.tsx';

type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  /** '' while empty; what was typed while it is unfinished or no day (see `isTypedDate`). */
  value: string;
  onValueChange: (value: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

interface Kind {
  mask: Mask;
  placeholder: string;
  parse: (text: string) => string | null;
  show: (value: string) => string;
}

/**
 * Typed dates instead of the browser's picker: that one follows the browser's language and shows 'mm/dd/yyyy' to a
 * part of the people.
 */
function TypedDate({ kind, value, onValueChange, ...props }: DateInputProps & { kind: Kind }) {
  const { mask, placeholder, parse, show } = kind;
  const textOf = (of: string): string => show(of) || of;
  const [text, setText] = useState(() => textOf(value));
  const [seen, setSeen] = useState(value);
  // A value set from outside (a preset, 'limpar') replaces what was typed; one that came from typing does not.
  if (value !== seen) {
    setSeen(value);
    setText(textOf(value));
  }
  const wrong = text.length === placeholder.length && parse(text) === null;
  return (
    <MaskedInput
      inputMode="numeric"
      placeholder={placeholder}
      autoComplete="off"
      {...props}
      mask={mask}
      aria-invalid={props['aria-invalid'] ?? (wrong ? true : undefined)}
      value={text}
      onValueChange={(next) => {
        const parsed = parse(next) ?? next;
        setText(next);
        setSeen(parsed);
        if (parsed !== value) onValueChange(parsed);
      }}
    />
  );
}

const DAY: Kind = { mask: DATE, placeholder: 'dd/mm/aaaa', parse: parseMaskedDate, show: showDate };
const MOMENT: Kind = {
  mask: DATE_TIME,
  placeholder: 'dd/mm/aaaa hh:mm',
  parse: parseMaskedDateTime,
  show: showDateTime,
};

/** A day, 'dd/mm/aaaa' on screen and 'yyyy-MM-dd' in the value; half a day is in the value as it was typed. */
export function DateInput(props: DateInputProps) {
  return <TypedDate {...props} kind={DAY} />;
}

/** A day and time of Brasília, 'dd/mm/aaaa hh:mm' on screen and 'yyyy-MM-ddTHH:mm' in the value. */
export function DateTimeInput(props: DateInputProps) {
  return <TypedDate {...props} kind={MOMENT} />;
}
