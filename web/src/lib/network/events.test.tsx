import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToEvents } from './events.ts';
import { session } from './session.ts';

/** Age of the company's last event when the stream opens, ms. */
let changedAgo = 0;
let open: (() => void)[] = [];

beforeEach(() => {
  open = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    await new Promise<void>((resolve) => open.push(resolve));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const first = `event: ligado\ndata: {"mudouHaMs":${changedAgo}}\n\ndata: {"tipo":"creditos","empresaId":"e"}\n\n`;
        controller.enqueue(new TextEncoder().encode(first));
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body, { status: 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page that has been listening for 3 s when its stream opens. */
async function listenAfter3s() {
  const handlers = { onEvent: vi.fn(), onGap: vi.fn() };
  const stop = listenToEvents(handlers);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  vi.setSystemTime(Date.now() + 3000);
  open[0]?.();
  await vi.waitFor(() => expect(handlers.onEvent).toHaveBeenCalledOnce());
  stop();
  return handlers;
}

it('asks again for what it read before its stream stood, where something changed meanwhile', async () => {
  changedAgo = 2000;
  expect((await listenAfter3s()).onGap).toHaveBeenCalledOnce();
});

it('asks nothing again where nothing changed since the page opened', async () => {
  changedAgo = 3500;
  expect((await listenAfter3s()).onGap).not.toHaveBeenCalled();
});
