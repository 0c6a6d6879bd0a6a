import { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { lastEventAge } from '@escuta/shared/platform/redis/live-events';
import type { Place } from '@escuta/shared/platform/redis/places';
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
 * A lone event goes out at once. After it a company's clients hear at most every so many ms, and of repeated events of one
 * thing the last: the more of them listen, the longer, since each round writes once to each.
 */
const MIN_SPACING_MS = 40;
const MAX_SPACING_MS = 150;
const SPACING_MS_A_CLIENT = 0.08;
const HEARTBEAT_MS = 20_000;
/** Streams of one account in all processes: tabs and devices. */
export const MAX_STREAMS_PER_ACCOUNT = 10;
/** Streams of one process: its memory. */
const MAX_STREAMS = 5000;
/** A client that was cut off comes back after 1 to 5 s: those of a process that ends do not all come at once. */
const RETRY_MS = 1000;
const RETRY_SPREAD_MS = 4000;
/** A client that leaves more than this unread is dropped, bytes; it comes back and refetches. */
const MAX_UNREAD = 256 * 1024;

/** A process vanished: clients are told one slice each so many ms, all of them within so long, so that they do not all ask again at once. */
const GAP_TICK_MS = 100;
const GAP_SPREAD_MS = 5000;

/** Tells a client that it may have missed events. */
const REFETCH = 'event: atualizar\ndata: {}\n\n';

type Client = {
  stream: Readable;
  /** It was told to end: what was written before goes out, and nothing more. */
  ended: boolean;
  membroId: string;
  usuarioId: string | null;
  expiresAt: number;
  place: Place;
};
type Company = {
  clients: Set<Client>;
  pending: Map<string, LiveEvent>;
  timer: { stop: () => void } | null;
  /** When the next round may go out, by the monotonic clock, ms. */
  nextRoundAt: number;
  /** Resolves, once the subscription stands, to how to end it. */
  stop: Promise<() => void> | null;
};

/** What makes two events the same thing: only the last of them matters. */
function keyOf(event: LiveEvent): string {
  if (event.tipo === 'item') return `item:${event.itemId}`;
  if (event.tipo === 'execucao') return `execucao:${event.execucaoId}`;
  if (event.tipo === 'tarefa') return `tarefa:${event.tarefaId}`;
  if (event.tipo === 'notificacao') return `notificacao:${event.usuarioId}`;
  return 'creditos';
}

/**
 * The open streams of live events: one Redis subscription for each company that somebody of it watches, however many
 * watch. Each message is written once as text and handed to all of the company's streams; what is one person's, to theirs alone.
 */
export class EventStreams {
  readonly #deps: AppDeps;
  readonly #companies = new Map<string, Company>();
  #stop: (() => void) | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  /** Those whom a gap has not been told yet. */
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

  /** Ends every stream: clients come back to another process. */
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
   * A stream of the events of the caller's company, until the session ends. `resumed`: the client was connected before
   * and may have missed some. @throws AppError muitas_tentativas
   */
  async open(session: Session, resumed: boolean): Promise<Readable> {
    const { membroId, usuarioId, empresaId, expiresAt } = session;
    if (membroId === null || expiresAt === null)
      throw new AppError('nao_autenticado', 'Usuário não autenticado.');
    const hasRoom = this.#count < MAX_STREAMS;
    const place = hasRoom
      ? await this.#deps.places.take(`fluxos:${membroId}`, MAX_STREAMS_PER_ACCOUNT)
      : null;
    if (!place) {
      throw new AppError('muitas_tentativas', 'Muitas abas da Escuta abertas: feche algumas.', {
        retryAfterS: 30,
      });
    }
    // What is pushed goes straight on to the connection: one buffer between them, and it is the connection's own.
    const stream = new Readable({ read: () => undefined });
    const client: Client = { stream, ended: false, membroId, usuarioId, expiresAt, place };
    this.#count++;
    this.#deps.metrics.eventStreams.set(this.#count);
    client.stream.once('close', () => this.#remove(empresaId, client));
    client.stream.on('error', () => client.stream.destroy());
    try {
      await this.#join(empresaId, client);
      // Asked for once events arrive: none falls between the two.
      const opened: StreamOpened = { mudouHaMs: await this.#lastEventAge(empresaId) };
      const retryMs = RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS);
      // Ended meanwhile (messages may have been lost): what it was told then is all of it, and the client comes back.
      write(
        client,
        `retry: ${retryMs}\nevent: ligado\ndata: ${JSON.stringify(opened)}\n\n${resumed ? REFETCH : ''}`,
      );
    } catch (error) {
      // Gives its place back.
      client.stream.destroy();
      throw error;
    }
    return client.stream;
  }

  /** As if something had changed this moment where Redis does not say: the page asks again rather than miss it. */
  async #lastEventAge(empresaId: string): Promise<number> {
    const { redis, env } = this.#deps;
    // Found to be away by the command before: one wait is enough for whoever opens the stream.
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
    client.place.release();
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
    company.timer ??= after(company.nextRoundAt - performance.now(), () => this.#flush(company));
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
    // Put into bytes once, however many listen.
    const shared = everybodys === '' ? null : Buffer.from(id + everybodys);
    for (const client of company.clients) {
      const lines = linesOf(own.filter(({ usuarioId }) => usuarioId === client.usuarioId));
      if (lines !== '') write(client, id + everybodys + lines);
      else if (shared) write(client, shared);
    }
  }

  /** Whom an earlier gap has not been told yet hears of both at once. */
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
   * Ends the streams of an account or a company whose state changed: who still may listen opens a new one. `id` null:
   * messages were lost, a change of accounts perhaps among them, so every client refetches and shows its token again.
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

/** Calls `then` after so many ms; where that is now, as soon as what has come in is read: a timer would take a millisecond. */
function after(ms: number, then: () => void): { stop: () => void } {
  if (ms > 0) {
    const timer = setTimeout(then, ms);
    return { stop: () => clearTimeout(timer) };
  }
  const soon = setImmediate(then);
  return { stop: () => clearImmediate(soon) };
}
