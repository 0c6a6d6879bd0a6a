import { isPapel, type Session } from '../network/session.ts';
import { type Path, paths } from '../paths.ts';

/**
 * Target of a route's guard; null admits the person (specification 1, §2.1): without user or role → /auth; with a role
 * outside the route's list → /. A sign-out also opens /.
 */
export function guardTarget(
  session: Pick<Session, 'papel'> | null,
  papeis: readonly string[],
  signedOut = false,
): Path | null {
  if (!session) return signedOut ? paths.home : paths.auth;
  if (!session.papel) return paths.auth;
  return papeis.includes(session.papel) ? null : paths.home;
}

/**
 * Target of / and /auth; null: stay. People who may open the dashboard go there. A user whose role opens no page stays
 * on the sign-in, because a redirect would loop.
 */
export function entryTarget(session: Pick<Session, 'papel'> | null): Path | null {
  return session && isPapel(session.papel) ? paths.dashboard : null;
}

/** First page after a sign-in without a wanted page: a field-only account goes to the runner. */
export const firstPage = (session: Pick<Session, 'soCampo'> | null): Path =>
  session?.soCampo ? paths.campo : paths.dashboard;

/** Navigation state by which the sign-in returns to the wanted page. */
export const wantedPage = (page: { pathname: string; search: string }) => ({
  destino: `${page.pathname}${page.search}`,
});

/** Pages outside the router that may name themselves in the sign-in's address. */
const ASKING = /^\/entrevista\//;

/**
 * Target of the sign-in: the page in `wantedPage`'s navigation state, or the runner's page in `?destino=`; else
 * `otherwise`.
 */
export function destinationOf(state: unknown, search = '', otherwise: string = paths.dashboard): string {
  const { destino } = (state ?? {}) as { destino?: unknown };
  if (typeof destino === 'string' && /^\/(?!\/)/.test(destino)) return destino;
  const asked = new URLSearchParams(search).get('destino') ?? '';
  return ASKING.test(asked) ? asked : otherwise;
}
