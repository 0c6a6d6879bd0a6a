/** Groups rows into calls before any import, because a call's legs need not be adjacent. */

/** A row's identifying values; a value is empty if the sheet lacks the column. */
export type Marcas = {
  /** linkedid: the first channel's identifier, common to all legs. */
  ligacao: string;
  uniqueId: string;
  canal: string;
  canalDestino: string;
  /** Caller, called party and start; joins half channels that nothing else joins. */
  chamada: string;
  /** Start and end, ms since 1970; null if unknown. */
  de: number | null;
  ate: number | null;
};

export type Grupos = {
  /** The last row of the call of row `n`; null for a single row. */
  lastOf(n: number): number | null;
  /** The first row of the call of row `n`, which identifies the call. */
  firstOf(n: number): number;
};

/** Equal names within this time, ms, mean the same channel; an exchange that restarts its numbering reuses names. */
const CANAL_MS = 3_600_000;
/** Largest gap between rows that only an identifier joins, ms. */
const FOLGA_MS = 120_000;

/** An internal channel's name without the half's ';1' or ';2'; null for other channels. */
const innerChannel = (canal: string): string | null =>
  /^Local\/.+(?=;[12]$)/iu.exec(canal.trim())?.[0] ?? null;
/** A channel's instance ('PJSIP/tronco-0000002a'), unique until the exchange restarts, if the name has one. */
const oneChannel = (canal: string): string | null =>
  /^(?!Local\/)\S+-[0-9a-f]{8,}$/iu.test(canal.trim()) ? canal.trim() : null;
/** True for the exchange's internal half of a channel. */
export const isSecondHalf = (canal: string): boolean => /^\s*Local\/.*;2\s*$/iu.test(canal);

/** True for a possible identifier; '-' and '0' are placeholders. */
const isIdentifier = (text: string): boolean => text.length >= 4 && /[0-9]/u.test(text);

/** FNV-1a hash, 52 bits. The index stores hashes, because 500,000 texts would take ten times the memory. */
function hash(text: string): number {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
  }
  return (high >>> 6) * 0x4000000 + (low >>> 6);
}

/** Telephony programs, which never reuse a call's identifier. */
const TELEFONIA: ReadonlySet<string | null> = new Set(['asterisk', 'freepbx', 'issabel', '3cx', 'vicidial']);

/** Creates the index. @param origem program that wrote the sheet @param destinos meanings of its columns */
export const legIndexOf = (origem: string | null, destinos: readonly string[]): LegIndex =>
  new LegIndex(TELEFONIA.has(origem) || destinos.includes('ligacao') || destinos.includes('canal'));

type Visto = { n: number; ate: number | null; de: number | null };

/**
 * Reads a sheet's rows once, in order.
 * @param doAsterisk true for unique identifiers (channels, linkedids); if false ('protocolo'), a customer's calls may
 * share an identifier, and only rows close in time are legs
 */
export class LegIndex {
  readonly #doAsterisk: boolean;
  /** Parent links to the first row of a call (union-find). */
  readonly #parent = new Map<number, number>();
  readonly #last = new Map<number, number>();
  /** Each identifier's last row (`#ids`), and, unless identifiers are unique, that row's time (`#times`). */
  readonly #ids = new Map<string, number>();
  readonly #times = new Map<number, Omit<Visto, 'n'>>();
  readonly #inner = new Map<string, Visto>();
  /** First row by the hash of `chamada`, to which half channels without their other half are joined. */
  readonly #calls = new Map<number, number>();
  readonly #halves: { n: number; key: number }[] = [];

  constructor(doAsterisk: boolean) {
    this.#doAsterisk = doAsterisk;
  }

  add(n: number, { ligacao, uniqueId, canal, canalDestino, chamada, de, ate }: Marcas): void {
    const ids = [...new Set([ligacao, uniqueId])].filter(isIdentifier);
    for (const id of ids) {
      const before = this.#ids.get(id);
      if (before === undefined || !this.#meets(before, { de, ate })) {
        this.#ids.set(id, n);
        if (!this.#doAsterisk) this.#times.set(n, { de, ate });
      } else this.#join(before, n);
    }
    if (canal === '' && canalDestino === '') return;
    // Without identifiers, the caller's channel joins the rows.
    const own = ids.length === 0 ? oneChannel(canal) : null;
    for (const channel of [innerChannel(canal), innerChannel(canalDestino), own]) {
      if (channel === null) continue;
      const before = this.#inner.get(channel);
      if (before && (before.de === null || de === null || Math.abs(before.de - de) <= CANAL_MS))
        this.#join(before.n, n);
      this.#inner.set(channel, { n, de, ate });
    }
    const key = hash(chamada);
    if (isSecondHalf(canal)) this.#halves.push({ n, key });
    else if (!this.#calls.has(key)) this.#calls.set(key, n);
  }

  end(): Grupos {
    for (const { n, key } of this.#halves) {
      const call = this.#calls.get(key);
      if (call !== undefined && !this.#parent.has(n)) this.#join(call, n);
    }
    this.#ids.clear();
    this.#times.clear();
    this.#inner.clear();
    this.#calls.clear();
    return {
      lastOf: (n) => (this.#parent.has(n) ? (this.#last.get(this.#rootOf(n)) ?? null) : null),
      firstOf: (n) => this.#rootOf(n),
    };
  }

  /** True if two rows of one identifier belong to the same call. */
  #meets(before: number, row: Omit<Visto, 'n'>): boolean {
    if (this.#doAsterisk) return true;
    const known = this.#times.get(before);
    if (!known || !meets(known, row)) return false;
    known.ate = latest(known.ate, row.ate);
    known.de = earliest(known.de, row.de);
    return true;
  }

  #rootOf(n: number): number {
    let root = n;
    for (let up = this.#parent.get(root); up !== undefined && up !== root; up = this.#parent.get(root))
      root = up;
    for (let at = n; at !== root; ) {
      const up = this.#parent.get(at) as number;
      this.#parent.set(at, root);
      at = up;
    }
    return root;
  }

  #join(a: number, b: number): void {
    if (a === b) return;
    for (const n of [a, b]) {
      if (this.#parent.has(n)) continue;
      this.#parent.set(n, n);
      this.#last.set(n, n);
    }
    const [one, other] = [this.#rootOf(a), this.#rootOf(b)];
    if (one === other) return;
    const [first, second] = [Math.min(one, other), Math.max(one, other)];
    this.#parent.set(second, first);
    this.#last.set(first, Math.max(this.#last.get(first) ?? first, this.#last.get(second) ?? second));
    this.#last.delete(second);
  }
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const meets = (a: Omit<Visto, 'n'>, b: Omit<Visto, 'n'>): boolean =>
  a.de !== null && b.de !== null && b.de <= (a.ate ?? a.de) + FOLGA_MS && a.de <= (b.ate ?? b.de) + FOLGA_MS;
