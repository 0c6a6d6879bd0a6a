import { expect, it } from 'vitest';
import { parseLoosely } from './loose-json.ts';

it('reads a comma behind the last entry, and line breaks within a text', () => {
  expect(parseLoosely('{"a": [1, 2,\n], "b": {"c": null, } ,}')).toEqual({ a: [1, 2], b: { c: null } });
  expect(parseLoosely('{"a": "um\n\tdois"}')).toEqual({ a: 'um\n\tdois' });
});

it('changes nothing within a text, and nothing that is JSON', () => {
  expect(parseLoosely('{"a": "x,]", "b": "\\",}\\\\",}')).toEqual({ a: 'x,]', b: '",}\\' });
  expect(parseLoosely('null')).toBeNull();
});

it.each(['{"a": 1', '[1,,]', '{"a" 1,}', 'texto,}', '{"a": "x,}'])('refuses %s', (text) => {
  expect(parseLoosely(text)).toBeUndefined();
});

it('reads a megabyte of quotes and commas in one pass', () => {
  expect(parseLoosely(`{"a": "${',}'.repeat(500_000)}`)).toBeUndefined();
  expect(parseLoosely(`{"a": "${'\\"'.repeat(500_000)}}`)).toBeUndefined();
  expect(parseLoosely(`[${'1,'.repeat(500_000)}]`)).toHaveLength(500_000);
});
