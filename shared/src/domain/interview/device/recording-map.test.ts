import { expect, it } from 'vitest';
import { gapsOfMap, mapRecordings } from './recording-map.ts';

const whole = { primeiraPerguntaMs: 2000, fimMs: 60_000 };

it('has no gap where one recording holds the whole interview', () => {
  const map = mapRecordings([{ gravacao: 1, somMs: 0, monoMs: 500, duracaoMs: 59_000 }], whole);
  expect(map).toEqual([
    { n: 1, gravacao: 1, somMs: 0, monoMs: 500, duracaoMs: 59_000, inicioMs: 0, lacunaMs: 0, silencioMs: 0 },
  ]);
  expect(gapsOfMap(map)).toEqual([]);
});

it('puts silence for what was not recorded between two, and never much of it', () => {
  const map = mapRecordings(
    [
      { gravacao: 1, somMs: 0, monoMs: 0, duracaoMs: 10_000 },
      { gravacao: 2, somMs: 0, monoMs: 11_000, duracaoMs: 10_000 },
      { gravacao: 4, somMs: 0, monoMs: 40_000, duracaoMs: 10_000 },
      // The recorder restarted at once, so no sound is missing.
      { gravacao: 5, somMs: 0, monoMs: 49_900, duracaoMs: 10_000 },
    ],
    whole,
  );
  expect(map.map(({ lacunaMs, silencioMs, inicioMs }) => [lacunaMs, silencioMs, inicioMs])).toEqual([
    [0, 0, 0],
    [1000, 1000, 11_000],
    [19_000, 3000, 24_000],
    [0, 250, 34_250],
  ]);
  expect(gapsOfMap(map)).toEqual([
    { startMs: 10_000, endMs: 11_000 },
    { startMs: 21_000, endMs: 24_000 },
    { startMs: 34_000, endMs: 34_250 },
  ]);
});

it('marks the edges where questions were asked before the first recording, or after the last', () => {
  const map = mapRecordings([{ gravacao: 1, somMs: 0, monoMs: 20_000, duracaoMs: 10_000 }], whole);
  expect(map).toMatchObject([
    { n: 1, lacunaMs: 18_000, inicioMs: 0 },
    { n: 2, gravacao: null, lacunaMs: 30_000, inicioMs: 10_000, duracaoMs: 0, monoMs: 30_000 },
  ]);
  expect(gapsOfMap(map)).toEqual([
    { startMs: 0, endMs: 1 },
    { startMs: 9999, endMs: 10_000 },
  ]);
  // No question was shown before the recording, so no answer is missing.
  expect(
    mapRecordings([{ gravacao: 1, somMs: 0, monoMs: 20_000, duracaoMs: 39_500 }], {
      primeiraPerguntaMs: null,
      fimMs: 60_000,
    }),
  ).toMatchObject([{ lacunaMs: 0 }]);
});
