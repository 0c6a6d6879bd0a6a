import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from './object-store.ts';
import { WatchedStore } from './watched-store.ts';

function scripted() {
  const outcomes: (() => Promise<unknown>)[] = [];
  const next = async () => {
    await outcomes.shift()?.();
    return { size: 0 };
  };
  const store = { put: next, check: next } as unknown as ObjectStore;
  return { watched: new WatchedStore(store), outcomes };
}
const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
const away = () => Promise.reject(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }));
const fine = () => Promise.resolve();
const put = (store: ObjectStore) => store.put('a', Readable.from([]), { contentType: 'x' });

describe('WatchedStore', () => {
  it('is full from the write that met it, and well from the one that went through', async () => {
    const { watched, outcomes } = scripted();
    outcomes.push(full, fine);
    await expect(put(watched)).rejects.toThrow('ENOSPC');
    expect(watched.isFull).toBe(true);
    await put(watched);
    expect(watched.isFull).toBe(false);
  });

  it('does not take another fault for a full disk', async () => {
    const { watched, outcomes } = scripted();
    outcomes.push(away);
    await expect(put(watched)).rejects.toThrow('ECONNREFUSED');
    expect(watched.isFull).toBe(false);
  });

  it('is not well by a check that began before the disk was full', async () => {
    const { watched, outcomes } = scripted();
    let end = () => {};
    outcomes.push(() => new Promise<void>((resolve) => (end = resolve)), full, fine);
    const early = watched.check();
    await expect(put(watched)).rejects.toThrow('ENOSPC');
    end();
    await early;
    expect(watched.isFull).toBe(true);
    await watched.check();
    expect(watched.isFull).toBe(false);
  });

  it('checks once in a while, but knows a full disk at once', async () => {
    const { watched, outcomes } = scripted();
    outcomes.push(fine, full);
    expect(await watched.works(60_000)).toBe(true);
    await expect(put(watched)).rejects.toThrow();
    expect(await watched.works(60_000)).toBe(false);
    outcomes.push(away);
    expect(await watched.works(-1)).toBe(false);
    // A successful write counts like a check.
    await put(watched);
    expect(await watched.works(60_000)).toBe(true);
  });
});
