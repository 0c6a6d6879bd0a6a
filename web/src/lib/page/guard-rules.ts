import { isPapel, type Session } from '../network/session.ts';
import { type Path, paths } from '../paths.ts';

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

/** Pages of this product that are not the router's may ask for themselves in the sign-in's address. */
const ASKING = /^\/entrevista\//;

/**
 * Where the sign-in leads: to what `wantedPage` left in the navigation state, to the runner's page that `?destino=` names; the
 * dashboard for anything else.
 */
export function destinationOf(state: unknown, search = ''): string {
  const { destino } = (state ?? {}) as { destino?: unknown };
  if (typeof destino === 'string' && /^\/(?!\/)/.test(destino)) return destino;
  const asked = new URLSearchParams(search).get('destino') ?? '';
  return ASKING.test(asked) ? asked : paths.dashboard;
}
