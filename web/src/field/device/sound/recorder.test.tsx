import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Recorder } from './recorder.ts';

const SILENT = 0;
const LOUD = 0.5;
/** Present level of the microphone. */
let heard = SILENT;
const made: FakeRecorder[] = [];

class FakeRecorder {
  static isTypeSupported = () => true;
  state = 'inactive';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  constructor() {
    made.push(this);
  }
  start = () => {
    this.state = 'recording';
  };
}
class FakeContext {
  state = 'running';
  createAnalyser = () => ({
    fftSize: 0,
    getFloatTimeDomainData: (samples: Float32Array) => samples.fill(heard),
  });
  createMediaStreamSource = () => ({ connect: () => undefined });
}

beforeEach(() => {
  heard = SILENT;
  made.length = 0;
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function record() {
  const track = { onended: null as (() => void) | null, onmute: null as (() => void) | null };
  const stream = { getAudioTracks: () => [track], getTracks: () => [track] } as unknown as MediaStream;
  const events = { onPiece: vi.fn(async () => undefined), onLost: vi.fn(), onLevel: vi.fn() };
  const recorder = new Recorder(stream, events);
  recorder.start();
  return { recorder, track, ...events };
}

it('says for how long nobody was heard', () => {
  const { onLevel } = record();
  const quiet = () => (onLevel.mock.lastCall as unknown as [number, number])[1];
  vi.advanceTimersByTime(19_900);
  expect(quiet()).toBe(19_900);
  heard = LOUD;
  vi.advanceTimersByTime(100);
  expect(quiet()).toBe(0);
  heard = SILENT;
  vi.advanceTimersByTime(20_000);
  expect(quiet()).toBe(20_000);
});

it('tells once of a microphone that is taken away, and counts no sound after it', () => {
  const { recorder, track, onLost } = record();
  vi.advanceTimersByTime(3000);
  track.onmute!();
  vi.advanceTimersByTime(3000);
  track.onended!();
  expect(onLost).toHaveBeenCalledOnce();
  expect(recorder.ms()).toBe(3000);
});

it('hands over no empty piece', async () => {
  const { onPiece } = record();
  const blob = (text: string) => ({ data: new Blob([text]) });
  made[0]!.ondataavailable!(blob(''));
  made[0]!.ondataavailable!(blob('som'));
  await vi.waitFor(() => expect(onPiece).toHaveBeenCalledOnce());
});
