import { isStorable } from '@escuta/shared/domain/text/storable-text';
import { expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

it('keeps the last part of a path, without what cannot be seen', () => {
  expect(cleanFileName('C:\\fotos\\..\\a\u202Eb\u0000.mp3', 'x')).toBe('ab.mp3');
  expect(cleanFileName('../../etc/passwd', 'x')).toBe('passwd');
  expect(cleanFileName('a%22b%22%0D%0A.mp3', 'x')).toBe('a"b".mp3');
  expect(cleanFileName('a/ \u0007', 'gravacao')).toBe('gravacao');
});

it('shortens a long name to 255 characters with its ending, and cuts no character in two', () => {
  expect(cleanFileName(`${'x'.repeat(300)}.mp3`, 'x')).toBe(`${'x'.repeat(251)}.mp3`);
  const cut = cleanFileName(`${'x'.repeat(250)}${'👩'.repeat(30)}.mp3`, 'x');
  expect(cut).toBe(`${'x'.repeat(250)}.mp3`);
  expect(isStorable(cut)).toBe(true);
});
