/**
 * Drafts: text that was being typed when a session ended. It is stored in this tab until the same person signs in to
 * the same company. Passwords and files are never stored; a sign-out, or a sign-in by another person, clears the
 * drafts.
 */
import { type Session, session } from '../network/session.ts';

const PREFIX = 'rascunho:';
/** Names of fields that are never stored. */
const SECRET = /senha|password|token|segredo/i;

export interface Draft {
  /** The form's name for people. */
  title: string;
  /** True if the form is in a dialog, which the person must open again to see the draft. */
  dialog: boolean;
  /** The values of the changed fields, by field name. */
  values: Readonly<Record<string, unknown>>;
}

/** Owner of drafts: a person in a company. */
export const draftOwner = (of: Session): string => `${of.user.id}:${of.empresaId ?? ''}`;

const keyOf = (owner: string, form: string): string => `${PREFIX}${owner}:${form}`;

function keys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
}

/** Values without secrets; null if none are left. */
export function keepable(values: Readonly<Record<string, unknown>>): Draft['values'] | null {
  const kept = Object.entries(values).filter(
    ([name, value]) => !SECRET.test(name) && !(value instanceof Blob) && value !== undefined,
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Stores a form's changed fields, unless the browser refuses storage. */
export function keepDraft(owner: string, form: string, draft: Draft): void {
  const values = keepable(draft.values);
  if (!values) return;
  try {
    sessionStorage.setItem(keyOf(owner, form), JSON.stringify({ ...draft, values }));
  } catch {
    // Storage is full or refused: the draft is lost, but the person was warned before the session ended.
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
    // Without storage there is nothing to remove.
  }
}

/** True if a draft of any person is stored. */
export function hasDrafts(): boolean {
  try {
    return keys().length > 0;
  } catch {
    return false;
  }
}

/** Titles of the dialogs for which this owner has drafts. */
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

/** Clears all drafts, or, if `owner` is given, all drafts except the owner's. */
export function clearDrafts(owner?: string): void {
  try {
    for (const key of keys()) {
      if (owner === undefined || !key.startsWith(`${PREFIX}${owner}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Watches the session: a sign-out clears all drafts, a sign-in clears other people's. Called once at the start.
 * @returns a function that stops the watching
 */
export function watchDrafts(): () => void {
  return session.subscribe(() => {
    const now = session.get();
    if (now) clearDrafts(draftOwner(now));
    else if (session.lastEnd() === 'logout') clearDrafts();
  });
}
