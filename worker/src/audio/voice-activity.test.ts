import { FRAME_MS } from '@escuta/shared/domain/audio/audio-facts';
import { describe, expect, it } from 'vitest';
import { detectActivity, estimateNoiseFloor, suppressCrosstalk, toSpeech } from './voice-activity.ts';

/** A stretch of sound; `swing`: variation of its level (voices 6 dB, tones 0). */
interface Part {
  ms: number;
  db: number;
  swing?: number;
}

/** Levels of the parts, dB per frame, with a small reproducible ripple as on a real line. */
function series(...parts: Part[]): Float32Array {
  const levels: number[] = [];
  for (const { ms, db, swing = 0 } of parts) {
    for (let i = 0; i < ms / FRAME_MS; i += 1) {
      const n = levels.length;
      levels.push(db + swing * Math.sin(n * 0.9) + 0.3 * Math.sin(n * 2.3));
    }
  }
  return Float32Array.from(levels);
}

const voice = (ms: number, db = -22): Part => ({ ms, db, swing: 6 });
const quiet = (ms: number, db = -70): Part => ({ ms, db });

function speechOf(levels: Float32Array) {
  return toSpeech(detectActivity(levels), levels.length * FRAME_MS);
}

describe('voice activity', () => {
  it('finds words between pauses to a frame or two', () => {
    const found = speechOf(series(quiet(1000), voice(2000), quiet(800), voice(600), quiet(1000)));
    expect(found).toHaveLength(2);
    expect(Math.abs(found[0]!.startMs - 1000)).toBeLessThanOrEqual(40);
    expect(Math.abs(found[0]!.endMs - 3000)).toBeLessThanOrEqual(40);
    expect(Math.abs(found[1]!.startMs - 3800)).toBeLessThanOrEqual(40);
    expect(Math.abs(found[1]!.endMs - 4400)).toBeLessThanOrEqual(40);
  });

  it('bridges the short pauses inside a sentence and drops clicks', () => {
    const sentence = speechOf(series(quiet(500), voice(700), quiet(160), voice(700), quiet(500)));
    expect(sentence).toHaveLength(1);
    expect(speechOf(series(quiet(2000), voice(60), quiet(2000), voice(2000), quiet(500)))).toHaveLength(1);
  });

  it.each([-95, -70, -50, -40])('hears a voice 15 dB above line noise of %d dBFS', (noise) => {
    const level = Math.max(-45, noise + 15);
    const found = speechOf(series(quiet(3000, noise), voice(2000, level), quiet(3000, noise)));
    expect(found).toHaveLength(1);
    expect(Math.abs(found[0]!.startMs - 3000)).toBeLessThanOrEqual(100);
  });

  it('follows a noise floor that rises during the call', () => {
    const found = speechOf(
      series(quiet(40_000, -75), voice(3000), quiet(40_000, -45), voice(3000), quiet(40_000, -45)),
    );
    expect(found.map(({ startMs }) => Math.round(startMs / 1000))).toEqual([40, 83]);
  });

  it('hears nothing in steady noise, silence or an empty series', () => {
    expect(speechOf(series(quiet(10_000, -40)))).toEqual([]);
    expect(speechOf(series(quiet(10_000, -100)))).toEqual([]);
    expect(speechOf(new Float32Array(0))).toEqual([]);
  });

  it('hears no speech in ringing, dialling tones and beeps', () => {
    const ring: Part[] = [{ ms: 1000, db: -20 }, quiet(4000)];
    expect(speechOf(series(...ring, ...ring, ...ring))).toEqual([]);
  });

  it('keeps hearing a monologue that has no pause for a minute', () => {
    const found = speechOf(series(quiet(1000), voice(60_000), quiet(1000)));
    const talkMs = found.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(talkMs).toBeGreaterThan(59_000);
  });

  it('estimates the floor of the quiet parts, not of the speech', () => {
    const floors = estimateNoiseFloor(series(quiet(5000, -62), voice(20_000), quiet(5000, -62)));
    for (const floor of floors) expect(Math.abs(floor + 62)).toBeLessThanOrEqual(1);
  });
});

describe('crosstalk', () => {
  const never = (levels: Float32Array) => new Float32Array(levels.length);

  function both(a: Float32Array, b: Float32Array, correlation = never(a)) {
    const masks = [detectActivity(a), detectActivity(b)] as const;
    suppressCrosstalk([a, b], masks, correlation);
    return masks.map((mask) => toSpeech(mask, a.length * FRAME_MS));
  }

  it('does not take the other party leaking in for speech', () => {
    const agent = series(quiet(1000), voice(3000, -20), quiet(1000), quiet(3000), quiet(1000));
    const client = series(quiet(1000), voice(3000, -45), quiet(1000), voice(3000, -22), quiet(1000));
    const [agentSpeech, clientSpeech] = both(agent, client);
    expect(agentSpeech).toHaveLength(1);
    expect(clientSpeech!.map(({ startMs }) => Math.round(startMs / 1000))).toEqual([5]);
  });

  it('hears nothing in a channel that holds only the leak', () => {
    const agent = series(quiet(1000), voice(3000, -20), quiet(1000));
    const client = series(quiet(1000), voice(3000, -40), quiet(1000));
    expect(both(agent, client)[1]).toEqual([]);
  });

  it('keeps real overtalk, even of a quieter voice', () => {
    const agent = series(quiet(1000), voice(4000, -18), quiet(2000), quiet(2000));
    const client = series(quiet(3000), voice(4000, -32), quiet(2000));
    const [, clientSpeech] = both(agent, client);
    expect(clientSpeech).toHaveLength(1);
    expect(Math.abs(clientSpeech![0]!.startMs - 3000)).toBeLessThanOrEqual(60);
  });

  it('recognises a loud leak by its waveform', () => {
    const agent = series(quiet(1000), voice(3000, -20), quiet(1000));
    const client = series(quiet(1000), voice(3000, -26), quiet(1000));
    const same = new Float32Array(agent.length).fill(0.97);
    expect(both(agent, client, same)[1]).toEqual([]);
    expect(both(agent, client)[1]).toHaveLength(1);
  });
});
