import { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { lastEventAge } from '@escuta/shared/platform/redis/live-events';
import type { Permit } from '@escuta/shared/platform/redis/shared-semaphore';
import {
  eventsChannel,
  gapChannel,
  type LiveEvent,
  liveEventSchema,
  type StreamOpened,
} from '@escuta/shared/queues/pipeline';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';

/**
 * Time between rounds, ms. The time grows with the number of the company's clients, because a round writes to each
 * client. A first event is sent at once, later events in rounds, a repeated event once per round.
 */
const MIN_SPACING_MS = 40;
const MAX_SPACING_MS = 150;
const SPACING_MS_A_CLIENT = 0.08;
const HEARTBEAT_MS = 20_000;
/** Greatest number of an account's streams (tabs and devices) over all processes. */
export const MAX_STREAMS_PER_ACCOUNT = 10;
/** Greatest number of a process's streams, which limits the memory used. */
const MAX_STREAMS = 5000;
/** Clients reconnect after 1 to 5 s, so that an ending process's clients do not all come at once. */
const RETRY_MS = 1000;
const RETRY_SPREAD_MS = 4000;
/** Unread bytes after which a client is dropped; it reconnects and refetches. */
const MAX_UNREAD = 256 * 1024;

/** After lost messages, clients are told to refetch in groups over GAP_SPREAD_MS, because all at once are too many. */
const GAP_TICK_MS = 100;
const GAP_SPREAD_MS = 5000;

const REFETCH = 'event: atualizar\ndata: {}\n\n';

type Client = {
  stream: Readable;
  /** True once the stream was ended: earlier writes are still sent, but no further writes are made. */
  ended: boolean;
  membroId: string;
  usuarioId: string | null;
  expiresAt: number;
  permit: Permit;
};
type Company = {
  clients: Set<Client>;
  pending: Map<string, LiveEvent>;
  timer: { stop: () => void } | null;
  /** Earliest time of the next round, monotonic clock, ms. */
  nextRoundAt: number;
  /** Resolves, once subscribed, to the function that unsubscribes. */
  stop: Promise<() => void> | null;
};

/** Key of events about the same thing, of which only the last event is needed. */
function keyOf(event: LiveEvent): string {
  if (event.tipo === 'item') return `item:${event.itemId}`;
  if (event.tipo === 'execucao') return `execucao:${event.execucaoId}`;
  if (event.tipo === 'tarefa') return `tarefa:${event.tarefaId}`;
  if (event.tipo === 'notificacao') return `notificacao:${event.usuarioId}`;
  return 'creditos';
}

/**
 * The open streams of live events, with a Redis subscription per watched company. Each message is encoded once for all
 * streams; a person's events are sent only to that person.
 */
export class EventStreams {
  readonly #deps: AppDeps;
  readonly #companies = new Map<string, Company>();
  #stop: (() => void) | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  /** Clients not yet notified of a gap. */
  readonly #untold = new Set<Client>();
  #telling: NodeJS.Timeout | null = null;
  #count = 0;

  constructor(deps: AppDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    this.#stop = this.#deps.sessions.onChange((id) => this.#endFor(id));
    void this.#deps.subscriptions.listen(gapChannel(this.#deps.env.REDIS_PREFIX), () => this.#tellOfGap());
  }

  /** Ends every stream; clients reconnect to another process. */
  close(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    if (this.#telling) clearInterval(this.#telling);
    this.#stop?.();
    for (const company of this.#companies.values()) {
      company.timer?.stop();
      for (const client of company.clients) end(client);
    }
  }

  /**
   * Opens a stream of the company's events until the session ends. `resumed`: the client was connected before and may
   * have missed events.
   * @throws AppError muitas_tentativas
   */
  async open(session: Session, resumed: boolean): Promise<Readable> {
    const { membroId, usuarioId, empresaId, expiresAt } = session;
    if (membroId === null || expiresAt === null)
      throw new AppError('nao_autenticado', 'Usuário não autenticado.');
    const hasRoom = this.#count < MAX_STREAMS;
    const permit = hasRoom
      ? await this.#deps.semaphore.take(`fluxos:${membroId}`, MAX_STREAMS_PER_ACCOUNT)
      : null;
    if (!permit) {
      throw new AppError('muitas_tentativas', 'Há muitas abas da Escuta abertas: feche algumas.', {
        retryAfterS: 30,
      });
    }
    // Needs no `read`: data are pushed, and wait only in the connection's buffer.
    const stream = new Readable({ read: () => undefined });
    const client: Client = { stream, ended: false, membroId, usuarioId, expiresAt, permit };
    this.#count++;
    this.#deps.metrics.eventStreams.set(this.#count);
    client.stream.once('close', () => this.#remove(empresaId, client));
    client.stream.on('error', () => client.stream.destroy());
    try {
      await this.#join(empresaId, client);
      // Reads the last event's age after the subscription, so that no event is lost.
      const opened: StreamOpened = { mudouHaMs: await this.#lastEventAge(empresaId) };
      const retryMs = RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS);
      // If the stream was ended meanwhile (messages may be lost), this write is its last, and the client reconnects.
      write(
        client,
        `retry: ${retryMs}\nevent: ligado\ndata: ${JSON.stringify(opened)}\n\n${resumed ? REFETCH : ''}`,
      );
    } catch (error) {
      // Frees the client's permit.
      client.stream.destroy();
      throw error;
    }
    return client.stream;
  }

  /** Age of the last event, ms; 0 if Redis does not answer, so that the page refetches and misses no change. */
  async #lastEventAge(empresaId: string): Promise<number> {
    const { redis, env } = this.#deps;
    // Does not wait again for a Redis that an earlier command found unreachable.
    if (redis.status !== 'ready') return 0;
    return lastEventAge(redis, env.REDIS_PREFIX, empresaId).catch(() => 0);
  }

  async #join(empresaId: string, client: Client): Promise<void> {
    const known = this.#companies.get(empresaId);
    if (known) {
      known.clients.add(client);
      await known.stop;
      return;
    }
    const company: Company = {
      clients: new Set([client]),
      pending: new Map(),
      timer: null,
      nextRoundAt: 0,
      stop: null,
    };
    company.stop = this.#deps.subscriptions.listen(
      eventsChannel(this.#deps.env.REDIS_PREFIX, empresaId),
      (message) => this.#receive(company, message),
    );
    this.#companies.set(empresaId, company);
    await company.stop;
  }

  #remove(empresaId: string, client: Client): void {
    client.permit.release();
    this.#untold.delete(client);
    this.#count--;
    this.#deps.metrics.eventStreams.set(this.#count);
    const company = this.#companies.get(empresaId);
    company?.clients.delete(client);
    if (!company || company.clients.size > 0) return;
    this.#companies.delete(empresaId);
    void company.stop?.then(
      (stop) => stop(),
      (error: unknown) => this.#deps.log.warn({ err: error }, 'Falha ao deixar os eventos de uma empresa'),
    );
  }

  #receive(company: Company, message: string): void {
    const parsed = liveEventSchema.safeParse(parseJson(message));
    if (!parsed.success) {
      this.#deps.log.warn('Evento ao vivo com forma desconhecida');
      return;
    }
    company.pending.set(keyOf(parsed.data), parsed.data);
    company.timer ??= schedule(company.nextRoundAt - performance.now(), () => this.#flush(company));
  }

  #flush(company: Company): void {
    company.timer = null;
    const spacing = company.clients.size * SPACING_MS_A_CLIENT;
    company.nextRoundAt = performance.now() + Math.min(MAX_SPACING_MS, Math.max(MIN_SPACING_MS, spacing));
    const events = [...company.pending.values()];
    company.pending.clear();
    const own = events.filter((event) => event.tipo === 'notificacao');
    const everybodys = linesOf(events.filter((event) => event.tipo !== 'notificacao'));
    const id = `id: ${Date.now()}\n`;
    const shared = everybodys === '' ? null : Buffer.from(id + everybodys);
    for (const client of company.clients) {
      const lines = linesOf(own.filter(({ usuarioId }) => usuarioId === client.usuarioId));
      if (lines !== '') write(client, id + everybodys + lines);
      else if (shared) write(client, shared);
    }
  }

  /** Notifies all clients of a gap, in groups. A client not yet told of an earlier gap gets one notice for the two. */
  #tellOfGap(): void {
    for (const { clients } of this.#companies.values())
      for (const client of clients) this.#untold.add(client);
    if (this.#telling) clearInterval(this.#telling);
    const slice = Math.ceil((this.#untold.size * GAP_TICK_MS) / GAP_SPREAD_MS);
    this.#telling = setInterval(() => this.#tellSome(slice), GAP_TICK_MS).unref();
  }

  #tellSome(slice: number): void {
    for (const client of [...this.#untold].slice(0, slice)) {
      this.#untold.delete(client);
      write(client, REFETCH);
    }
    if (this.#untold.size > 0 || !this.#telling) return;
    clearInterval(this.#telling);
    this.#telling = null;
  }

  #beat(): void {
    const now = Date.now();
    for (const company of this.#companies.values()) {
      for (const client of company.clients) {
        if (client.expiresAt <= now) end(client);
        else write(client, ': \n\n');
      }
    }
  }

  /**
   * Ends the streams of a changed account or company; clients still permitted open new streams. `id` null: messages
   * about changes were lost, so all streams end, and every client refetches with its token.
   */
  #endFor(id: string | null): void {
    for (const [empresaId, company] of this.#companies) {
      for (const client of [...company.clients]) {
        if (id === null) end(client, REFETCH);
        else if (client.membroId === id || empresaId === id) end(client);
      }
    }
  }
}

const linesOf = (events: readonly LiveEvent[]): string =>
  events.map((event) => `event: ${event.tipo}\ndata: ${JSON.stringify(event)}\n\n`).join('');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function write(client: Client, text: string | Buffer): void {
  const { stream, ended } = client;
  if (ended || stream.destroyed) return;
  if (stream.readableLength > MAX_UNREAD) stream.destroy();
  else stream.push(text);
}

function end(client: Client, last?: string): void {
  if (client.ended || client.stream.destroyed) return;
  if (last !== undefined) client.stream.push(last);
  client.stream.push(null);
  client.ended = true;
}

/** Calls `then` after `ms`. For 0 ms calls it after the current I/O, because a timer takes a millisecond. */
function schedule(ms: number, then: () => void): { stop: () => void } {
  if (ms > 0) {
    const timer = setTimeout(then, ms);
    return { stop: () => clearTimeout(timer) };
  }
  const soon = setImmediate(then);
  return { stop: () => clearImmediate(soon) };
}
