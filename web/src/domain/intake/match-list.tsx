/** Recordings or rows of an intake, each with its match and the controls to change it. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import {
  EntityPicker,
  type PickerOption,
  type PickerProps,
  useEntityPicker,
} from '../../kit/entity-picker.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { type CallInput, type Endpoint, errorMessage, type Wire } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatDurationMs } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { shortName } from '../player/heard-file.tsx';

type RowOf<E> = Wire<E> extends { data: readonly (infer Row)[] } ? Row : never;

/** A list of recordings or rows, with its search, states and pages. @param label the list's name for screen readers */
export function MatchList<Row>({
  label,
  children,
  ...panel
}: Omit<ComponentProps<typeof ListPanel<Row>>, 'children'> & {
  label: string;
  children: (row: Row) => ReactNode;
}) {
  return (
    <ListPanel {...panel}>
      {(rows, stale) =>
        rows ? (
          <ul aria-label={label} aria-busy={stale} className="-mx-2 divide-y">
            {rows.map(children)}
          </ul>
        ) : (
          <Skeleton className="h-64" />
        )
      }
    </ListPanel>
  );
}

export function MatchRow({ className, ...props }: HTMLAttributes<HTMLLIElement>) {
  return <li className={cn('grid grid-cols-1 gap-2 px-2 py-3', className)} {...props} />;
}

interface Recording {
  nome: string;
  duracao_ms: number | null;
  motivo: string | null;
  /** Name of another recording that has the same bytes; null if there is none. */
  repetida_de: string | null;
}

/** A recording's name, folder, length and match, and why it cannot be used. */
export function RecordingFacts({
  recording: { nome, duracao_ms, motivo, repetida_de },
  place,
  found,
  children,
}: {
  recording: Recording;
  /** Shown instead of the recording's folder. */
  place?: string | null;
  /** The rule that matched the recording, and further facts. */
  found: readonly (string | null)[];
  children?: ReactNode;
}) {
  const short = shortName(nome);
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="break-words font-medium text-sm" title={nome}>
        {short}
      </p>
      <p className="break-words text-muted-foreground text-xs tabular-nums">
        {[
          place ?? (nome === short ? null : nome.slice(0, -short.length - 1)),
          duracao_ms === null ? null : formatDurationMs(duracao_ms),
          ...found,
          repetida_de ? `mesmo áudio de “${shortName(repetida_de)}”` : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {children}
      {motivo ? <p className="break-words text-destructive-text text-xs">{motivo}</p> : null}
    </div>
  );
}

/** Possible calls or rows of a recording; a press chooses one. */
export function Candidates({
  label,
  options,
  busy,
  onPick,
}: {
  label: string;
  options: readonly { id: string; text: string }[];
  busy: boolean;
  onPick: (id: string) => void;
}) {
  if (options.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map(({ id, text }) => (
        <li key={id} className="min-w-0">
          <Button
            variant="outline"
            size="sm"
            className="max-w-full text-foreground"
            disabled={busy}
            onClick={() => onPick(id)}
          >
            <span className="truncate">{text}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The switch 'Não auditar' of a recording or row; people who may not correct only see its state. */
export function LeftOut({
  name,
  on,
  busy,
  mayCorrect,
  onChange,
}: {
  name: string;
  on: boolean;
  busy: boolean;
  mayCorrect: boolean;
  onChange: (on: boolean) => void;
}) {
  if (!mayCorrect) return on ? <Badge>Não auditar</Badge> : null;
  return (
    <Label className="flex items-center gap-2 font-normal text-xs max-sm:min-h-11">
      <Switch aria-label={`Não auditar ${name}`} checked={on} disabled={busy} onCheckedChange={onChange} />
      Não auditar
    </Label>
  );
}

interface MatchPickerProps<E extends Endpoint> extends Omit<PickerProps, 'value' | 'onValueChange'> {
  /** The contract of the searched list, with its parameters. */
  endpoint: E;
  input: (q: string | undefined) => CallInput<E>;
  optionOf: (row: RowOf<E>) => PickerOption;
  /** The present match; null or absent if there is none. */
  chosen?: { id: string; name: string } | null;
  placeholder: string;
  errorText: string;
  emptyText: (q: string) => string;
  onPick: (option: PickerOption | null) => void;
}

/** Finds by typed text the call or row of a recording. */
export function MatchPicker<E extends Endpoint>({
  endpoint,
  input,
  optionOf,
  chosen = null,
  errorText,
  emptyText,
  onPick,
  ...picker
}: MatchPickerProps<E>) {
  const { q, box } = useEntityPicker();
  const found = useQuery({
    ...apiListQuery<Endpoint>(endpoint, input(q || undefined) as CallInput<Endpoint>),
    enabled: box.open,
  });
  const rows = (found.data as { data: readonly RowOf<E>[] } | undefined)?.data;
  return (
    <EntityPicker
      {...picker}
      {...box}
      value={chosen?.id ?? ''}
      name={chosen?.name}
      onValueChange={onPick}
      options={rows?.map(optionOf)}
      errorText={found.isError ? errorMessage(found.error, errorText) : null}
      emptyText={emptyText(q)}
    />
  );
}
