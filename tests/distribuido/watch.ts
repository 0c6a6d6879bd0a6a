// Simulated users during faults: some read lists without pause, some keep a page open and must learn of each item's
// end.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Load } from '../faults/load.ts';
import type { TestDeps } from '../support/app.ts';
import { createMembro, signToken } from '../support/factories.ts';

/** The page's own function (web/src/lib/live/stream.ts), typed here because its file needs a browser's types. */
type OpenStream = (
  url: string,
  token: string,
  handlers: {
    onEvent: (event: LiveEvent) => void;
    onGap: () => void;
    onLastChange: (at: number) => void;
    onConnected: (connected: boolean) => void;
    onRefused: () => void;
  },
) => { close: () => void };

const READERS = 6;
const LISTENERS = 12;
/** Pages of an account: fewer than MAX_STREAMS_PER_ACCOUNT, because a killed process's streams count on for a while. */
const LISTENERS_EACH = 3;
/** A reader's pause between two pages, ms. */
const PAUSE_MS = 150;
/** A page retries a failed refetch after this time, ms. */
const REFETCH_MS = 1000;
/** Greatest delay until a page learns of the last item's end, ms: a reconnection's pause and a refetch. */
const HEAR_LIMIT_MS = 60_000;

export class Watch {
  reads = 0;
  /** Failed requests, in order. */
  readonly failed: string[] = [];
  /** Number of pages that learned of every item's end. */
  heard = 0;
  readonly listeners = LISTENERS;
  /** Number of ended connections over all pages. */
  reconnections = 0;
  readonly #apiUrl: string;
  #stopped = false;
  readonly #work: Promise<void>[] = [];
  #pages: Page[] = [];

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  /** Starts the users; the returned function ends them, and names pages that missed an item's end. */
  async start(deps: TestDeps, { tenant, apiKey }: Load): Promise<() => Promise<string[]>> {
    const { empresa, projeto, auditoria } = tenant;
    const lists = [
      `/auditoria/${auditoria.id}/items?limit=20`,
      `/auditoria/${auditoria.id}/items?limit=50&status=concluido`,
      `/projetos?limit=20`,
      `/projetos/${projeto.id}/auditoria-items?limit=20`,
      `/projetos/${projeto.id}`,
    ];
    for (let n = 0; n < READERS; n += 1) this.#work.push(this.#readOn(lists, n, apiKey));
    // Defines the functions by which the page listens for the event 'online', which only browsers send.
    const scope = globalThis as { addEventListener?: unknown; removeEventListener?: unknown };
    scope.addEventListener ??= () => undefined;
    scope.removeEventListener ??= () => undefined;
    const { openStream } = (await import(
      new URL('../../web/src/lib/live/stream.ts', import.meta.url).pathname
    )) as { openStream: OpenStream };
    const membros = await Promise.all(
      Array.from({ length: LISTENERS / LISTENERS_EACH }, () =>
        createMembro(deps, empresa, { papel: 'gerente' }),
      ),
    );
    this.#pages = membros.flatMap((membro) => {
      const token = signToken(deps, membro, { expiresInS: 14_400 });
      const read = (path: string) => this.#read(path, token);
      return Array.from(
        { length: LISTENERS_EACH },
        () => new Page(openStream, `${this.#apiUrl}/eventos`, token, read, auditoria.id),
      );
    });
    return async () => {
      const { rows } = await deps.db.query<{ id: string }>(
        `select id from auditoria_itens where empresa_id = $1 and status = 'concluido'`,
        [empresa.id],
      );
      const ends = rows.map(({ id }) => id);
      const limit = Date.now() + HEAR_LIMIT_MS;
      while (this.#pages.some((page) => page.missing(ends) > 0) && Date.now() < limit) await sleep(200);
      const deaf = this.#pages.map((page) => page.missing(ends)).filter((n) => n > 0);
      this.heard = LISTENERS - deaf.length;
      this.reconnections = this.#pages.reduce((sum, page) => sum + page.reconnections, 0);
      await this.stop();
      return deaf.length === 0
        ? []
        : [`páginas que não souberam de todos os fins: ${deaf.join(', ')} faltaram`];
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const page of this.#pages) page.close();
    await Promise.all(this.#work);
  }

  async #readOn(lists: readonly string[], from: number, token: string): Promise<void> {
    for (let n = from; !this.#stopped; n += 1) {
      await this.#read(lists[n % lists.length] as string, token);
      await sleep(PAUSE_MS);
    }
  }

  /**
   * A single GET without retries.
   * @returns null if it failed
   */
  async #read(path: string, token: string): Promise<unknown> {
    this.reads += 1;
    const began = Date.now();
    try {
      const answer = await fetch(`${this.#apiUrl}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 120)}`);
      return JSON.parse(text);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      const why = cause ? `${message}: ${cause.message}` : message;
      this.failed.push(
        `${new Date().toISOString().slice(11, 23)} ${path.split('?')[0]} após ${Date.now() - began} ms: ${why}`,
      );
      return null;
    }
  }
}

/**
 * A page with the list of ended items, kept current by its stream, and by refetching where the stream reports a gap.
 */
class Page {
  reconnections = -1;
  readonly #ended = new Set<string>();
  readonly #stream: { close: () => void };
  #asking: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(
    open: OpenStream,
    url: string,
    token: string,
    read: (path: string) => Promise<unknown>,
    auditoriaId: string,
  ) {
    const refetch = () => {
      this.#again = true;
      this.#asking ??= this.#askAll(read, auditoriaId).finally(() => {
        this.#asking = null;
      });
    };
    this.#stream = open(url, token, {
      onEvent: (event) => {
        if (event.tipo === 'item' && event.status === 'concluido') this.#ended.add(event.itemId);
      },
      onGap: refetch,
      onLastChange: () => undefined,
      onConnected: (connected) => {
        if (connected) this.reconnections += 1;
      },
      onRefused: () => undefined,
    });
  }

  missing(ends: readonly string[]): number {
    return ends.filter((id) => !this.#ended.has(id)).length;
  }

  close(): void {
    this.#closed = true;
    this.#stream.close();
  }

  async #askAll(read: (path: string) => Promise<unknown>, auditoriaId: string): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      for (let page = 1; ; page += 1) {
        const path = `/auditoria/${auditoriaId}/items?status=concluido&limit=100&page=${page}`;
        const answer = (await read(path)) as { data: { id: string }[] } | null;
        if (answer === null) {
          this.#again = true;
          await sleep(REFETCH_MS);
          break;
        }
        for (const { id } of answer.data) this.#ended.add(id);
        if (answer.data.length < 100) break;
      }
    }
  }
}
