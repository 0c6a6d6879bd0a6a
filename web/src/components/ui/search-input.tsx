import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../../lib/utils.ts';
import { Input } from './input.tsx';

interface SearchInputProps {
  value: string;
  /** Called when typing pauses, on Enter and on clearing. */
  onValueChange: (value: string) => void;
  /** Name for screen readers. */
  label: string;
  placeholder?: string;
  delayMs?: number;
  className?: string;
}

/** A search box that reports after a pause in typing, so that not every key asks the server. */
export function SearchInput({
  value,
  onValueChange,
  label,
  placeholder,
  delayMs = 300,
  className,
}: SearchInputProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A value set from outside (back button, 'limpar') replaces what was typed.
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (next: string, delay: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next.trim() !== value) onValueChange(next.trim());
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
        value={text}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => {
          setText(event.target.value);
          report(event.target.value, delayMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(text, 0);
        }}
      />
      {text ? (
        <button
          type="button"
          aria-label="Limpar busca"
          className="focus-ring -translate-y-1/2 absolute top-1/2 right-2 rounded-sm p-[5px] text-muted-foreground hover:text-foreground"
          onClick={() => {
            setText('');
            report('', 0);
          }}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
