/**
 * A page's first requests, sent by the entry script while the page's code is still loading, so that answers arrive
 * earlier on a slow line. Each answer is used once, by the first call to the same address in the same session (`call`).
 * The addresses are declared with the screens (app/screens.ts) and must equal those that the pages request
 * (tests/e2e/loading.longo.test.ts).
 */

/** Greatest age of an answer requested ahead, ms: a page opened later sends its own request. */
const FRESH_MS = 15_000;
const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/** A screen's path, and the addresses of its first requests (`first` in app/screens.ts), with the path's parameters. */
export type FirstAsks = readonly (readonly [path: string, addresses: readonly string[]])[];

/** Address that every page of the signed-in area requests. */
const PROFILE = '/users/profile';

type Asked = { token: string; at: number; answer: Promise<Response> };
const waiting = new Map<string, Asked>();

/** Addresses of a page's first requests; only the profile if a query or stored choice would change the requests. */
export function firstAddresses(
  asks: FirstAsks,
  pathname: string,
  search: string,
  basis: string | null,
): readonly string[] {
  if (pathname !== '/' && !pathname.startsWith('/dashboard') && !pathname.startsWith('/admin')) return [];
  const plain = search === '' && (basis === null || basis === 'entrada');
  // A signed-in person who opens the address '/' is redirected to the dashboard.
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

/** Sends the page's first requests for the session of `token`. */
export function askFirst(base: string, addresses: readonly string[], token: string): void {
  for (const address of addresses) {
    const url = base + address;
    const answer = fetch(url, { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` } });
    // Prevents an unhandled rejection if no caller awaits the answer; a caller that awaits it receives the failure.
    answer.catch(() => undefined);
    waiting.set(url, { token, at: Date.now(), answer });
  }
}

/** Takes the answer requested ahead, which can be taken once; null if the caller must send the request itself. */
export function takeFirst(url: string, token: string | null): Promise<Response> | null {
  const asked = waiting.get(url);
  if (!asked) return null;
  waiting.delete(url);
  return asked.token === token && Date.now() - asked.at < FRESH_MS ? asked.answer : null;
}

/** Drops the answers requested ahead that are still unused: call before a request that may change them. */
export function forgetFirst(): void {
  waiting.clear();
}
