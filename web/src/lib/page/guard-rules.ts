import { isPapel, type Session } from '../network/session.ts';
import { type Path, paths } from '../paths.ts';

/**
 * Page to which a route's guard redirects; null lets the person in (specification 1, §2.1). Without session: /auth, or
 * / after a sign-out. With a session without role: /auth. With a role that the route does not list: /.
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
 * Page to which / and /auth redirect a person; null if the person stays. People who may open the dashboard go there. A
 * user whose role opens no page stays on the sign-in, because a redirect would loop.
 */
export function entryTarget(session: Pick<Session, 'papel'> | null): Path | null {
  return session && isPapel(session.papel) ? paths.dashboard : null;
}

/** First page after a sign-in if no other page was asked for: the runner for a field-only account, or the dashboard. */
export const firstPage = (session: Pick<Session, 'soCampo'> | null): Path =>
  session?.soCampo ? paths.campo : paths.dashboard;

/** Navigation state that tells the sign-in to which page the person wanted to go. */
export const wantedPage = (page: { pathname: string; search: string }) => ({
  destino: `${page.pathname}${page.search}`,
});

/** Pages outside the router that may be named in the sign-in's address as the page to return to. */
const ASKING = /^\/entrevista\//;

/**
 * Page to open after a sign-in: the page in `wantedPage`'s navigation state, or the runner's page in `?destino=`; else
 * `otherwise`.
 */
export function destinationOf(state: unknown, search = '', otherwise: string = paths.dashboard): string {
  const { destino } = (state ?? {}) as { destino?: unknown };
  if (typeof destino === 'string' && /^\/(?!\/)/.test(destino)) return destino;
  const asked = new URLSearchParams(search).get('destino') ?? '';
  return ASKING.test(asked) ? asked : otherwise;
}
