import { expect, it } from 'vitest';
import { timed, timesTable } from './times.mjs';

it('the table has each part in the order in which it began, also one that failed', async () => {
  let end = () => {};
  const first = timed('Longa', () => new Promise<void>((resolve) => (end = resolve)));
  await expect(timed('Falha', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  end();
  await first;
  const [head, ...rows] = timesTable().split('\n');
  expect(head).toContain('duração (s)');
  expect(rows.map((row) => row.trim().split(/\s/)[0])).toEqual(['Longa', 'Falha']);
});
