/**
 * First requests of a page, sent by the entry while the page's code loads, so that on a slow line answers arrive in
 * time. Each answer is given once, to the first call of the same address by the same session (`call`); addresses come
 * from the screens' lines (app/screens.ts) and must equal the pages' own (tests/e2e/loading.longo.test.ts).
 */

/** Greatest age of a first answer, ms: later pages send their own request. */
const FRESH_MS = 15_000;
const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/** Paths of screens and their first requests (`first` in app/screens.ts), both with the path's parameters. */
export type FirstAsks = readonly (readonly [path: string, addresses: readonly string[]])[];

/** Requested on every page of the signed-in area. */
const PROFILE = '/users/profile';

type Asked = { token: string; at: number; answer: Promise<Response> };
const waiting = new Map<string, Asked>();

/** First requests of a page; none if the address has more than a path, or a choice of days is stored. */
export function firstAddresses(
  asks: FirstAsks,
  pathname: string,
  search: string,
  basis: string | null,
): readonly string[] {
  if (pathname !== '/' && !pathname.startsWith('/dashboard') && !pathname.startsWith('/admin')) return [];
  const plain = search === '' && (basis === null || basis === 'entrada');
  // A signed-in person is led from / to the dashboard.
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

/** Takes the answer requested ahead, once; null: send the request. */
export function takeFirst(url: string, token: string | null): Promise<Response> | null {
  const asked = waiting.get(url);
  if (!asked) return null;
  waiting.delete(url);
  return asked.token === token && Date.now() - asked.at < FRESH_MS ? asked.answer : null;
}

/** Drops answers that nobody has taken: the request sent now may change them. */
export function forgetFirst(): void {
  waiting.clear();
}
