import { expect, it } from 'vitest';
import { settleAll } from './settle-all.ts';

it('gives what each gave, in their order', async () => {
  await expect(settleAll([Promise.resolve(1), Promise.resolve(2)])).resolves.toEqual([1, 2]);
});

it('fails by the first that failed, and not before all have ended', async () => {
  const ended: string[] = [];
  let end = () => {};
  const late = new Promise<void>((resolve) => {
    end = resolve;
  }).then(() => ended.push('late'));
  const all = settleAll<unknown>([
    late,
    Promise.reject(new Error('one')),
    Promise.reject(new Error('two')),
  ]).catch((error: Error) => ended.push(error.message));
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  end();
  await all;
  expect(ended).toEqual(['late', 'one']);
});
