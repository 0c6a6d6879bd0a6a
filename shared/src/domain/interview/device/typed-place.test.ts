import { expect, it } from 'vitest';
import { NAO_AUTORIZOU, placeText, readPlace } from './typed-place.ts';

it('a point comes back from its text, to a few centimetres', () => {
  const text = placeText({ latitude: -8.05428, longitude: -34.8813004, precisao: 11.6 });
  expect(text).toBe('-8.054280, -34.881300 (±12 m)');
  expect(readPlace(` ${text} `)).toEqual({ latitude: -8.05428, longitude: -34.8813, precisao: 12 });
});

it('other words are no point', () => {
  for (const text of [NAO_AUTORIZOU, '', '91.000000, 0.000000 (±1 m)', '-8.05, -34.88', '1.5, 181.0 (±1 m)'])
    expect(readPlace(text)).toBeNull();
});
