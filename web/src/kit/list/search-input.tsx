import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { cn } from '../../lib/utils.ts';
import { Input } from '../../ui/inputs/input.tsx';
import { SEARCH_LENGTH } from './filter-params.ts';

/** Pause in typing after which the text is reported, ms. */
const DELAY_MS = 300;

interface SearchInputProps {
  value: string;
  /** Called after a pause in typing, on Enter and on clearing. */
  onValueChange: (value: string) => void;
  /** Changes when all filters are cleared, so that a text not yet reported is cleared too. */
  cleared?: number;
  label: string;
  placeholder?: string | undefined;
  className?: string | undefined;
}

/**
 * A search box that reports its text after a pause. A reported text comes back as `value` when the router is done,
 * perhaps after further keys; only a `value` that the box did not report (Back, a link) replaces the typed text.
 */
export function SearchInput({
  value,
  onValueChange,
  cleared = 0,
  label,
  placeholder,
  className,
}: SearchInputProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Reported texts that have not come back as `value` yet, the oldest first. */
  const reported = useRef<string[]>([]);
  /** The text reported last or, if all reports have come back, `value`. */
  const settled = useRef(value);

  useEffect(() => {
    const echo = reported.current.indexOf(value);
    if (echo !== -1) {
      // Also drops the reports before this one, which the router has skipped.
      reported.current.splice(0, echo + 1);
      return;
    }
    clearTimeout(timer.current);
    reported.current = [];
    settled.current = value;
    setText(value);
  }, [value]);

  const { key } = useLocation();
  const travelled = useNavigationType() === 'POP' ? key : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Back drops a half-typed text, even if the search stays
  useEffect(() => {
    if (travelled === null) return;
    clearTimeout(timer.current);
    reported.current = [];
    settled.current = value;
    setText(value);
  }, [travelled]);

  const lastCleared = useRef(cleared);
  useEffect(() => {
    if (lastCleared.current === cleared) return;
    lastCleared.current = cleared;
    clearTimeout(timer.current);
    // The empty text counts as a report, because it comes back as `value`, perhaps before the earlier reports.
    if (settled.current !== '') reported.current.push('');
    settled.current = '';
    setText('');
  }, [cleared]);

  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (next: string, delay: number): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const words = next.trim();
      if (words === settled.current) return;
      settled.current = words;
      reported.current.push(words);
      onValueChange(words);
    }, delay);
  };
  return (
    <div className={cn('relative', className)}>
      <Search
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-muted-foreground"
        aria-hidden="true"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={SEARCH_LENGTH}
        value={text}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => report(event.target.value, DELAY_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(text, 0);
        }}
      />
      {text ? (
        <button
          type="button"
          aria-label="Limpar busca"
          className="focus-ring -translate-y-1/2 absolute top-1/2 right-0 flex size-9 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground max-sm:size-11"
          onClick={() => report('', 0)}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
