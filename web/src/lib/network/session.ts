/**
 * The session of this browser: token, user and company under the storage keys `token`, `user` and `empresa`, in a
 * single store. It notices another tab's sign-out and an expired token by reading the storage every 500 ms (one string
 * comparison) and on the storage event. A token expires by the server's clock, or when the server refuses it, never by
 * the device's clock.
 */
import { PAPEIS, type Papel } from '@escuta/shared/domain/accounts/permissions';
import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

/** The user in the API's sign-in answer. Role and company may be in any of several fields. */
export interface SessionUser {
  id: string;
  email: string;
  nome?: string | null | undefined;
  roles?: readonly string[] | undefined;
  role?: string | null | undefined;
  user_metadata?: { role?: string | null | undefined; empresa_id?: string | null | undefined } | undefined;
  empresa_id?: string | null | undefined;
  /** True for a field-only account; missing in sessions that an older version stored. */
  so_campo?: boolean | undefined;
}

/** The company stored between page loads. */
export interface SessionCompany {
  id: string;
  nome?: string | null | undefined;
}

export interface Session {
  token: string;
  user: SessionUser;
  /** Role; null while the account is being configured. */
  papel: string | null;
  empresaId: string | null;
  /** True for a field-only account, which may use only the interview runner, its own interviews and its own devices. */
  soCampo: boolean;
  empresa: SessionCompany | null;
  /** Expiry of the token by the server's clock, ms since 1970. */
  expiresAt: number;
}

/** The reason why a session ended, by which screens choose their text. */
export type SessionEnd = 'logout' | 'expirada' | 'recusada' | 'outra-aba';

interface TokenPayload {
  exp: number;
  user_metadata?: { role?: string; empresa_id?: string };
  empresa_id?: string;
}

const KEYS = { token: 'token', user: 'user', empresa: 'empresa' } as const;
/** Interval of reading the storage, ms. */
export const SESSION_POLL_MS = 500;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Payload of a JWT, without checking its signature (the server does); null if it is no JWT or has no `exp`. */
export function decodeToken(token: string): TokenPayload | null {
  const part = token.split('.')[1];
  if (!part) return null;
  try {
    const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(payload) && typeof payload.exp === 'number' ? (payload as unknown as TokenPayload) : null;
  } catch {
    return null;
  }
}

/** The role: user_metadata.role, else role, else the first of roles; null without any. */
export function papelOf(user: SessionUser): string | null {
  return user.user_metadata?.role || user.role || user.roles?.[0] || null;
}

/** The company id: from the user's metadata, else from the user, else from the token's payload. */
export function empresaIdOf(user: SessionUser, payload: TokenPayload | null): string | null {
  return (
    user.user_metadata?.empresa_id ||
    user.empresa_id ||
    payload?.user_metadata?.empresa_id ||
    payload?.empresa_id ||
    null
  );
}

/** True if a role may open the signed-in area. */
export function isPapel(papel: string | null | undefined): papel is Papel {
  return PAPEIS.some((known) => known === papel);
}

function parseJson(text: string | null): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readUser(text: string | null): SessionUser | null {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value.id !== 'string' || typeof value.email !== 'string') return null;
  return value as unknown as SessionUser;
}

function readCompany(text: string | null): SessionCompany | null {
  const value = parseJson(text);
  return isRecord(value) && typeof value.id === 'string' ? (value as unknown as SessionCompany) : null;
}

