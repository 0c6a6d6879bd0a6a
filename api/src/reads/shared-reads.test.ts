import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Makes a SharedReads and the list of its begun reads, which the test can end. */
function reads(atOnce?: number) {
  const shared = new SharedReads<string>(atOnce);
  const begun: { end: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const read = (key = 'a') => shared.read(key, () => new Promise((end, fail) => begun.push({ end, fail })));
  return { read, begun };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('whoever asks while a read is under way shares the next one, not that one', async () => {
  const { read, begun } = reads();
  const first = read();
  const [second, third] = [read(), read()];
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.end('old');
  await expect(first).resolves.toBe('old');
  await settled();
  expect(begun).toHaveLength(2);
  // Data may have changed since the second read began, so this call starts another.
  const fourth = read();
  begun[1]?.end('new');
  await expect(Promise.all([second, third])).resolves.toEqual(['new', 'new']);
  await settled();
  begun[2]?.end('newest');
  await expect(fourth).resolves.toBe('newest');
  await settled();
  // Answers are not cached.
  void read();
  expect(begun).toHaveLength(4);
});

it('other keys do not wait, and a failure ends with those who shared it', async () => {
  const { read, begun } = reads();
  const first = read();
  const second = read();
  void read('b');
  expect(begun).toHaveLength(2);
  begun[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await settled();
  begun[2]?.end('fine');
  await expect(second).resolves.toBe('fine');
});

it('so many are under way at once; whoever comes then shares the one that begins when the first of them ends', async () => {
  const { read, begun } = reads(2);
  const [first, second] = [read(), read()];
  expect(begun).toHaveLength(2);
  const [third, fourth] = [read(), read()];
  begun[1]?.end('second');
  await expect(second).resolves.toBe('second');
  await settled();
  expect(begun).toHaveLength(3);
  // Neither of the two running reads began after this call.
  const fifth = read();
  begun[2]?.end('shared');
  await expect(Promise.all([third, fourth])).resolves.toEqual(['shared', 'shared']);
  await settled();
  expect(begun).toHaveLength(4);
  begun[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  begun[3]?.end('last');
  await expect(fifth).resolves.toBe('last');
});

it('one that throws at once fails for those who share it, and keeps nobody after them waiting', async () => {
  const shared = new SharedReads<string>();
  const broken = () =>
    shared.read('a', () => {
      throw new Error('broken');
    });
  await expect(broken()).rejects.toThrow('broken');
  await settled();
  let end = (_answer: string) => {};
  const first = shared.read('a', () => new Promise<string>((resolve) => (end = resolve)));
  const [second, third] = [broken(), broken()];
  end('first');
  await expect(first).resolves.toBe('first');
  await expect(second).rejects.toThrow('broken');
  await expect(third).rejects.toThrow('broken');
  await expect(shared.read('a', async () => 'last')).resolves.toBe('last');
});
