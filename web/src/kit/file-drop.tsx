import { type LucideIcon, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { formatMegabytes } from '../lib/format.ts';
import { cn } from '../lib/utils.ts';
import { Button } from '../ui/button.tsx';

export interface FileDropProps {
  file: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean | undefined;
  /** Kinds of files, as an input's `accept`. */
  accept: string;
  /** Why a file is refused; null: it is not. */
  problemOf: (file: File) => string | null;
  /** 'Arraste … até aqui ou clique para escolher' */
  invitation: string;
  /** Under the invitation: kinds, limits … */
  hint: string;
  icon: LucideIcon;
  testId?: string;
}

/** Picks one file: by dialog, or by dropping it. A refused file is named with the reason and not kept. */
export function FileDrop({
  file,
  onChange,
  disabled,
  accept,
  problemOf,
  invitation,
  hint,
  icon: Icon,
  testId,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [error, setError] = useState<string | null>(null);
  const [over, setOver] = useState(false);

  const take = (next: File | undefined): void => {
    if (!next) return;
    const problem = problemOf(next);
    setError(problem);
    onChange(problem ? null : next);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files[0]);
  };

  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        data-testid={testId}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file may be chosen again after an error.
          event.target.value = '';
        }}
      />
      {file ? (
        <div className="flex items-center gap-3 rounded-lg border bg-muted/40 px-3 py-2.5">
          <Icon className="size-5 shrink-0 text-primary-text" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-sm" title={file.name}>
              {file.name}
            </p>
            <p className="text-muted-foreground text-xs">{formatMegabytes(file.size)}</p>
          </div>
          {disabled ? null : (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Remover o arquivo"
              onClick={() => onChange(null)}
            >
              <X />
            </Button>
          )}
        </div>
      ) : (
        <button
          type="button"
          disabled={disabled}
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
          onDragEnter={() => setOver(true)}
          onDragOver={(event) => event.preventDefault()}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'focus-ring flex w-full flex-col items-center gap-1.5 rounded-lg border border-input border-dashed px-4 py-6 text-center transition-colors hover:bg-muted/60 disabled:opacity-55',
            over && 'border-primary bg-primary-soft',
            error && 'border-destructive',
          )}
        >
          <Upload className="pointer-events-none size-5 text-muted-foreground" aria-hidden="true" />
          <span className="pointer-events-none font-medium text-sm">{invitation}</span>
          <span className="pointer-events-none text-muted-foreground text-xs">{hint}</span>
        </button>
      )}
      {error ? (
        <p id={errorId} role="alert" className="text-destructive-text text-xs">
          {error}
        </p>
      ) : null}
    </div>
  );
}
