import { expect, it } from 'vitest';
import { readTime, readTimes } from './answer-times.ts';

const words = 'uma frase de seis palavras ditas';
const read = (times: [unknown, unknown][], soundMs: number) =>
  readTimes(
    times.map(([start, end]) => ({ start, end, text: words })),
    soundMs,
  );

it.each([
  ['1.96', 1.96],
  ['1.96s', 1.96],
  ['00:00:01,960', 1.96],
  ['01:02:03.5', 3723.5],
  ['02:03', 123],
  ['já', null],
  ['', null],
  [Number.NaN, null],
  [null, null],
])('reads %j as %j', (value, expected) => {
  expect(readTime(value)).toBe(expected);
});

it.each([
  [1, 's'],
  [1e3, 'ms'],
  [1e6, 'µs'],
  [1e9, 'ns'],
])('finds the unit by the length of the sound: × %d (%s)', (factor) => {
  for (const soundMs of [6000, 30_000, 600_000]) {
    const s = soundMs / 1000;
    const given: [number, number][] = [
      [0, s / 3],
      [s / 2, s - 0.2],
    ];
    const found = read(
      given.map(([from, to]) => [from * factor, to * factor]),
      soundMs,
    );
    expect(found).toEqual({
      ok: true,
      times: given.map(([from, to]) => ({ startMs: Math.round(from * 1000), endMs: Math.round(to * 1000) })),
    });
  }
});

it('leaves an end a little beyond the sound, and one that no unit explains, to those who cut it there', () => {
  expect(read([[0, 30]], 7840)).toMatchObject({ ok: true, times: [{ endMs: 30_000 }] });
  // Reads the times as seconds: as milliseconds, six words would last a twentieth of a second.
  expect(read([[0, 50]], 7840)).toMatchObject({ ok: true, times: [{ endMs: 50_000 }] });
});

it('takes a word of minutes for one of milliseconds, where that can be said, and a hallucination of minutes for none', () => {
  const times = (text: string, pairs: [number, number][]) =>
    readTimes(
      pairs.map(([start, end]) => ({ start, end, text })),
      600_000,
    );
  expect(times('Alô?', [[0, 500]])).toMatchObject({ times: [{ startMs: 0, endMs: 500 }] });
  // Whisper's answer to silence, one word per half minute: as milliseconds, the words would be too fast.
  const silence: [number, number][] = [0, 30, 60, 90].map((start) => [start, start + 30]);
  expect(times('Obrigado.', silence)).toMatchObject({ times: { 3: { startMs: 90_000, endMs: 120_000 } } });
});

it('takes the next start, or the end of the sound, for an end that is missing', () => {
  expect(
    read(
      [
        [0, null],
        [2, undefined],
      ],
      5000,
    ),
  ).toEqual({
    ok: true,
    times: [
      { startMs: 0, endMs: 2000 },
      { startMs: 2000, endMs: 5000 },
    ],
  });
});

it('refuses what begins beyond the sound in every unit, and what is no time', () => {
  expect(read([[88_000, 90_000]], 7840)).toEqual({ ok: false, last: 90_000 });
  expect(read([['logo', 2]], 7840)).toEqual({ ok: false, last: null });
  expect(read([[0, {}]], 7840)).toEqual({ ok: false, last: null });
});

it('reads as many segments as a server sends', () => {
  const many = Array.from({ length: 150_000 }, (): [number, number] => [0, 1]);
  expect(read(many, 600_000).ok).toBe(true);
});
