import { expect, it } from 'vitest';
import { readTextFile } from './text-file.ts';

const LIST = 'José Conceição;jose@x.example\r\n';
const wide = (littleEndian: boolean, mark: string): Blob => {
  const view = new DataView(new ArrayBuffer((mark + LIST).length * 2));
  for (const [index, unit] of [...(mark + LIST)].entries()) {
    view.setUint16(index * 2, unit.charCodeAt(0), littleEndian);
  }
  return new Blob([view]);
};

it.each([
  ['UTF-8', new Blob([LIST])],
  ['UTF-8 with a mark', new Blob(['\uFEFF', LIST])],
  ["Windows' code page", new Blob([Uint8Array.from([...LIST], (letter) => letter.charCodeAt(0))])],
  ['UTF-16 with a mark', wide(true, '\uFEFF')],
  ['UTF-16 with a mark, the other way round', wide(false, '\uFEFF')],
  ['UTF-16 without a mark', wide(true, '')],
  ['UTF-16 without a mark, the other way round', wide(false, '')],
])('reads a list in %s', async (_, file) => {
  expect(await readTextFile(file)).toBe(LIST);
});

it('reads an empty file', async () => {
  expect(await readTextFile(new Blob([]))).toBe('');
});
