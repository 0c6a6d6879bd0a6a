// @vitest-environment node
import { expect, it } from 'vitest';
import { toAmplitudes } from './peaks.ts';

it('draws both channels on one scale that fills the height', () => {
  const [agent, client] = toAmplitudes({
    msPerPoint: 40,
    channels: [Int8Array.from([-64, 20, 0, 0]), Int8Array.from([-10, 32, -5, 5])],
  });
  expect(agent?.[0]).toBe(1);
  expect(agent?.[1]).toBe(0);
  expect(client?.[0]).toBeCloseTo(0.5);
});

it('does not blow a silent recording up', () => {
  const [only] = toAmplitudes({ msPerPoint: 40, channels: [Int8Array.from([-1, 1, 0, 0])] });
  expect(only?.[0]).toBeLessThan(0.06);
  expect(toAmplitudes({ msPerPoint: 40, channels: [new Int8Array(4)] })[0]?.[0]).toBe(0);
});
