import { expect, it } from 'vitest';
import { runPattern } from './name-pattern.ts';

it('finds the groups of each name, in their order', () => {
  const padrao = String.raw`^(?<agente>[^_]+)_(?<numero>\d+)(?:_(?<ramal>\d+))?`;
  const nomes = Array.from({ length: 1200 }, (_, i) => (i % 2 ? `ana_119${i}.wav` : 'outro.wav'));
  const found = runPattern(padrao, nomes);
  expect(found).toHaveLength(1200);
  expect(found.slice(0, 2)).toEqual([null, { agente: 'ana', numero: '1191' }]);
});

it('one that takes long all the same is stopped by a clock', () => {
  expect(() => runPattern('(?<numero>.*.*.*.*.*.*.*.*)[^a]$', ['a'.repeat(255)])).toThrow(/demora demais/);
});
