/**
 * Text that somebody was typing at the end of their session, kept in this tab until the same person signs in to the
 * same company again. Never passwords or files; a sign-out or another person clears it.
 */
import { type Session, session } from '../network/session.ts';

const PREFIX = 'rascunho:';
/** Names of fields that are never kept. */
const SECRET = /senha|password|token|segredo/i;

export interface Draft {
  /** The form's name, for people. */
  title: string;
  /** True if the form stands in a dialog that has to be opened again. */
  dialog: boolean;
  /** The fields that were changed, by name. */
  values: Readonly<Record<string, unknown>>;
}

/** Owner of drafts: one person in one company. */
export const draftOwner = (of: Session): string => `${of.user.id}:${of.empresaId ?? ''}`;

const keyOf = (owner: string, form: string): string => `${PREFIX}${owner}:${form}`;

function keys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
}

/** Without what must not be kept; null when nothing is left. */
export function keepable(values: Readonly<Record<string, unknown>>): Draft['values'] | null {
  const kept = Object.entries(values).filter(
    ([name, value]) => !SECRET.test(name) && !(value instanceof Blob) && value !== undefined,
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Keeps a form's changed fields. A browser that refuses storage keeps nothing. */
export function keepDraft(owner: string, form: string, draft: Draft): void {
  const values = keepable(draft.values);
  if (!values) return;
  try {
    sessionStorage.setItem(keyOf(owner, form), JSON.stringify({ ...draft, values }));
  } catch {
    // Full or refused: the person was warned before the session ended.
  }
}

export function readDraft(owner: string, form: string): Draft | null {
  try {
    const text = sessionStorage.getItem(keyOf(owner, form));
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

export function dropDraft(owner: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(owner, form));
  } catch {
    // Nothing was kept.
  }
}

/** True if anything waits for its person to sign in again. */
export function hasDrafts(): boolean {
  try {
    return keys().length > 0;
  } catch {
    return false;
  }
}

/** Titles of the dialogs that a person was typing in. */
export function dialogsWithDrafts(owner: string): string[] {
  try {
    return keys()
      .filter((key) => key.startsWith(`${PREFIX}${owner}:`))
      .map((key) => JSON.parse(sessionStorage.getItem(key) ?? '') as Draft)
      .flatMap(({ title, dialog }) => (dialog ? [title] : []));
  } catch {
    return [];
  }
}

/** Clears every draft but those of `owner`; of everybody without one. */
export function clearDrafts(owner?: string): void {
  try {
    for (const key of keys()) {
      if (owner === undefined || !key.startsWith(`${PREFIX}${owner}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

/** Called once, by the entry: a sign-out clears all, a sign-in clears what others left. Returns how to stop. */
export function watchDrafts(): () => void {
  return session.subscribe(() => {
    const now = session.get();
    if (now) clearDrafts(draftOwner(now));
    else if (session.lastEnd() === 'logout') clearDrafts();
  });
}
