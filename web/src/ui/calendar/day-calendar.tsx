import { DayPicker } from 'react-day-picker';
import { calendarProps, fromDay, toDay } from './calendar-parts.tsx';

/** A month in which to pick a day ('yyyy-MM-dd'). Loaded when first opened. */
export default function DayCalendar({
  value,
  onValueChange,
}: {
  value: string;
  onValueChange: (day: string) => void;
}) {
  const selected = toDay(value);
  const { classNames, ...looks } = calendarProps();
  return (
    <DayPicker
      mode="single"
      required
      {...looks}
      classNames={{ ...classNames, selected: '[&>button]:bg-primary [&>button]:text-primary-foreground' }}
      autoFocus
      defaultMonth={selected ?? looks.today}
      selected={selected}
      onSelect={(day) => onValueChange(fromDay(day))}
    />
  );
}
