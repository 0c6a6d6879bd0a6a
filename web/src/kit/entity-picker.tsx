import { Command } from 'cmdk';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { cn } from '../lib/utils.ts';
import { fieldClasses } from '../ui/inputs/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/overlays/popover.tsx';

export interface PickerOption {
  id: string;
  label: string;
  /** Second line. */
  hint?: string | undefined;
}

export interface EntityPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Accessible name. */
  label: string;
  /** Id of the choice; '' for none. */
  value: string;
  /** Name of the choice; undefined while it loads. */
  name: string | undefined;
  onValueChange: (option: PickerOption | null) => void;
  /** Text for choosing none: 'Todas as empresas'. Absent: a choice is required. */
  noneLabel?: string | undefined;
  /** Shown without a choice where one is required. */
  emptyLabel?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Text in the search box. */
  text: string;
  onTextChange: (text: string) => void;
  placeholder: string;
  /** Undefined while they load. */
  options: readonly PickerOption[] | undefined;
  /** Shown if loading failed or nothing matches. */
  errorText: string | null;
  emptyText: string;
}

const itemClasses =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground';
/** Value for no choice. */
const NONE = 'nenhum';
const noteClasses = 'px-3 py-6 text-center text-muted-foreground text-sm';

/**
 * Picks an item found by typing; the server searches. The pickers of companies, projects, people and calls build upon
 * it and query with the words of `useEntityPicker`.
 */
export function EntityPicker({
  label,
  value,
  name,
  onValueChange,
  noneLabel,
  emptyLabel = '',
  open,
  onOpenChange,
  text,
  onTextChange,
  placeholder,
  options,
  errorText,
  emptyText,
  className,
  // A button accepts neither attribute: its label says that it is required, its description has the error.
  'aria-required': _required,
  'aria-invalid': invalid,
  ...props
}: EntityPickerProps) {
  const shown = value === '' ? (noneLabel ?? emptyLabel) : (name ?? '…');
  const choose = (option: PickerOption | null): void => {
    onValueChange(option);
    onTextChange('');
    onOpenChange(false);
  };
  // The entry that Enter takes: the last one reached by arrows while it is listed, else the first. Without this the
  // list marks nothing once its entries change.
  const [reached, setReached] = useState('');
  const places = [...(noneLabel && text.trim() === '' ? [NONE] : []), ...(options ?? []).map(({ id }) => id)];
  const active = places.includes(reached) ? reached : (places[0] ?? '');
  const mark = (chosen: boolean) => (
    <Check className={cn('size-4 shrink-0', !chosen && 'invisible')} aria-hidden="true" />
  );
  return (
    // Modal, so that its list scrolls inside a dialog, too.
    <Popover open={open} onOpenChange={onOpenChange} modal>
      <PopoverTrigger
        {...props}
        type="button"
        aria-label={`${label}: ${shown}`}
        className={cn(
          fieldClasses,
          'flex h-9 cursor-pointer max-sm:h-11 items-center justify-between gap-2 px-3 text-left',
          invalid && 'border-destructive',
          className,
        )}
      >
        <span className={cn('truncate', value === '' && !noneLabel && 'text-muted-foreground')}>{shown}</span>
        <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      </PopoverTrigger>
      <PopoverContent
        className="w-(--radix-popover-trigger-width) min-w-72 max-w-[calc(100vw-1.5rem)] p-0"
        aria-label={label}
      >
        <Command label={label} shouldFilter={false} loop value={active} onValueChange={setReached}>
          <div className="flex items-center gap-2 border-b px-3">
            <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            <Command.Input
              value={text}
              onValueChange={onTextChange}
              maxLength={100}
              placeholder={placeholder}
              className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground max-md:text-base"
            />
          </div>
          <Command.List label={label} className="max-h-64 overflow-y-auto p-1">
            {errorText ? (
              <p role="alert" className={cn(noteClasses, 'text-destructive-text')}>
                {errorText}
              </p>
            ) : options === undefined ? (
              <p className={noteClasses}>Buscando…</p>
            ) : (
              <Command.Empty className={noteClasses}>{emptyText}</Command.Empty>
            )}
            {noneLabel && text.trim() === '' ? (
              <Command.Item value={NONE} onSelect={() => choose(null)} className={itemClasses}>
                {mark(value === '')}
                {noneLabel}
              </Command.Item>
            ) : null}
            {options?.map((option) => (
              <Command.Item
                key={option.id}
                value={option.id}
                onSelect={() => choose(option)}
                className={itemClasses}
              >
                {mark(option.id === value)}
                <span className="grid min-w-0">
                  <span className="truncate">{option.label}</span>
                  {option.hint ? (
                    <span className="truncate text-muted-foreground text-xs">{option.hint}</span>
                  ) : null}
                </span>
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  );
}

/** Props of pickers that build upon this one. */
export interface PickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Shown without a choice where one is required. */
  emptyLabel?: string;
  /** Accessible name. */
  label: string;
  /** Id of the choice; '' for none. */
  value: string;
  onValueChange: (id: string) => void;
  /** Text for choosing none. Absent: a choice is required. */
  noneLabel?: string | undefined;
}

/** A pause in typing this long queries the server, ms. */
const PAUSE_MS = 250;

/** State of a picker's search box, and the words at the last pause in typing. */
export function useEntityPicker() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { q, box: { open, onOpenChange: setOpen, text, onTextChange: setText } };
}
