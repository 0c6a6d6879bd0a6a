// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  clampTime,
  evidenceStart,
  LINGER_MS,
  lastStarted,
  sentenceAt,
  skippableSilences,
  skipTarget,
  stepRate,
  urlExpiry,
} from './playback.ts';

const lines = [
  { startMs: 1000, endMs: 3000 },
  { startMs: 3500, endMs: 9000 },
  { startMs: 5000, endMs: 5800 },
  { startMs: 12_000, endMs: 13_000 },
];

describe('sentenceAt', () => {
  it('marks nothing before the first word', () => {
    expect(sentenceAt(lines, 999)).toBe(-1);
    expect(sentenceAt([], 5)).toBe(-1);
  });

  it('marks the sentence that sounds', () => {
    expect(sentenceAt(lines, 1000)).toBe(0);
    expect(sentenceAt(lines, 4000)).toBe(1);
  });

  it('prefers the one that started last while both speak, and returns to the longer one', () => {
    expect(sentenceAt(lines, 5500)).toBe(2);
    expect(sentenceAt(lines, 6000)).toBe(1);
  });

  it('keeps the last one marked for a moment in a pause, then none', () => {
    expect(sentenceAt(lines, 9000 + LINGER_MS)).toBe(1);
    expect(sentenceAt(lines, 9001 + LINGER_MS)).toBe(-1);
  });

  it('finds the last started among many', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ startMs: i * 10, endMs: i * 10 + 9 }));
    expect(lastStarted(many, 31_415)).toBe(3141);
    expect(sentenceAt(many, 31_415)).toBe(3141);
  });
});

describe('skipping silence', () => {
  const speech = [
    [
      { startMs: 2000, endMs: 4000 },
      { startMs: 20_000, endMs: 22_000 },
    ],
    [{ startMs: 4500, endMs: 10_000 }],
  ];
  const silences = skippableSilences(speech, 30_000);

  it('takes only pauses in which nobody speaks', () => {
    expect(silences).toEqual([
      { startMs: 0, endMs: 2000 },
      { startMs: 10_000, endMs: 20_000 },
      { startMs: 22_000, endMs: 30_000 },
    ]);
  });

  it('keeps a breath at both ends of a pause', () => {
    expect(skipTarget(silences, 10_200, 30_000)).toBeNull();
    expect(skipTarget(silences, 10_300, 30_000)).toBe(19_700);
    expect(skipTarget(silences, 19_600, 30_000)).toBeNull();
  });

  it('skips the lead-in at once and runs to the end of the call', () => {
    expect(skipTarget(silences, 0, 30_000)).toBe(1700);
    expect(skipTarget(silences, 25_000, 30_000)).toBe(30_000);
  });

  it('plays speech on', () => {
    expect(skipTarget(silences, 3000, 30_000)).toBeNull();
    expect(skipTarget([], 3000, 30_000)).toBeNull();
  });

  it('never lands where it would skip again', () => {
    for (let ms = 0; ms <= 30_000; ms += 10) {
      const target = skipTarget(silences, ms, 30_000);
      if (target !== null) expect(skipTarget(silences, target, 30_000)).toBeNull();
    }
  });
});

describe('jumps', () => {
  it('plays an evidence from 2 s before, never before the start', () => {
    expect(evidenceStart(14_641)).toBe(12_641);
    expect(evidenceStart(700)).toBe(0);
  });

  it('stays inside the call', () => {
    expect(clampTime(-5, 100)).toBe(0);
    expect(clampTime(500, 100)).toBe(100);
  });

  it('steps through the speeds and stops at 0.5 and 3', () => {
    expect(stepRate(1, 1)).toBe(1.25);
    expect(stepRate(1, -1)).toBe(0.75);
    expect(stepRate(3, 1)).toBe(3);
    expect(stepRate(0.5, -1)).toBe(0.5);
  });

  it('reads when a signed URL runs out', () => {
    expect(urlExpiry('/api/v1/auditoria-item/x/download?expira=1760000000&assinatura=ab')).toBe(
      1_760_000_000_000,
    );
    expect(urlExpiry('/api/v1/auditoria-item/x/download')).toBeNull();
  });
});
