/**
 * A self-reconnecting connection to `GET /eventos` (server-sent events). Uses fetch, because EventSource cannot send
 * the bearer token; uses neither window nor session, because it may run in the shared worker.
 */
import type { LiveEvent, StreamOpened } from '@escuta/shared/queues/pipeline';
import { createParser } from 'eventsource-parser';

/** Time without data after which a stream counts as dead, ms. The server sends comments more often than this. */
const SILENCE_MS = 60_000;
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

export interface StreamHandlers {
  onEvent(event: LiveEvent): void;
  /** Called after a reconnection, because events may have been missed: everything on screen should be refetched. */
  onGap(): void;
  /** Time of the company's last event, ms since 1970 by this clock. On connecting, the server sends the event's age. */
  onLastChange(at: number): void;
  /** Called when the connection opens (true) or is lost (false). */
  onConnected(connected: boolean): void;
  /** Called when the server refuses the token; the stream has then ended for good. */
  onRefused(): void;
}

export interface LiveStream {
  close(): void;
}

/** Kinds of events known to this build; others are ignored, because a newer server may send kinds unknown here. */
const KNOWN: Readonly<Record<LiveEvent['tipo'], true>> = {
  item: true,
  execucao: true,
  creditos: true,
  alertas: true,
  notificacao: true,
  tarefa: true,
};

function isLiveEvent(value: unknown): value is LiveEvent {
  if (typeof value !== 'object' || value === null || !('tipo' in value)) return false;
  return typeof value.tipo === 'string' && Object.hasOwn(KNOWN, value.tipo);
}

/** Listens with a token until `close` is called or the server refuses the token; reconnects after growing pauses. */
export function openStream(url: string, token: string, handlers: StreamHandlers): LiveStream {
  let closed = false;
  let controller = new AbortController();
  let lastId: string | undefined;
  let everConnected = false;
  let wake: (() => void) | null = null;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const read = (name: string | undefined, text: string): void => {
    try {
      const value: unknown = JSON.parse(text);
      // The answer's travel time makes the change look later, which at worst causes a needless refetch.
      if (name === 'ligado') handlers.onLastChange(Date.now() - (value as StreamOpened).mudouHaMs);
      else
        for (const one of Array.isArray(value) ? value : [value]) if (isLiveEvent(one)) handlers.onEvent(one);
    } catch {
      // An unreadable event still means that something changed.
      handlers.onGap();
    }
  };

  /**
   * Opens a connection and reads it until it ends.
   * @returns the pause that the server requests before the next connection, ms; null if it requests none
   */
  const connect = async (): Promise<number | null> => {
    const attempt = new AbortController();
    controller = attempt;
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => attempt.abort(), SILENCE_MS);
    };
    heard();
    try {
      const headers: Record<string, string> = {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
      };
      if (lastId) headers['Last-Event-ID'] = lastId;
      const response = await fetch(url, { headers, signal: attempt.signal, cache: 'no-store' });
      if (response.status === 401) {
        closed = true;
        handlers.onRefused();
        return null;
      }
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
      return await follow(response.body, heard);
    } finally {
      clearTimeout(watchdog);
    }
  };

  /**
   * Reads an open stream to its end. `heard` is called whenever bytes arrive.
   * @returns the pause that the server requests before the next connection, ms; null if it requests none
   */
  const follow = async (
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    heard: () => void,
  ): Promise<number | null> => {
    handlers.onConnected(true);
    if (everConnected) handlers.onGap();
    everConnected = true;
    let retry: number | null = null;
    const parser = createParser({
      onEvent: (message) => {
        lastId = message.id ?? lastId;
        if (message.event === 'atualizar') handlers.onGap();
        else read(message.event, message.data);
      },
      onRetry: (ms) => {
        retry = ms;
      },
    });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    while (true) {
      heard();
      const { done, value } = await reader.read();
      if (done) return retry;
      parser.feed(value);
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!closed) {
      let retry: number | null = null;
      const openedAt = Date.now();
      try {
        retry = await connect();
      } catch {
        // However the connection ended, the remedy is the same: wait, then connect again.
      }
      handlers.onConnected(false);
      if (closed) return;
      failures = Date.now() - openedAt > BACKOFF_MAX_MS ? 0 : failures + 1;
      const backoff = Math.min(BACKOFF_MIN_MS * 2 ** Math.max(0, failures - 1), BACKOFF_MAX_MS);
      // Adds a random factor (jitter), so that browsers do not all return at once after a restart of the server.
      await pause((retry ?? backoff) * (0.7 + Math.random() * 0.6));
    }
  };

  const hurry = (): void => wake?.();
  globalThis.addEventListener('online', hurry);
  void run();
  return {
    close() {
      closed = true;
      controller.abort();
      wake?.();
      globalThis.removeEventListener('online', hurry);
    },
  };
}
