import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PlayerEngine } from './player-engine.ts';
import { useClips } from './use-clips.ts';

/** The parts of an <audio> element that the player needs; jsdom plays nothing. */
class FakeAudio extends EventTarget {
  src = '';
  preload = '';
  preservesPitch = true;
  playbackRate = 1;
  volume = 1;
  muted = false;
  paused = true;
  seeking = false;
  readyState: number = HTMLMediaElement.HAVE_METADATA;
  duration = 100;
  currentTime = 0;
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  load(): void {}
  removeAttribute(): void {
    this.src = '';
  }
  /** The sound advances to `seconds`. */
  reach(seconds: number): void {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
}

let made: FakeAudio[] = [];
beforeEach(() => {
  made = [];
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        made.push(this);
      }
    },
  );
  return () => vi.unstubAllGlobals();
});

const address = (signature: string) => `/api/v1/audio/1?assinatura=${signature}`;
const quote = { startMs: 10_000, endMs: 14_000, sentencaOrdem: 3 };

it('stops a quote after its last word, and plays on when asked to', () => {
  const { result } = renderHook(() => useClips({ itemId: '1', url: address('a') }));
  const [audio] = made as [FakeAudio];
  act(() => result.current.actions.playEvidence({ ...quote } as never));
  expect(audio.currentTime).toBe(8);
  expect(audio.paused).toBe(false);
  expect(result.current.actions.focus?.ordem).toBe(3);
  act(() => audio.reach(14.5));
  expect(audio.paused).toBe(false);
  act(() => audio.reach(15.1));
  expect(audio.paused).toBe(true);

  act(() => result.current.engine?.toggle());
  act(() => audio.reach(30));
  expect(audio.paused).toBe(false);

  act(() => result.current.hear(quote));
  act(() => result.current.engine?.seek(50_000));
  act(() => audio.reach(52));
  expect(audio.paused).toBe(false);
});

it('goes on sounding while the signed address changes, and is another player for another recording', () => {
  const { result, rerender } = renderHook(({ itemId, url }) => useClips({ itemId, url }), {
    initialProps: { itemId: '1', url: address('a') },
  });
  act(() => result.current.hear(quote));
  rerender({ itemId: '1', url: address('b') });
  expect(made).toHaveLength(1);
  expect(made[0]?.paused).toBe(false);
  expect(made[0]?.src).toBe(address('a'));

  rerender({ itemId: '2', url: address('c') });
  expect(made).toHaveLength(2);
  expect(made[0]?.paused).toBe(true);
});

it('plays once a refused address is renewed, also when that was asked for in the meantime', async () => {
  let give: (url: string) => void = () => undefined;
  const engine = new PlayerEngine({
    url: address('velha'),
    renewUrl: () =>
      new Promise((resolve) => {
        give = resolve;
      }),
    durationMs: 100_000,
    stereo: false,
    silences: [],
  });
  const [audio] = made as [FakeAudio];
  audio.play = () =>
    audio.src.includes('velha')
      ? Promise.reject(new DOMException('recusado', 'NotSupportedError'))
      : FakeAudio.prototype.play.call(audio);
  // The address is refused while the length is read, and the click comes before the new address.
  audio.dispatchEvent(new Event('error'));
  const clicked = engine.play();
  give(address('nova'));
  await clicked;
  expect(engine.getState()).toMatchObject({ playing: true, error: null });
  engine.destroy();
});

it('keeps a jump made when the element knows its length and has not said so yet', () => {
  const { result } = renderHook(() => useClips({ itemId: '1', url: address('a'), durationMs: 100_000 }));
  const [audio] = made as [FakeAudio];
  const { engine } = result.current;
  // The seek is requested before the element has loaded anything, as on a page whose address names a moment.
  audio.readyState = HTMLMediaElement.HAVE_NOTHING;
  act(() => result.current.stand(49_000, null));
  expect(engine?.getTimeMs()).toBe(49_000);
  // The element's readyState changes at once, but its event comes only after the person has pressed a key.
  audio.readyState = HTMLMediaElement.HAVE_METADATA;
  act(() => engine?.jump(-5000));
  expect(engine?.getTimeMs()).toBe(44_000);
  act(() => void audio.dispatchEvent(new Event('loadedmetadata')));
  expect(engine?.getTimeMs()).toBe(44_000);
  expect(audio.currentTime).toBe(44);
});
