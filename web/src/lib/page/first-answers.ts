/**
 * First requests of a page, sent by the entry while the page's code is still on its way: on a slow line the answer
 * arrives before it is wanted. Each is handed out once, to the first call of that address by the same session
 * (`call`); the addresses, of the screens' lines (app/screens.ts), must be those that the pages ask
 * (tests/e2e/loading.longo.test.ts).
 */

/** The same moment's answer, or none: a page that comes later asks for itself, ms. */
const FRESH_MS = 15_000;
const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/**
 * Paths of screens and the addresses that each asks first (`first` of app/screens.ts), both with the path's parameters.
 */
export type FirstAsks = readonly (readonly [path: string, addresses: readonly string[]])[];

/** Asked for on every page of the signed-in area. */
const PROFILE = '/users/profile';

type Asked = { token: string; at: number; answer: Promise<Response> };
const waiting = new Map<string, Asked>();

/** First requests of a page; none for an address with more than a path, or with a remembered choice of days. */
export function firstAddresses(
  asks: FirstAsks,
  pathname: string,
  search: string,
  basis: string | null,
): readonly string[] {
  if (pathname !== '/' && !pathname.startsWith('/dashboard') && !pathname.startsWith('/admin')) return [];
  const plain = search === '' && (basis === null || basis === 'entrada');
  // A signed-in person goes from / to the dashboard.
  const here = pathname === '/' ? '/dashboard' : pathname;
  for (const [path, addresses] of plain ? asks : []) {
    const found = new RegExp(`^${path.replace(/:(\w+)/g, `(?<$1>${ID})`)}/?$`).exec(here);
    if (!found) continue;
    const filled = addresses.map((address) =>
      address.replace(/:(\w+)/g, (_whole, name) => found.groups?.[name] ?? ''),
    );
    return [...filled, PROFILE];
  }
  return [PROFILE];
}

/** Asks for what the page at hand asks first, as the session that holds `token`. */
export function askFirst(base: string, addresses: readonly string[], token: string): void {
  for (const address of addresses) {
    const url = base + address;
    const answer = fetch(url, { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` } });
    // Nobody may want it: whoever does hears of the failure.
    answer.catch(() => undefined);
    waiting.set(url, { token, at: Date.now(), answer });
  }
}

/** The answer that was asked for ahead, once; null: ask yourself. */
export function takeFirst(url: string, token: string | null): Promise<Response> | null {
  const asked = waiting.get(url);
  if (!asked) return null;
  waiting.delete(url);
  return asked.token === token && Date.now() - asked.at < FRESH_MS ? asked.answer : null;
}

/** Forgets what nobody has taken: what is sent now may change it. */
export function forgetFirst(): void {
  waiting.clear();
}
