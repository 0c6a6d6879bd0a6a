import { plural } from '@escuta/shared/domain/text/in-words';
import { type LucideIcon, Upload, X } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useMedia } from '../lib/browser/media.ts';
import { formatFileSize } from '../lib/text/format.ts';
import { cn } from '../lib/utils.ts';
import { Button } from '../ui/button.tsx';

export interface FileDropProps {
  file: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean | undefined;
  /** Kinds of files that can be chosen, written as in an input's `accept`. */
  accept: string;
  /** Gives the reason to refuse a file; null if the file is accepted. */
  problemOf: (file: File) => string | null;
  /** Portuguese name of the wanted file, with its article, such as 'a planilha'. */
  what: string;
  /** Text below the area, such as kinds of files and limits. */
  hint: string;
  icon: LucideIcon;
  testId?: string;
  /** Message at the field while nothing is chosen: 'Anexe este arquivo.' */
  missing?: string | null;
}

type ZoneProps = Pick<FileDropProps, 'disabled' | 'accept' | 'what' | 'hint' | 'testId' | 'missing'> & {
  multiple?: boolean;
  /** The reason why the last choice was refused; null if it was not refused. */
  error: string | null;
  onFiles: (files: File[]) => void;
  /** Ref to the button that opens the file dialog, so that the focus can be moved to the button. */
  chooser?: Ref<HTMLButtonElement>;
  /** Shown instead of the area's words, for example the chosen file. */
  children?: ReactNode;
};

/** Area onto which files are dropped; a button in it opens the file dialog. */
function DropZone({
  disabled,
  accept,
  what,
  hint,
  testId,
  multiple = false,
  error,
  missing = null,
  onFiles,
  chooser,
  children,
}: ZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [over, setOver] = useState(false);
  const byTouch = useMedia('(hover: none) and (pointer: coarse)');
  const wrong = error ?? (children ? null : missing);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        data-testid={testId}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again after an error.
          event.target.value = '';
        }}
      />
      {children ?? (
        <button
          ref={chooser}
          type="button"
          disabled={disabled}
          aria-describedby={wrong ? errorId : undefined}
          onClick={() => input.current?.click()}
          onDragEnter={() => setOver(true)}
          onDragOver={(event) => event.preventDefault()}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'focus-ring flex w-full flex-col items-center gap-1.5 rounded-lg border border-input border-dashed px-4 py-6 text-center transition-colors hover:bg-muted/60 disabled:opacity-55',
            over && 'border-primary bg-primary-soft',
            wrong && 'border-destructive',
          )}
        >
          <Upload className="pointer-events-none size-5 text-muted-foreground" aria-hidden="true" />
          <span className="pointer-events-none font-medium text-sm">
            {byTouch ? `Toque para selecionar ${what}` : `Arraste ${what} até aqui ou clique para selecionar`}
          </span>
          <span className="pointer-events-none text-muted-foreground text-xs">{hint}</span>
        </button>
      )}
      {wrong ? (
        <p id={errorId} role={error ? 'alert' : undefined} className="text-destructive-text text-xs">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}

/** Accepts any number of files. Refused files are named with the reason and not passed on. */
export function FilesDrop({
  onFiles,
  problemOf,
  ...zone
}: Omit<FileDropProps, 'file' | 'onChange' | 'icon' | 'missing'> & { onFiles: (files: File[]) => void }) {
  const [error, setError] = useState<string | null>(null);
  const take = (files: File[]): void => {
    const refused = files.flatMap((file) => {
      const problem = problemOf(file);
      return problem ? [`${file.name}: ${problem}`] : [];
    });
    const rest =
      refused.length > 1
        ? ` E mais ${plural(refused.length - 1, 'arquivo recusado', 'arquivos recusados')}.`
        : '';
    setError(refused[0] ? `${refused[0]}${rest}` : null);
    onFiles(files.filter((file) => !problemOf(file)));
  };
  return <DropZone {...zone} multiple error={error} onFiles={take} />;
}

/** Takes a single file, by dialog or drop. A refused file is named with the reason and not kept. */
export function FileDrop({ file, onChange, problemOf, icon: Icon, ...zone }: FileDropProps) {
  const [error, setError] = useState<string | null>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    // The button that removed the file is gone, so the focus goes to the button that chooses another file.
    if (removed.current && !file) chooser.current?.focus();
    removed.current = false;
  }, [file]);
  const take = ([next]: File[]): void => {
    if (!next) return;
    const problem = problemOf(next);
    setError(problem);
    onChange(problem ? null : next);
  };
  return (
    <DropZone {...zone} error={error} onFiles={take} chooser={chooser}>
      {file ? (
        <div className="flex items-center gap-3 rounded-lg border bg-muted/40 px-3 py-2.5">
          <Icon className="size-5 shrink-0 text-primary-text" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-sm" title={file.name}>
              {file.name}
            </p>
            <p className="text-muted-foreground text-xs">{formatFileSize(file.size)}</p>
          </div>
          {zone.disabled ? null : (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Remover o arquivo"
              onClick={() => {
                removed.current = true;
                onChange(null);
              }}
            >
              <X />
            </Button>
          )}
        </div>
      ) : undefined}
    </DropZone>
  );
}
