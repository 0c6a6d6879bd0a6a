import { expect, it } from 'vitest';
import { fitsOneRequest } from './transcricao.ts';

it('sends a channel whole where the provider takes its file and the model its length', () => {
  const half = { tamanho: 9_000_000, duracaoMs: 1_800_000 };
  expect(fitsOneRequest(half, { modelo: 'whisper-1' })).toBe(true);
  expect(fitsOneRequest({ ...half, tamanho: 25 * 1024 * 1024 }, { modelo: 'whisper-1' })).toBe(false);
  const voices = { modelo: 'gpt-4o-transcribe-diarize' };
  // A model with speaker labels refuses sounds longer than 1400 s.
  expect(fitsOneRequest(half, voices)).toBe(false);
  expect(fitsOneRequest({ ...half, duracaoMs: 1_390_000 }, voices)).toBe(true);
  // A self-hosted server gets pieces unless it declares that it accepts more.
  const own = { origem: 'formulario', proprio: true, tempos: true } as const;
  const minute = { tamanho: 900_000, duracaoMs: 60_000 };
  expect(fitsOneRequest(minute, { modelo: 'x', protocolo: own })).toBe(false);
  expect(fitsOneRequest(minute, { modelo: 'x', protocolo: { ...own, trechoMaximoS: 600 } })).toBe(true);
});
