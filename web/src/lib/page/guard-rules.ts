import { isPapel, type Session } from '../network/session.ts';
import { type Path, paths } from '../paths.ts';

/**
 * Target of a route's guard; null lets the person in (specification 1, §2.1): no user or no role → /auth; a role
 * outside the route's list → /. A sign-out leads to / as well.
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
 * Target of / and /auth; null: stay. People who may open the dashboard go there. A user without a role, or with one
 * that opens nothing, stays on the sign-in, because a redirect would go round in circles.
 */
export function entryTarget(session: Pick<Session, 'papel'> | null): Path | null {
  return session && isPapel(session.papel) ? paths.dashboard : null;
}

/** Where the sign-in leads somebody who asked for no page: a field-only account to the runner. */
export const firstPage = (session: Pick<Session, 'soCampo'> | null): Path =>
  session?.soCampo ? paths.campo : paths.dashboard;

/** Navigation state that lets the sign-in lead on to the page that was asked for. */
export const wantedPage = (page: { pathname: string; search: string }) => ({
  destino: `${page.pathname}${page.search}`,
});

/** Pages of this product that are not the router's may ask for themselves in the sign-in's address. */
const ASKING = /^\/entrevista\//;

/**
 * Target of the sign-in: the page that `wantedPage` left in the navigation state, or the runner's page that
 * `?destino=` names; else `otherwise`.
 */
export function destinationOf(state: unknown, search = '', otherwise: string = paths.dashboard): string {
  const { destino } = (state ?? {}) as { destino?: unknown };
  if (typeof destino === 'string' && /^\/(?!\/)/.test(destino)) return destino;
  const asked = new URLSearchParams(search).get('destino') ?? '';
  return ASKING.test(asked) ? asked : otherwise;
}
