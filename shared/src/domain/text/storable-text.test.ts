import { expect, it } from 'vitest';
import { isStorable, storableText } from './storable-text.ts';

it.each(['', 'Ação', '👍🏽', '\u202Edireita', 'a\r\nb', '\uFFFD'])('%j can be stored', (text) => {
  expect(isStorable(text)).toBe(true);
});

it.each(['a\u0000b', '\ud800', 'a\udc00', '\udc00\ud800', 'fim \ud83d'])('%j cannot', (text) => {
  expect(isStorable(text)).toBe(false);
  expect(storableText().safeParse(text).error?.issues[0]?.message).toBe('O texto tem um caractere inválido.');
});
