import { Command } from 'cmdk';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { cn } from '../lib/utils.ts';
import { fieldClasses } from '../ui/inputs/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/overlays/popover.tsx';

export interface PickerOption {
  id: string;
  label: string;
  /** Text of the second line, below the label. */
  hint?: string | undefined;
}

export interface EntityPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  label: string;
  /** Id of the choice; '' for none. */
  value: string;
  /** Name of the choice; undefined while it loads. */
  name: string | undefined;
  onValueChange: (option: PickerOption | null) => void;
  /** Text of the entry that chooses nothing, such as 'Todas as empresas'; absent if a choice is required. */
  noneLabel?: string | undefined;
  /** Text shown while nothing is chosen, if a choice is required. */
  emptyLabel?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Text in the search box. */
  text: string;
  onTextChange: (text: string) => void;
  placeholder: string;
  /** The items found; undefined while they load. */
  options: readonly PickerOption[] | undefined;
  /** `errorText` is shown if loading failed, `emptyText` if no item matches. */
  errorText: string | null;
  emptyText: string;
}

const itemClasses =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground';
/** Value of the entry that chooses nothing. */
const NONE = 'nenhum';
const noteClasses = 'px-3 py-6 text-center text-muted-foreground text-sm';

/**
 * Chooses an item that the person finds by typing; the server searches. The pickers of companies, projects, people and
 * calls are built on this one, and query with the words of `useEntityPicker`.
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
  // Left out, because a button must not have these attributes. Its label says 'required', its description the error.
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
  // The entry that Enter chooses: the one last reached by arrows if it is still listed, else the first. Without this,
  // no entry would be marked after the list changes.
  const [reached, setReached] = useState('');
  const places = [...(noneLabel && text.trim() === '' ? [NONE] : []), ...(options ?? []).map(({ id }) => id)];
  const active = places.includes(reached) ? reached : (places[0] ?? '');
  const mark = (chosen: boolean) => (
    <Check className={cn('size-4 shrink-0', !chosen && 'invisible')} aria-hidden="true" />
  );
  return (
    // Modal, because otherwise the list could not scroll inside a dialog.
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

export interface PickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Text shown while nothing is chosen, if a choice is required. */
  emptyLabel?: string;
  label: string;
  /** Id of the choice; '' for none. */
  value: string;
  onValueChange: (id: string) => void;
  /** Text of the entry that chooses nothing; absent if a choice is required. */
  noneLabel?: string | undefined;
}

/** Pause in typing after which the server is asked, ms. */
const PAUSE_MS = 250;

/** State of a picker's search box (`box`), and the typed words (`q`), updated at each pause in typing. */
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
