import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ERRO_REPRODUCAO, PlayerEngine } from './player-engine.ts';

/** State of a fake audio element, which plays as soon as it is asked to, and has as much data as the test sets. */
let paused = true;
let seeking = false;
let readyState = 0;
let element: HTMLAudioElement;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  [paused, seeking, readyState] = [true, false, 0];
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, 'paused', 'get').mockImplementation(() => paused);
  vi.spyOn(media, 'seeking', 'get').mockImplementation(() => seeking);
  vi.spyOn(media, 'readyState', 'get').mockImplementation(() => readyState);
  vi.spyOn(media, 'load').mockReturnValue();
  vi.spyOn(media, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    element = this as HTMLAudioElement;
    paused = false;
    tell('play', 'waiting');
  });
  vi.spyOn(media, 'pause').mockImplementation(() => {
    paused = true;
    tell('pause');
  });
});
afterEach(() => vi.useRealTimers());

const tell = (...events: string[]) => {
  for (const event of events) element.dispatchEvent(new Event(event));
};
function engineWith(renewUrl: () => Promise<string>) {
  return new PlayerEngine({ url: '/primeiro', durationMs: 60_000, stereo: false, silences: [], renewUrl });
}

it('takes another address where nothing comes, goes on by it, and says so where nothing came again', async () => {
  const renewUrl = vi.fn(async () => `/outro-${renewUrl.mock.calls.length}`);
  const engine = engineWith(renewUrl);
  await engine.play();
  // The engine waits as long as data arrives, however slowly.
  for (let time = 0; time < 5; time++) {
    await vi.advanceTimersByTimeAsync(4000);
    tell('progress');
  }
  expect(renewUrl).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6500);
  expect([renewUrl.mock.calls.length, element.src]).toEqual([1, expect.stringMatching(/\/outro-1$/)]);
  expect(engine.getState()).toMatchObject({ playing: true, error: null });

  readyState = 4;
  tell('canplay', 'playing');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(engine.getState()).toMatchObject({ playing: true, waiting: false, error: null });

  // The position lies in a part that has not loaded.
  readyState = 1;
  tell('seeking', 'waiting');
  await vi.advanceTimersByTimeAsync(6500);
  expect(renewUrl).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(6500);
  expect(renewUrl).toHaveBeenCalledTimes(2);
  expect(engine.getState()).toMatchObject({ playing: false, error: ERRO_REPRODUCAO });
  expect(paused).toBe(true);

  // A person tries again: the engine uses a new address at the earlier position.
  await engine.play();
  expect(renewUrl).toHaveBeenCalledTimes(3);
  expect(engine.getState()).toMatchObject({ playing: true, error: null });
  engine.destroy();
});

it('leaves a recording alone that is paused or gone', async () => {
  const renewUrl = vi.fn(async () => '/outro');
  const engine = engineWith(renewUrl);
  await engine.play();
  engine.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  // Only enough data arrive for a seek to the new position, not for playing.
  [seeking, readyState] = [true, 1];
  tell('seeking');
  [seeking, readyState] = [false, 2];
  tell('seeked');
  await vi.advanceTimersByTimeAsync(60_000);
  await engine.play();
  engine.destroy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewUrl).not.toHaveBeenCalled();
});

it('stays silent where there is no other address to be had, also when the line is back', async () => {
  const renewUrl = vi.fn(() => Promise.reject(new Error('offline')));
  const engine = engineWith(renewUrl);
  await engine.play();
  await vi.advanceTimersByTimeAsync(6500);
  expect(engine.getState()).toMatchObject({ playing: false, error: ERRO_REPRODUCAO });
  expect(paused).toBe(true);
  engine.destroy();
});

it('names why a browser does not play a recording, instead of the connection', async () => {
  const aviso = 'Os navegadores não tocam GSM. A cópia para ouvir está sendo feita.';
  const engine = new PlayerEngine({
    ...{ url: '/primeiro', durationMs: 60_000, stereo: false, silences: [] },
    renewUrl: async () => ({ url: '/outro', aviso }),
  });
  await engine.play();
  tell('error');
  await vi.advanceTimersByTimeAsync(100);
  expect(engine.getState().error).toBeNull();
  tell('error');
  await vi.advanceTimersByTimeAsync(100);
  expect(engine.getState()).toMatchObject({ playing: false, error: aviso });
  engine.destroy();
});
