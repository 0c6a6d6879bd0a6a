import { expect, it } from 'vitest';
import { markedPieces } from './marked.ts';

it('cuts a text where what was found begins and ends, and loses nothing of it', () => {
  expect(
    markedPieces('eu não quero mais', [
      [7, 12],
      [3, 6],
    ]),
  ).toEqual([
    { text: 'eu ', found: false, at: 0 },
    { text: 'não', found: true, at: 3 },
    { text: ' ', found: false, at: 6 },
    { text: 'quero', found: true, at: 7 },
    { text: ' mais', found: false, at: 12 },
  ]);
  expect(
    markedPieces('não', [
      [0, 99],
      [1, 2],
    ]),
  ).toEqual([{ text: 'não', found: true, at: 0 }]);
  expect(markedPieces('nada', [])).toEqual([{ text: 'nada', found: false, at: 0 }]);
});
