/** Common parts of the product's calendars: conversions of days, texts and styles. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import { currentTime } from '../../lib/network/server-clock.ts';
import { toLocalDate } from '../../lib/text/format.ts';
import { isTypedDate } from '../../lib/text/masks.ts';
import { cn } from '../../lib/utils.ts';
import { buttonVariants } from '../button.tsx';

/** 'yyyy-MM-dd' → the Date that the calendar component expects: midnight in this browser's time zone. */
export function toDay(day: string): Date | undefined {
  if (!isTypedDate(day)) return;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
}

/** A Date of the calendar component → 'yyyy-MM-dd'; '' if undefined. */
export function fromDay(day: Date | undefined): string {
  if (!day) return '';
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const nav = cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'absolute top-0');

function Chevron({ orientation }: { orientation?: string }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />;
}

/** Props of every calendar: Portuguese texts, and today's date in Brasília. */
export const calendarProps = () => ({
  locale: ptBR,
  today: toDay(toLocalDate(currentTime())) ?? new Date(currentTime()),
  components: { Chevron },
  classNames: {
    root: 'relative text-sm',
    month_caption: 'flex h-8 items-center justify-center font-medium capitalize',
    button_previous: cn(nav, 'left-0'),
    button_next: cn(nav, 'right-0'),
    month_grid: 'mt-2 w-full border-collapse',
    weekday: 'h-8 w-9 font-normal text-muted-foreground text-xs',
    day: 'h-9 p-0 text-center',
    day_button: 'focus-ring size-9 cursor-pointer rounded-md tabular-nums hover:bg-accent',
    today: 'font-semibold text-primary-text',
    outside: 'text-muted-foreground',
    range_start: '[&>button]:bg-primary [&>button]:text-primary-foreground',
    range_end: '[&>button]:bg-primary [&>button]:text-primary-foreground',
    range_middle: 'bg-primary-soft',
  },
});
