import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, errorMessage, fieldErrors } from '../../lib/network/api.ts';
import { newIdempotencyKey } from '../../lib/network/idempotency.ts';
import { session, useSession } from '../../lib/network/session.ts';
import { type Draft, draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/page/drafts.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { useUnsaved } from './use-unsaved.ts';

/** Failure of the form as a whole. */
export interface Problem {
  title: string;
  description: string | null;
  /** True if the message takes no focus, which stays at the first wrong field. */
  quiet?: boolean;
}

/** Argument of `send` besides the values: the names of the fields changed since opening. */
export interface SendContext<I extends FieldValues> {
  changed: ReadonlySet<keyof I & string>;
}

type Checks<I extends FieldValues, O> =
  /** A schema checks the values: that of the contract's body, or a schema made from it for the texts in the inputs. */
  | { schema: z.ZodType<O, I>; resolver?: undefined }
  /** A resolver of the form's own checks the values. */
  | { resolver: Resolver<I, unknown, O>; schema?: undefined };

type ApiFormOptions<I extends FieldValues, O, A> = Checks<I, O> & {
  /** Initial values of the form; changes are measured against them. */
  values: I;
  /** True if fields that the person has not changed take over later `values`, which other people saved. */
  follow?: boolean;
  /** Sends the checked values; returns null if there is nothing to send. If it rejects, the form shows the error. */
  send: (output: O, context: SendContext<I>) => Promise<A> | null;
  /** Called after success with the response; null if there was nothing to send. */
  onSaved?: (answer: A | null) => void;
  /** Gives the form's values after a save, if the form stays open; by default the typed ones. */
  after?: (answer: A) => I;
  /** Title of the message if sending fails. */
  failed: string;
  /** Reason of the failure, if the server gave none. */
  fallback?: string;
  /** The field at which the form shows the message of a 409 (conflict). */
  conflict?: FieldPath<I>;
  /** Handles a failure itself and returns true, or returns false to leave it to the form. */
  onFailure?: (error: unknown) => boolean;
  /** Message of the whole form if fields are wrong, in addition to those at the fields. */
  invalid?: (values: I) => Problem | null;
  /** Idempotency key. It is renewed after each response of the server, so that only repeated tries share it. */
  once?: OnceKey;
  /** Keeps typed values if the session ends. `key` identifies form and record. If absent, the values are not kept. */
  draft?: { key: string; title: string; dialog?: boolean };
  /** False if closing never loses anything, for example in a read-only form. */
  guard?: boolean;
};

export interface ApiForm<I extends FieldValues = FieldValues, O = unknown> {
  form: UseFormReturn<I, unknown, O>;
  submit: (event?: FormEvent) => void;
  busy: boolean;
  dirty: boolean;
  /** True if closing the form while it is `dirty` loses something. */
  guarded: boolean;
  problem: Problem | null;
  /** Shows a message of the whole form, like that of a failed save. */
  tell: (problem: Problem | null) => void;
  /** Props of a kit field: `<TextField {...field('nome')} label="Nome" />`. */
  field: <N extends FieldPath<I>>(name: N) => { control: Control<I>; name: N };
  /** True if a draft was restored after a sign-in. */
  restored: boolean;
  /** Resets to the initial values and deletes the draft. */
  discard: () => void;
}

/** Options for following a newer record: typed values and their messages stay. */
const FOLLOW = { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true, keepTouched: true } as const;
/**
 * Options of a reset after saving or discarding. They are explicit, because the library otherwise applies those of
 * `FOLLOW` to every reset.
 */
const ANEW = {
  keepDirtyValues: false,
  keepErrors: false,
  keepIsSubmitted: false,
  keepTouched: false,
} as const;

/** Idempotency key for creating something, so that a second press after a lost response does not create it twice. */
export interface OnceKey {
  headers: () => Readonly<Record<string, string>>;
  renew: () => void;
}

export function useOnceKey(): OnceKey {
  const key = useRef(newIdempotencyKey());
  const [once] = useState<OnceKey>(() => ({
    headers: () => ({ 'Idempotency-Key': key.current }),
    renew: () => {
      key.current = newIdempotencyKey();
    },
  }));
  return once;
}

/**
 * A form for an API request: checks by a schema, shows server errors at their fields, sends once however often the
 * button is pressed, tells which fields changed, asks before a loss, and keeps a draft if the session ends.
 */
export function useApiForm<I extends FieldValues, O, A>(options: ApiFormOptions<I, O, A>): ApiForm<I, O> {
  const { values, follow, draft } = options;
  const draftKey = draft?.key;
  const current = useSession();
  const owner = current ? draftOwner(current) : null;
  const form = useForm<I, unknown, O>({
    resolver:
      options.resolver ?? (zodResolver(options.schema as never) as unknown as Resolver<I, unknown, O>),
    ...(follow ? { values, resetOptions: FOLLOW } : { defaultValues: values as never }),
  });
  // Reading these fields of the form's state subscribes the component to their changes.
  const { dirtyFields, isSubmitting } = form.formState;
  // `isDirty` alone becomes false when unchanged fields take over a newer record, although typed values remain.
  const isDirty = form.formState.isDirty || isTouched(dirtyFields);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [found, setFound] = useState<Draft | null>(() =>
    owner && draft ? readDraft(owner, draft.key) : null,
  );
  const sending = useRef(false);
  /** True after the form was saved or discarded, so that leaving asks nothing, even before the next render. */
  const settled = useRef(false);
  const latest = useRef({ options, isDirty, dirtyFields });
  useEffect(() => {
    latest.current = { options, isDirty, dirtyFields };
    if (isDirty && !sending.current) settled.current = false;
  });

  useUnsaved(() => (options.guard !== false && isDirty && !settled.current ? TYPED : null));

  // A restored draft is set as if it were typed, so that its fields count as changed.
  useEffect(() => {
    for (const [name, value] of Object.entries(found?.values ?? {})) {
      form.setValue(name as Path<I>, value as PathValue<I, Path<I>>, { shouldDirty: true });
    }
  }, [found, form]);

  useEffect(() => {
    if (!owner || !draftKey) return;
    const stop = session.subscribe(() => {
      const { draft: about } = latest.current.options;
      if (!about || session.get() || session.lastEnd() === 'logout' || settled.current) return;
      const all = form.getValues();
      const names = changedNames(latest.current.dirtyFields);
      if (names.length === 0) return;
      keepDraft(owner, draftKey, {
        title: about.title,
        dialog: about.dialog ?? false,
        values: Object.fromEntries(names.map((name) => [name, all[name]])),
      });
    });
    return () => {
      stop();
      // If the session goes on, the person has saved, discarded or left the form, and the draft is no longer needed. If
      // the session has ended, the draft is kept.
      if (session.get()) dropDraft(owner, draftKey);
    };
  }, [owner, draftKey, form]);

  const settle = (): void => {
    settled.current = true;
    setFound(null);
    if (owner && draft) dropDraft(owner, draft.key);
  };

  const fail = (error: unknown): void => {
    const { failed, fallback, conflict, onFailure, once } = latest.current.options;
    // The server has refused the request, so the next press is a new request, which needs a new key.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) once?.renew();
    if (onFailure?.(error)) return;
    const known = new Set(Object.keys(form.getValues()));
    const messages = Object.entries(fieldErrors(error) ?? {});
    const at = messages.filter(([name]) => known.has(name.split('.')[0] ?? ''));
    if (conflict && error instanceof ApiError && error.status === 409) at.push([conflict, error.message]);
    for (const [index, [name, message]] of at.entries()) {
      form.setError(name as Path<I>, { message }, { shouldFocus: index === 0 });
    }
    const rest = messages.filter(([name]) => !known.has(name.split('.')[0] ?? ''));
    if (at.length > 0 && rest.length === 0) return;
    setProblem({
      title: failed,
      description:
        rest.length > 0 ? rest.map(([, message]) => message).join(' ') : errorMessage(error, fallback),
    });
  };

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    // Keeps the event from a surrounding form: in the component tree, the form of a dialog can be inside another form.
    event?.stopPropagation();
    if (sending.current) return;
    setProblem(null);
    void form.handleSubmit(
      async (output) => {
        if (sending.current) return;
        sending.current = true;
        try {
          const { options: now } = latest.current;
          const asked = now.send(output, { changed: new Set(changedNames(latest.current.dirtyFields)) });
          const answer = asked ? await asked : null;
          now.once?.renew();
          settle();
          form.reset(answer !== null && now.after ? now.after(answer) : form.getValues(), ANEW);
          now.onSaved?.(answer);
        } catch (error) {
          fail(error);
        } finally {
          sending.current = false;
        }
      },
      () => {
        const wrong = latest.current.options.invalid?.(form.getValues());
        setProblem(wrong ? { ...wrong, quiet: true } : null);
      },
    )();
  };

  const discard = (): void => {
    settle();
    setProblem(null);
    form.reset(latest.current.options.values, ANEW);
  };
  const field = useCallback(
    <N extends FieldPath<I>>(name: N) => ({ control: form.control as unknown as Control<I>, name }),
    [form.control],
  );
  return {
    form,
    submit,
    busy: isSubmitting,
    dirty: isDirty,
    guarded: options.guard !== false,
    problem,
    tell: setProblem,
    field,
    restored: found !== null,
    discard,
  };
}

/** Names of the fields that react-hook-form marks as changed. */
function changedNames<I>(marks: unknown): (keyof I & string)[] {
  return Object.entries(marks ?? {})
    .filter(([, mark]) => isTouched(mark))
    .map(([name]) => name as keyof I & string);
}

/** True if react-hook-form's mark of a field, list or group contains a change. */
function isTouched(mark: unknown): boolean {
  if (typeof mark !== 'object' || mark === null) return mark === true;
  return Object.values(mark).some(isTouched);
}

/** The changed fields of a checked form: the body of a PATCH. */
export function pickChanged<O extends object>(output: O, changed: ReadonlySet<string>): Partial<O> {
  return Object.fromEntries(Object.entries(output).filter(([name]) => changed.has(name))) as Partial<O>;
}
