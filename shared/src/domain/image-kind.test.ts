import { expect, it } from 'vitest';
import { imageKind } from './image-kind.ts';

it('tells an image by its first bytes, whatever its name says', () => {
  const of = (text: string) => imageKind(Buffer.from(text, 'latin1'));
  expect(of('\x89PNG\r\n\x1a\nrest')).toBe('image/png');
  expect(of('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(of('RIFF\x00\x00\x00\x00WEBPVP8 ')).toBe('image/webp');
  for (const other of ['', '<svg onload="x"/>', 'GIF89a', 'RIFF\x00\x00\x00\x00WAVE'])
    expect(of(other)).toBeNull();
});
