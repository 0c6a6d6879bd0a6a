import { expect, it } from 'vitest';
import { judgeCount } from './prompt-cut.ts';

it.each([
  // Portuguese text has 3.3 to 4.6 characters per token.
  [4000, 1100, {}, 'inteiro'],
  [16_000, 3500, {}, 'inteiro'],
  [16_000, 4850, {}, 'inteiro'],
  // No server has so small a context, so that the count cannot be that of the prompt's tokens.
  [16_000, 100, {}, 'inteiro'],
  [16_000, 0, {}, 'inteiro'],
  [16_000, 1500, {}, 'cortado'],
  [16_000, 3000, {}, 'duvidoso'],
  // Counts typical of a cut prompt: half of a context of 4096 plus two (Ollama), or a whole context.
  [9000, 2050, {}, 'duvidoso'],
  [16_000, 4096, {}, 'duvidoso'],
  [16_000, 4095, {}, 'duvidoso'],
  [16_000, 4096, { contexto: 4096 }, 'cortado'],
  [16_000, 4099, { contexto: 16_384 }, 'inteiro'],
  // Some servers count a cached prompt separately.
  [16_000, 900, { cached: 3000 }, 'inteiro'],
  [16_000, 900, { cached: 100 }, 'cortado'],
] as const)('%d characters counted as %d tokens (%o): %s', (characters, counted, more, expected) => {
  expect(judgeCount(characters, counted, more)).toBe(expected);
});
