/**
 * What a page asks first of all, asked for by the entry while the page's code is still on its way: on a slow line the answer is
 * there before whoever wants it. Each is handed out once, to the first call of that address by the same session (`call`); the
 * addresses must be those that the pages ask (tests/e2e/loading.longo.test.ts).
 */

/** The same moment's answer, or none: a page that comes later asks for itself, ms. */
const FRESH_MS = 15_000;
const ID = '([0-9a-f]{8}-[0-9a-f-]{27})';

/** Of an address that says nothing but its path. `$1`: the id in it. */
const FIRST: readonly (readonly [path: RegExp, addresses: readonly string[]])[] = [
  [/^\/(dashboard\/?)?$/, ['/dashboard']],
  [
    new RegExp(`^/dashboard/projects/${ID}/ligacoes/?$`),
    ['/projetos/$1/auditoria-items?limit=10&page=1', '/projetos/$1'],
  ],
  [new RegExp(`^/dashboard/call-analysis/${ID}/?$`), ['/auditoria-items/$1/resultados']],
  [/^\/dashboard\/relatorios(\/volume)?\/?$/, ['/relatorios/volume']],
];

/** Asked for on every page of the signed-in area. */
const PROFILE = '/users/profile';

type Asked = { token: string; at: number; answer: Promise<Response> };
const waiting = new Map<string, Asked>();

/** What a page asks first; nothing of one whose address says more than its path, or whose choice of days is remembered. */
export function firstAddresses(pathname: string, search: string, basis: string | null): readonly string[] {
  if (pathname !== '/' && !pathname.startsWith('/dashboard') && !pathname.startsWith('/admin')) return [];
  const plain = search === '' && (basis === null || basis === 'entrada');
  for (const [path, addresses] of plain ? FIRST : []) {
    const found = path.exec(pathname);
    if (found) return [...addresses.map((address) => address.replace('$1', found[1] ?? '')), PROFILE];
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
