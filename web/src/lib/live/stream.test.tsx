import { liveEventSchema } from '@escuta/shared/queues/pipeline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStream, type StreamHandlers } from './stream.ts';

const evento = { tipo: 'creditos', empresaId: 'e' };
let opened: ReadableStreamDefaultController<Uint8Array>[] = [];
let asked: Headers[] = [];
let status = 200;

function listen() {
  const handlers = {
    onEvent: vi.fn<StreamHandlers['onEvent']>(),
    onGap: vi.fn<StreamHandlers['onGap']>(),
    onLastChange: vi.fn<StreamHandlers['onLastChange']>(),
    onConnected: vi.fn<StreamHandlers['onConnected']>(),
    onRefused: vi.fn<StreamHandlers['onRefused']>(),
  };
  return { ...handlers, stream: openStream('/api/v1/eventos', 'segredo', handlers) };
}
const send = (text: string) => opened.at(-1)?.enqueue(new TextEncoder().encode(text));

beforeEach(() => {
  opened = [];
  asked = [];
  status = 200;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened.push(controller);
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(status === 200 ? body : null, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('hands events on, one by one or as a list, and ignores what it does not know', async () => {
  const { onEvent, onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  expect(asked[0]?.get('authorization')).toBe('Bearer segredo');
  send(`id: 7\nevent: creditos\ndata: ${JSON.stringify(evento)}\n\n: pulso\n\n`);
  send(`data: ${JSON.stringify([evento, { tipo: 'outro' }])}\n\n`);
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(2));
  expect(onEvent).toHaveBeenLastCalledWith(evento);
  stream.close();
});

it('hands on an event of each kind that the schema knows', async () => {
  const { onEvent, onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  const kinds = liveEventSchema.options.map((option) => option.shape.tipo.value);
  send(`data: ${JSON.stringify(kinds.map((tipo) => ({ tipo })))}\n\n`);
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
  expect(onEvent.mock.calls.map(([event]) => event.tipo)).toEqual(kinds);
  stream.close();
});

it('gives up a connection that no headers come for, and opens another', async () => {
  // This fake request ends only when aborted, like a request through a proxy that never answers.
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    if (init.signal) signals.push(init.signal);
    return new Promise((_resolve, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  });
  const { onConnected, stream } = listen();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(signals[0]?.aborted).toBe(true);
  expect(onConnected).toHaveBeenLastCalledWith(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(signals).toHaveLength(2);
  stream.close();
});

it('comes back after a cut with the last id, as soon as the server wishes, and says that events may be missing', async () => {
  const { onGap, onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  send(`retry: 3000\nid: 7\nevent: creditos\ndata: ${JSON.stringify(evento)}\n\n`);
  opened[0]?.close();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(false));
  expect(onGap).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4000);
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce());
  expect(asked[1]?.get('last-event-id')).toBe('7');
  stream.close();
});

it("dates the company's last change by this machine's clock", async () => {
  const { onLastChange, onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  const openedAt = Date.now();
  send('event: ligado\ndata: {"mudouHaMs":1200}\n\n');
  await vi.waitFor(() => expect(onLastChange).toHaveBeenCalledOnce());
  const at = onLastChange.mock.lastCall?.[0] ?? Number.NaN;
  expect(at).toBeGreaterThanOrEqual(openedAt - 1200);
  expect(at).toBeLessThanOrEqual(Date.now() - 1200);
  stream.close();
});

it('says that something changed when it is told so, or cannot read what', async () => {
  const { onGap, onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  send('event: atualizar\ndata: {}\n\ndata: {quebrado\n\n');
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledTimes(2));
  stream.close();
});

it('takes a silent connection for dead', async () => {
  const { onConnected, stream } = listen();
  await vi.waitFor(() => expect(onConnected).toHaveBeenLastCalledWith(true));
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  stream.close();
});

it('ends for good when the token is refused', async () => {
  status = 401;
  const { onRefused } = listen();
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(1);
});
