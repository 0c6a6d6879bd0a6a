import { expect, it } from 'vitest';
import { ACEITA_DO_ITEM, mayBeItemRecording, mayBeRecording } from './recording-forms.ts';

it.each(['a.mp3', 'A.WAV', 'a.ogg', 'a.m4a', 'AUD-20261116-WA0012.opus'])(
  '%s may be a recording, anywhere',
  (nome) => {
    expect(mayBeItemRecording(nome, '')).toBe(true);
    expect(mayBeRecording(nome)).toBe(true);
  },
);

it('knows recordings by their media type, too', () => {
  expect(mayBeItemRecording('sem-extensao', 'audio/opus')).toBe(true);
  expect(mayBeRecording('sem-extensao', 'audio/flac')).toBe(true);
  expect(mayBeItemRecording('video.mp4', 'video/mp4')).toBe(false);
  expect(mayBeItemRecording('a.opus.exe', '')).toBe(false);
  expect(ACEITA_DO_ITEM).toMatch(/\.opus.*audio\/opus/);
});
