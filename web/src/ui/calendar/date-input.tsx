import { CalendarDays } from 'lucide-react';
import { type ComponentProps, lazy, type Ref, Suspense, useRef, useState } from 'react';
import {
  DATE,
  DATE_TIME,
  DATE_TIME_LENGTH,
  DATE_TIME_SECONDS,
  dayOf,
  type Mask,
  parseMaskedDate,
  parseMaskedDateTime,
  showDate,
  showDateTime,
  withDay,
} from '../../lib/text/masks.ts';
import { cn } from '../../lib/utils.ts';
import { MaskedInput } from '../inputs/masked-input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx';
import { Skeleton } from '../skeleton.tsx';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  /** The date; '' if the input is empty; the text as typed if it is unfinished or invalid (see `isTypedDate`). */
  value: string;
  onValueChange: (value: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

interface Kind {
  mask: Mask;
  placeholder: string;
  /** Lengths of a complete text: a text of this length that is no valid date is marked as an error during typing. */
  whole: readonly number[];
  parse: (text: string) => string | null;
  show: (value: string) => string;
}

/**
 * An input for typed dates. Replaces the browser's date input, which follows the browser's language and would show
 * 'mm/dd/yyyy' to some people.
 */
function TypedDate({ kind, value, onValueChange, ...props }: DateInputProps & { kind: Kind }) {
  const { mask, placeholder, whole, parse, show } = kind;
  const textOf = (of: string): string => show(of) || of;
  const [text, setText] = useState(() => textOf(value));
  const [seen, setSeen] = useState(value);
  // A value set from outside (a preset, 'limpar') replaces the typed text; a value that came from typing does not.
  if (value !== seen) {
    setSeen(value);
    setText(textOf(value));
  }
  const wrong = whole.includes(text.length) && parse(text) === null;
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

const DAY: Kind = {
  mask: DATE,
  placeholder: 'dd/mm/aaaa',
  whole: [10],
  parse: parseMaskedDate,
  show: showDate,
};
const MOMENT: Kind = {
  mask: DATE_TIME,
  placeholder: 'dd/mm/aaaa hh:mm',
  whole: [DATE_TIME_LENGTH],
  parse: parseMaskedDateTime,
  show: showDateTime,
};
const SECOND: Kind = {
  ...MOMENT,
  mask: DATE_TIME_SECONDS,
  placeholder: 'dd/mm/aaaa hh:mm:ss',
  whole: [DATE_TIME_LENGTH, 'dd/mm/aaaa hh:mm:ss'.length],
};

/** A day, 'dd/mm/aaaa' on screen and 'yyyy-MM-dd' in the value; a half-typed day is in the value as typed. */
export function DateInput(props: DateInputProps) {
  return <TypedDate {...props} kind={DAY} />;
}

/**
 * A day and time of Brasília, 'dd/mm/aaaa hh:mm' on screen and 'yyyy-MM-ddTHH:mm' in the value; with `seconds`, screen
 * and value may also have ':ss'. Picking the day in a calendar keeps the typed hour.
 */
export function DateTimeInput({ seconds = false, ...props }: DateInputProps & { seconds?: boolean }) {
  return (
    <div className="relative">
      <TypedDate {...props} className={cn('pr-11', props.className)} kind={seconds ? SECOND : MOMENT} />
      <DayButton {...props} />
    </div>
  );
}

/** The calendar button of a `DateTimeInput`. Picking a day moves the focus to the input, where the time is typed. */
function DayButton({ value, onValueChange, disabled, id }: DateInputProps) {
  const [open, setOpen] = useState(false);
  const chosen = useRef(false);
  return (
    <Popover open={open} onOpenChange={setOpen} modal>
      <PopoverTrigger asChild>
        <button
          type="button"
          disabled={disabled}
          aria-label="Selecionar o dia no calendário"
          className="focus-ring absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted-foreground hover:text-foreground disabled:pointer-events-none print:hidden"
        >
          <CalendarDays className="size-4" aria-hidden="true" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        className="w-80"
        aria-label="Calendário"
        onCloseAutoFocus={(event) => {
          if (!chosen.current) return;
          chosen.current = false;
          event.preventDefault();
          const input = id ? document.getElementById(id) : null;
          if (!(input instanceof HTMLInputElement)) return;
          input.focus();
          input.setSelectionRange(input.value.length, input.value.length);
        }}
      >
        <Suspense fallback={<Skeleton className="h-72" />}>
          <DayCalendar
            value={dayOf(value)}
            onValueChange={(day) => {
              chosen.current = true;
              onValueChange(withDay(value, day));
              setOpen(false);
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
