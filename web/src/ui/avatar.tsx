import { cn } from '../lib/utils.ts';

/** Upper-case initials of the first and the last word of a name or e-mail; '?' if there is no word. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase('pt-BR');
}

/** A person's initials in a circle. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex size-8 shrink-0 select-none items-center justify-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
