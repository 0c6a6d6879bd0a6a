import { UserPen } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { ApiError } from '../../lib/network/api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ApiForm } from './use-api-form.ts';

/** A field that the notice can show: its name in the form, its label, a record's value, and words for the value. */
export interface ToldField<R, I extends FieldValues> {
  name: Path<I>;
  label: string;
  read: (record: R) => unknown;
  show: (value: unknown) => string;
}

/** True if the server refused a change because a field no longer has the value that `before` gives. */
function isStaleRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.errors.some((field) => 'atual' in field);
}

/**
 * For a form over a record that two people may edit. A change carries `before`: the values seen at the first change of
 * the fields or, after a refusal, in the notice. So no saved value is overwritten unseen. The form must follow its
 * record (`follow` of `useApiForm`) and show the notice.
 */
export function useStaleRecord<R extends object>(record: R) {
  const [{ opened, latest, refused }, set] = useState({ opened: record, latest: record, refused: false });
  return {
    opened,
    record,
    refused,
    before: refused ? record : opened,
    /** For `useApiForm`: if the server refused a field that somebody else changed, the notice shows the failure. */
    onFailure: (error: unknown): boolean => {
      const isStale = isStaleRefusal(error);
      set((now) => ({ ...now, refused: isStale }));
      return isStale;
    },
    /** Takes the record after a save; later changes are compared with this record. */
    saved: (now: R): void => set({ opened: now, latest: record, refused: false }),
    /** Takes over the newer record for fields that the person has not changed; the form then shows the newer values. */
    follow: (isDirty: (name: string) => boolean): void => {
      if (latest === record) return;
      const kept = Object.entries(opened).filter(([name]) => isDirty(name));
      set((now) => ({ ...now, opened: { ...record, ...Object.fromEntries(kept) }, latest: record }));
    },
  };
}

interface StaleNoticeProps<R extends object, I extends FieldValues, O> {
  stale: ReturnType<typeof useStaleRecord<R>>;
  api: ApiForm<I, O>;
  fields: readonly ToldField<R, I>[];
}

/** Notice of the values that another person saved for the edited fields, to take over or to overwrite knowingly. */
export function StaleNotice<R extends object, I extends FieldValues, O>({
  stale: { opened, record, refused, follow },
  api: { form },
  fields,
}: StaleNoticeProps<R, I, O>): ReactNode {
  const { dirtyFields } = form.formState;
  const isDirty = (name: string) => (dirtyFields as Record<string, unknown>)[name] === true;
  useEffect(() => follow(isDirty));
  if (!refused) return null;
  const changed = fields.filter(({ name, read }) => isDirty(name) && read(record) !== read(opened));
  return (
    <Notice role="alert" icon={<UserPen aria-hidden="true" />}>
      <p className="font-medium">Outra pessoa salvou alterações enquanto você editava.</p>
      <p>
        As suas alterações ainda não foram salvas, mas não se perderam. Os outros campos já mostram as
        alterações da outra pessoa.
        {changed.length > 0
          ? ' Salvar de novo substitui as alterações da outra pessoa nestes campos:'
          : ' Confira e salve de novo.'}
      </p>
      {changed.length > 0 ? (
        <ul className="mt-2 grid gap-2">
          {changed.map(({ name, label, read, show }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">
                {label}: agora é <strong className="font-semibold">{show(read(record))}</strong>
              </span>
              <Button
                type="button"
                variant="outline"
                size="sm"
                aria-label={`Usar o valor novo em ${label}`}
                onClick={() => form.resetField(name, { defaultValue: read(record) as PathValue<I, Path<I>> })}
              >
                Usar este valor
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
