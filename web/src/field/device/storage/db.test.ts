import { afterEach, expect, it, vi } from 'vitest';
import { Closed, Database } from './db.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('is closed for good: it does not open itself again for what is asked afterwards', async () => {
  const open = vi.fn();
  vi.stubGlobal('indexedDB', { open });
  const db = new Database('x', 1, () => undefined);
  await db.close();
  await expect(db.run(['meta'], 'readonly', () => undefined)).rejects.toBeInstanceOf(Closed);
  expect(open).not.toHaveBeenCalled();
});
