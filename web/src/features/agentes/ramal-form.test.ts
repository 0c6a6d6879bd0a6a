import { expect, it } from 'vitest';
import { beginOf, endOf, ramalSchema } from './ramal-form.ts';

it('refuses a day that is none, instead of giving the extension for all time', () => {
  const read = (de: string) => ramalSchema.safeParse({ ramal: '2001', de, ate: '' }).success;
  expect([read(''), read('2026-10-01'), read('31/02/2026'), read('01/1')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([beginOf(''), beginOf('2026-10-01'), endOf('2026-10-01')]).toEqual([
    null,
    '2026-10-01T03:00:00.000Z',
    '2026-10-02T03:00:00.000Z',
  ]);
});
