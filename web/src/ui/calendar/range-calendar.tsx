import { type DateRange, DayPicker } from 'react-day-picker';
import { currentTime } from '../../lib/network/server-clock.ts';
import { calendarProps, fromDay, toDay } from './calendar-parts.tsx';
import type { DateRangeValue } from './date-range-value.ts';

/** A month in which to pick a range's two days. Loaded when first opened. */
export default function RangeCalendar({
  value,
  onValueChange,
}: {
  value: DateRangeValue;
  onValueChange: (value: DateRangeValue) => void;
}) {
  const from = toDay(value.de);
  const to = toDay(value.ate);
  const selected: DateRange | undefined = from || to ? { from: from ?? to, to } : undefined;
  return (
    <DayPicker
      mode="range"
      {...calendarProps()}
      defaultMonth={to ?? from ?? new Date(currentTime())}
      selected={selected}
      onSelect={(range) => onValueChange({ de: fromDay(range?.from), ate: fromDay(range?.to) })}
    />
  );
}
