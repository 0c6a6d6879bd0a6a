import { expect, it } from 'vitest';
import { fitsOneRequest } from './transcricao.ts';

it('sends a channel whole where the provider takes its file and the model its length', () => {
  const half = { tamanho: 9_000_000, duracaoMs: 1_800_000 };
  expect(fitsOneRequest(half, 'whisper-1')).toBe(true);
  expect(fitsOneRequest({ ...half, tamanho: 25 * 1024 * 1024 }, 'whisper-1')).toBe(false);
  // Such a model refuses what is longer than 1400 s, however small the file.
  expect(fitsOneRequest(half, 'gpt-4o-transcribe-diarize')).toBe(false);
  expect(fitsOneRequest({ ...half, duracaoMs: 1_390_000 }, 'gpt-4o-transcribe-diarize')).toBe(true);
});