export interface SessionStore {
  /** The present session, or null; the same object until something changes. */
  get(): Session | null;
  /** The reason why the last session ended; null after the next session starts or after `acknowledgeEnd`. */
  lastEnd(): SessionEnd | null;
  /** Stores a sign-in's answer. Throws if the token is malformed. */
  start(input: { token: string; user: SessionUser; empresa?: SessionCompany | null | undefined }): Session;
  /** Stores the company's name beside the session, for the next page load. */
  saveCompany(empresa: SessionCompany): void;
  /** Stores whether a manager limits the account to the field. */
  saveFieldOnly(soCampo: boolean): void;
  /** Call after the person was told that the session ended: `lastEnd` then returns null. */
  acknowledgeEnd(): void;
  /** Removes token, user and empresa from the storage. Nothing happens without a session. */
  end(reason: SessionEnd): void;
  /** Reads the storage and the server's clock; calls the listeners if the session changed. */
  check(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a session store on a storage. `now` returns the server's time, null if it is unknown. The page uses
 * `session`; tests create their own stores.
 */
export function createSessionStore(storage: Storage, now: () => number | null = serverNow): SessionStore {
  const listeners = new Set<() => void>();
  let rawToken: string | null = null;
  let current: Session | null = null;
  let ended: SessionEnd | null = null;

  const emit = (): void => {
    for (const listener of listeners) listener();
  };

  const forget = (): void => {
    for (const key of Object.values(KEYS)) storage.removeItem(key);
    rawToken = null;
    current = null;
  };

  const isOver = (expiresAt: number): boolean => expiresAt <= (now() ?? 0);

  /** Builds the session from the storage; removes an expired or malformed one. */
  const restore = (): void => {
    rawToken = storage.getItem(KEYS.token);
    current = null;
    if (rawToken === null) return;
    const payload = decodeToken(rawToken);
    const user = readUser(storage.getItem(KEYS.user));
    if (!payload || !user || isOver(payload.exp * 1000)) {
      const expired = payload !== null && user !== null;
      forget();
      if (expired) ended = 'expirada';
      return;
    }
    current = {
      token: rawToken,
      user,
      papel: papelOf(user),
      empresaId: empresaIdOf(user, payload),
      soCampo: user.so_campo === true,
      empresa: readCompany(storage.getItem(KEYS.empresa)),
      expiresAt: payload.exp * 1000,
    };
    ended = null;
  };

  restore();

  return {
    get: () => current,
    lastEnd: () => ended,
    start({ token, user, empresa }) {
      if (!decodeToken(token)) throw new Error('Resposta da API em formato inesperado');
      storage.setItem(KEYS.user, JSON.stringify(user));
      if (empresa) storage.setItem(KEYS.empresa, JSON.stringify(empresa));
      else storage.removeItem(KEYS.empresa);
      // The token comes last, so that a tab which sees it finds the matching user.
      storage.setItem(KEYS.token, token);
      restore();
      if (!current) throw new Error('Resposta da API em formato inesperado');
      emit();
      return current;
    },
    saveCompany(empresa) {
      if (!current || (current.empresa?.id === empresa.id && current.empresa.nome === empresa.nome)) return;
      storage.setItem(KEYS.empresa, JSON.stringify(empresa));
      current = { ...current, empresa };
      emit();
    },
    saveFieldOnly(soCampo) {
      if (!current || current.soCampo === soCampo) return;
      const user = { ...current.user, so_campo: soCampo };
      storage.setItem(KEYS.user, JSON.stringify(user));
      current = { ...current, user, soCampo };
      emit();
    },
    acknowledgeEnd() {
      ended = null;
    },
    end(reason) {
      if (!current && storage.getItem(KEYS.token) === null) return;
      forget();
      ended = reason;
      emit();
    },
    check() {
      const raw = storage.getItem(KEYS.token);
      if (raw !== rawToken) {
        const had = current !== null;
        restore();
        if (had && !current && ended === null) ended = 'outra-aba';
        emit();
        return;
      }
      if (current && isOver(current.expiresAt)) {
        forget();
        ended = 'expirada';
        emit();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A storage with the lifetime of the page, for browsers that refuse localStorage. */
function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => {
      values.delete(key);
    },
    setItem: (key, value) => {
      values.set(key, value);
    },
  };
}

function browserStorage(): Storage {
  try {
    localStorage.getItem(KEYS.token);
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

export const session: SessionStore = createSessionStore(browserStorage());

/** Watches the storage for changes; returns a function that ends the watch. The app's entry file calls this once. */
export function watchSession(): () => void {
  const timer = setInterval(session.check, SESSION_POLL_MS);
  window.addEventListener('storage', session.check);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', session.check);
  };
}

/** The session in a component; re-renders when it starts, changes or ends. Null during prerendering. */
export function useSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.get, () => null);
}

/** The session, for components inside the guarded area. Throws if there is no session. */
export function useRequiredSession(): Session {
  const current = useSession();
  if (!current) throw new Error('Usuário não autenticado.');
  return current;
}
