import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { currentTime } from '../../lib/network/server-clock.ts';
import { toLocalDate } from '../../lib/text/format.ts';
import { DIA_INVALIDO, isTypedDate, showDate } from '../../lib/text/masks.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../button.tsx';
import { Label } from '../inputs/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx';
import { Skeleton } from '../skeleton.tsx';
import { DateInput } from './date-input.tsx';
import type { DateRangeValue } from './date-range-value.ts';

const RangeCalendar = lazy(() => import('./range-calendar.tsx'));

function daysAgo(days: number): string {
  return toLocalDate(currentTime() - days * 86_400_000);
}

const presets: readonly { label: string; range: () => DateRangeValue }[] = [
  { label: 'Hoje', range: () => ({ de: daysAgo(0), ate: daysAgo(0) }) },
  { label: 'Ontem', range: () => ({ de: daysAgo(1), ate: daysAgo(1) }) },
  { label: 'Últimos 7 dias', range: () => ({ de: daysAgo(6), ate: daysAgo(0) }) },
  { label: 'Últimos 30 dias', range: () => ({ de: daysAgo(29), ate: daysAgo(0) }) },
  { label: 'Este mês', range: () => ({ de: `${daysAgo(0).slice(0, 8)}01`, ate: daysAgo(0) }) },
];

/** Text of a range on its button; `none`: text for a range without days. */
export function describeRange({ de, ate }: DateRangeValue, none = 'Qualquer data'): string {
  if (de && ate) return de === ate ? showDate(de) : `${showDate(de)} – ${showDate(ate)}`;
  if (de) return `A partir de ${showDate(de)}`;
  if (ate) return `Até ${showDate(ate)}`;
  return none;
}

interface DateRangeProps {
  value: DateRangeValue;
  onValueChange: (value: DateRangeValue) => void;
  /** Accessible name: 'Período das ligações'. */
  label: string;
  /** Text shown while no day is chosen; needed if that does not mean 'every day'. */
  noneLabel?: string;
  className?: string;
}

/**
 * A filter by days: presets, two typed days, or two picked in a calendar. It applies neither a half-typed day nor an
 * inverted range.
 */
export function DateRange({ value, onValueChange, label, noneLabel, className }: DateRangeProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const id = useId();
  const set = value.de !== '' || value.ate !== '';
  /** True after 'Aplicar' on an invalid day. */
  const [refused, setRefused] = useState(false);
  const wrong = (day: string): boolean => day !== '' && !isTypedDate(day);
  const inverted = isTypedDate(draft.de) && isTypedDate(draft.ate) && draft.de > draft.ate;
  const error = inverted
    ? 'A data final deve ser igual ou posterior à inicial.'
    : refused && (wrong(draft.de) || wrong(draft.ate))
      ? DIA_INVALIDO
      : null;
  const field = (name: keyof DateRangeValue, label: string, marked: boolean) => (
    <div className="grid gap-2">
      <Label htmlFor={`${id}-${name}`}>{label}</Label>
      <DateInput
        id={`${id}-${name}`}
        value={draft[name]}
        {...(marked ? { 'aria-invalid': true, 'aria-describedby': `${id}-erro` } : {})}
        onValueChange={(day) => setDraft((now) => ({ ...now, [name]: day }))}
      />
    </div>
  );
  const apply = (next: DateRangeValue): void => {
    onValueChange(next);
    setOpen(false);
  };
  return (
    <div className={cn('relative', className)}>
      <Popover
        open={open}
        onOpenChange={(next) => {
          if (next) setDraft(value);
          setRefused(false);
          setOpen(next);
        }}
      >
        <PopoverTrigger asChild>
          <Button
            variant="outline"
            className={cn('w-full justify-start font-normal', set && 'pr-9')}
            aria-label={`${label}: ${describeRange(value, noneLabel)}`}
          >
            <CalendarDays className="text-muted-foreground" aria-hidden="true" />
            <span className={cn('truncate tabular-nums', !set && 'text-muted-foreground')}>
              {describeRange(value, noneLabel)}
            </span>
          </Button>
        </PopoverTrigger>
        <PopoverContent className="grid w-80 gap-4" aria-label={label}>
          <div className="flex flex-wrap gap-1.5">
            {presets.map((preset) => (
              <Button key={preset.label} variant="secondary" size="sm" onClick={() => apply(preset.range())}>
                {preset.label}
              </Button>
            ))}
          </div>
          <form
            noValidate
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (wrong(draft.de) || wrong(draft.ate)) setRefused(true);
              else if (!inverted) apply(draft);
            }}
          >
            <div className="grid grid-cols-2 gap-3">
              {field('de', 'De', refused && wrong(draft.de))}
              {field('ate', 'Até', inverted || (refused && wrong(draft.ate)))}
            </div>
            {error ? (
              <p id={`${id}-erro`} role="alert" className="text-destructive-text text-xs">
                {error}
              </p>
            ) : null}
            <Suspense fallback={<Skeleton className="h-72" />}>
              <RangeCalendar value={draft} onValueChange={setDraft} />
            </Suspense>
            <div className="flex justify-end gap-2">
              <Button variant="ghost" size="sm" onClick={() => apply({ de: '', ate: '' })}>
                Limpar
              </Button>
              <Button type="submit" size="sm" disabled={inverted}>
                Aplicar
              </Button>
            </div>
          </form>
        </PopoverContent>
      </Popover>
      {set ? (
        <button
          type="button"
          aria-label={`Limpar ${label.toLocaleLowerCase('pt-BR')}`}
          className="focus-ring absolute top-1/2 right-2 -translate-y-1/2 rounded-sm p-[5px] text-muted-foreground hover:text-foreground"
          onClick={() => onValueChange({ de: '', ate: '' })}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
