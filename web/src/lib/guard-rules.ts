import { type Path, paths } from './paths.ts';
import { isPapel, type Session } from './session.ts';

/**
 * Where a route's guard sends somebody, or null to let them in (specification 1, §2.1): no user or no role → /auth; a
 * role that is not in the route's list → /. After a sign-out the way leads to / as well.
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
 * Where / and /auth send somebody, or null to stay: whoever may open the dashboard goes there. A user without a role,
 * or with one that opens nothing, stays on the sign-in: sending them on would go round in circles.
 */
export function entryTarget(session: Pick<Session, 'papel'> | null): Path | null {
  return session && isPapel(session.papel) ? paths.dashboard : null;
}

/** Navigation state that lets the sign-in lead on to the page that was asked for. */
export const wantedPage = (page: { pathname: string; search: string }) => ({
  destino: `${page.pathname}${page.search}`,
});

/** What `wantedPage` left in the navigation state: a path of this product; the dashboard for any other state. */
export function destinationOf(state: unknown): string {
  const { destino } = (state ?? {}) as { destino?: unknown };
  return typeof destino === 'string' && /^\/(?!\/)/.test(destino) ? destino : paths.dashboard;
}
