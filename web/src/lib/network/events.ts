/**
 * Live changes of the company (`GET /eventos`) for this page. All tabs share a connection through a shared worker;
 * without shared workers, each visible tab has its own. While no events arrive, screens poll (`usePollWhileOffline`).
 */
import { useSyncExternalStore } from 'react';
import type { PageMessage, WorkerMessage } from '../live/protocol.ts';
import { openStream, type StreamHandlers } from '../live/stream.ts';
import { API_BASE } from './api.ts';
import { session } from './session.ts';

const EVENTS_URL = `${API_BASE}/eventos`;

export type LiveHandlers = Pick<StreamHandlers, 'onEvent' | 'onGap'>;

const stateListeners = new Set<() => void>();
let connected = false;

function setConnected(value: boolean): void {
  if (connected === value) return;
  connected = value;
  for (const listener of stateListeners) listener();
}

/** Ends the session of a refused token, unless a newer sign-in replaced it. */
function refuse(token: string): void {
  if (session.get()?.token === token) session.end('recusada');
}

/** Starts to listen with a token; returns a function that stops. */
type Listen = (token: string, handlers: StreamHandlers) => () => void;

const throughWorker: Listen = (token, handlers) => {
  const worker = new SharedWorker(new URL('../live/shared-worker.ts', import.meta.url), {
    type: 'module',
    name: 'escuta-eventos',
  });
  const say = (message: PageMessage): void => worker.port.postMessage(message);
  const hello = (): void => say({ tipo: 'ouvir', url: EVENTS_URL, token });
  worker.port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.tipo === 'evento') handlers.onEvent(data.evento);
    else if (data.tipo === 'lacuna') handlers.onGap();
    else if (data.tipo === 'mudou') handlers.onLastChange(data.em);
    else if (data.tipo === 'ligado') handlers.onConnected(data.ligado);
    else refuse(data.token);
  };
  const goodbye = (): void => say({ tipo: 'sair' });
  // A page that the browser restores from its cache has missed events.
  const back = (event: PageTransitionEvent): void => {
    if (!event.persisted) return;
    hello();
    handlers.onGap();
  };
  window.addEventListener('pagehide', goodbye);
  window.addEventListener('pageshow', back);
  hello();
  return () => {
    window.removeEventListener('pagehide', goodbye);
    window.removeEventListener('pageshow', back);
    goodbye();
    worker.port.close();
  };
};

/** Listens over the page's own connection. A hidden tab closes it, because the browser allows few connections. */
const byItself: Listen = (token, handlers) => {
  let stream: { close(): void } | null = null;
  let missed = false;
  const follow = (): void => {
    if (document.hidden) {
      stream?.close();
      stream = null;
      missed = true;
      handlers.onConnected(false);
      return;
    }
    stream ??= openStream(EVENTS_URL, token, handlers);
    if (missed) handlers.onGap();
    missed = false;
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stream?.close();
  };
};

/**
 * Wraps a page's handlers for a stream. When the stream opens, calls `onGap` if the company's last event is later than
 * the page's last reading of its data, because the data may then be outdated.
 */
function streamHandlers(token: string, { onEvent, onGap }: LiveHandlers): StreamHandlers {
  let readSince = Date.now();
  const gap = (): void => {
    readSince = Date.now();
    onGap();
  };
  return {
    onEvent,
    onGap: gap,
    onLastChange: (at) => {
      if (at >= readSince) gap();
    },
    onConnected: setConnected,
    onRefused: () => refuse(token),
  };
}

/** Listens until the returned function is called; changes to a new token, and stops when the session ends. */
export function listenToEvents(handlers: LiveHandlers): () => void {
  const listen = typeof SharedWorker === 'undefined' ? byItself : throughWorker;
  let token: string | null = null;
  let stop: (() => void) | null = null;
  const follow = (): void => {
    const now = session.get()?.token ?? null;
    if (now === token) return;
    stop?.();
    setConnected(false);
    token = now;
    stop = now ? listen(now, streamHandlers(now, handlers)) : null;
  };
  const unsubscribe = session.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    stop?.();
    setConnected(false);
  };
}

function subscribeState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/** True while live events arrive. */
export function useLiveConnected(): boolean {
  return useSyncExternalStore(subscribeState, () => connected);
}

/** `refetchInterval` for data that must stay current: no polling while events arrive, else a poll every `ms`. */
export function usePollWhileOffline(ms: number): number | false {
  return useLiveConnected() ? false : ms;
}
