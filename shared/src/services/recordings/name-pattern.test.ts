import { expect, it } from 'vitest';
import { runPattern } from './name-pattern.ts';

it('finds the groups of each name, in their order, and leaves others a turn', async () => {
  const padrao = String.raw`^(?<agente>[^_]+)_(?<numero>\d+)(?:_(?<ramal>\d+))?`;
  const nomes = Array.from({ length: 1200 }, (_, i) => (i % 2 ? `ana_119${i}.wav` : 'outro.wav'));
  let turns = 0;
  const count = () => {
    turns += 1;
    setImmediate(count).unref();
  };
  setImmediate(count);
  const found = await runPattern(padrao, nomes);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(found).toHaveLength(1200);
  expect(found.slice(0, 2)).toEqual([null, { agente: 'ana', numero: '1191' }]);
});

it('one that takes long all the same is stopped by a clock', async () => {
  await expect(runPattern('(?<numero>.*.*.*.*.*.*.*.*)[^a]$', ['a'.repeat(255)])).rejects.toThrow(
    /demora demais/,
  );
});

it('of slow ones that come at once each waits until others had a turn', async () => {
  const turnsAt: number[] = [];
  let turns = 0;
  const count = () => {
    turns += 1;
    setImmediate(count).unref();
  };
  setImmediate(count);
  const slow = async () => {
    await runPattern('(?<numero>.*.*.*.*.*.*.*.*)[^a]$', ['a'.repeat(255)]).catch(() => null);
    turnsAt.push(turns);
  };
  await Promise.all([slow(), slow(), slow()]);
  expect(new Set(turnsAt).size).toBe(3);
});
