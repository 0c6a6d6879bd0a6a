/**
 * Live changes of the company (`GET /eventos`, server-sent events). Read with fetch, because EventSource cannot send
 * the bearer token. While the stream is down the screens poll instead: see `usePollWhileOffline`.
 */
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { useSyncExternalStore } from 'react';
import { API_BASE } from './api.ts';
import { session } from './session.ts';

export type { LiveEvent };

/** A stream with no byte for this long is taken for dead (the server sends a comment more often), ms. */
const SILENCE_MS = 60_000;
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

export interface ServerMessage {
  id: string | null;
  event: string;
  data: string;
}

/**
 * Splits a stream of server-sent events into messages. Give it the text as it arrives; it keeps what is unfinished.
 * Returns how long to wait before reconnecting when the server says so, ms.
 */
export function createSseParser(onMessage: (message: ServerMessage) => void): {
  push(chunk: string): void;
  retryMs(): number | null;
} {
  let buffer = '';
  let lastId: string | null = null;
  let event = '';
  let data: string[] = [];
  let retry: number | null = null;

  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0) onMessage({ id: lastId, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') lastId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  };

  return {
    push(chunk) {
      buffer += chunk;
      // A trailing CR may be half of a CRLF: it waits for the next chunk.
      const end = buffer.endsWith('\r') ? buffer.length - 1 : buffer.length;
      const lines = buffer.slice(0, end).split(/\r\n|\n|\r/);
      buffer = (lines.pop() ?? '') + buffer.slice(end);
      for (const text of lines) line(text);
    },
    retryMs: () => retry,
  };
}

export interface LiveHandlers {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed (a reconnection): everything that is shown should be asked for again. */
  onGap(): void;
}

const stateListeners = new Set<() => void>();
let connected = false;

function setConnected(value: boolean): void {
  if (connected === value) return;
  connected = value;
  for (const listener of stateListeners) listener();
}

function isLiveEvent(value: unknown): value is LiveEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tipo' in value &&
    (value.tipo === 'item' || value.tipo === 'execucao' || value.tipo === 'creditos')
  );
}

/** Listens until the returned function is called or the session ends; reconnects by itself with a growing pause. */
export function listenToEvents(handlers: LiveHandlers): () => void {
  let stopped = false;
  let controller = new AbortController();
  let lastId: string | null = null;
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

  /** One connection, from opening to its end. Returns the server's wish for the pause before the next. */
  const connect = async (token: string): Promise<number | null> => {
    controller = new AbortController();
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
    };
    if (lastId) headers['Last-Event-ID'] = lastId;
    const response = await fetch(`${API_BASE}/eventos`, {
      headers,
      signal: controller.signal,
      cache: 'no-store',
    });
    if (response.status === 401 && session.get()?.token === token) session.end('recusada');
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
    setConnected(true);
    if (everConnected) handlers.onGap();
    everConnected = true;
    const parser = createSseParser((message) => {
      lastId = message.id;
      if (message.event === 'atualizar') {
        handlers.onGap();
        return;
      }
      try {
        const value: unknown = JSON.parse(message.data);
        for (const one of Array.isArray(value) ? value : [value]) if (isLiveEvent(one)) handlers.onEvent(one);
      } catch {
        // What cannot be read says at least that something changed.
        handlers.onGap();
      }
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let watchdog = setTimeout(() => controller.abort(), SILENCE_MS);
    try {
      while (true) {
        const { done, value } = await reader.read();
        if (done) return parser.retryMs();
        clearTimeout(watchdog);
        watchdog = setTimeout(() => controller.abort(), SILENCE_MS);
        parser.push(value);
      }
    } finally {
      clearTimeout(watchdog);
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopped) {
      const token = session.get()?.token;
      if (!token) return;
      let retry: number | null = null;
      const openedAt = Date.now();
      try {
        retry = await connect(token);
      } catch {
        // Whatever ended the connection, the answer is the same: wait and open another.
      }
      setConnected(false);
      if (stopped) return;
      failures = Date.now() - openedAt > BACKOFF_MAX_MS ? 0 : failures + 1;
      const backoff = Math.min(BACKOFF_MIN_MS * 2 ** (failures - 1), BACKOFF_MAX_MS);
      // Jitter: after a restart of the server not every page comes back in the same instant.
      await pause((retry ?? backoff) * (0.7 + Math.random() * 0.6));
    }
  };

  const hurry = (): void => wake?.();
  window.addEventListener('online', hurry);
  void run();
  return () => {
    stopped = true;
    controller.abort();
    wake?.();
    setConnected(false);
    window.removeEventListener('online', hurry);
  };
}

/**
 * Which answers a live event makes stale, as [contract id, params] prefixes of query keys.
 * events.test.ts checks that every id is a contract's.
 */
export function staleKeys(event: LiveEvent): readonly (readonly [string, Record<string, string>?])[] {
  switch (event.tipo) {
    case 'item':
      return [
        ['getItem', { id: event.itemId }],
        ['getResultadoCompleto', { id: event.itemId }],
        ['listResultadosDoItem', { id: event.itemId }],
        ['listItensDoProjeto', { id: event.projetoId }],
        ['getMetricasDoProjeto', { id: event.projetoId }],
        ['getProjeto', { id: event.projetoId }],
        ['listItens'],
        ['getEstatisticasItens'],
      ];
    case 'execucao':
      return [['getResultadoCompleto', { id: event.itemId }]];
    case 'creditos':
      return [['getSaldo'], ['getExtrato'], ['getEmpresa']];
  }
}

/** As `staleKeys`, for answers that sum up a whole company: many events make them stale, few requests will do. */
export function staleSummaries(event: LiveEvent): readonly (readonly [string])[] {
  if (event.tipo === 'execucao') return [];
  return event.tipo === 'item' ? [['getDashboard'], ['listReviewQueue'], ['listFalhas']] : [['getDashboard']];
}

function subscribeState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/** Whether live events arrive now. */
export function useLiveConnected(): boolean {
  return useSyncExternalStore(subscribeState, () => connected);
}

/** `refetchInterval` for what must stay current: no polling while events arrive, every `ms` while they do not. */
export function usePollWhileOffline(ms: number): number | false {
  return useLiveConnected() ? false : ms;
}
