// @vitest-environment node
import { expect, it } from 'vitest';
import { audioFileError } from './audio-file.ts';

it.each([
  ['a.mp3', 'audio/mpeg'],
  ['GRAVACAO.WAV', ''],
  ['a.ogg', 'application/octet-stream'],
  ['sem-extensao', 'audio/mp3'],
  ['a.m4a', 'audio/x-m4a'],
  ['AUD-20261116-WA0012.opus', ''],
  ['a.opus', 'audio/opus'],
])('takes %s (%s)', (name, type) => {
  expect(audioFileError({ name, type, size: 1 }, 2)).toBeNull();
});

it.each([
  ['a.pdf', 'application/pdf'],
  ['a.mp3.exe', ''],
  ['mp3', ''],
  ['video.mp4', 'video/mp4'],
])('refuses %s (%s)', (name, type) => {
  expect(audioFileError({ name, type, size: 1 }, 2)).toBe(
    'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).',
  );
});

it('refuses an empty file', () => {
  expect(audioFileError({ name: 'a.mp3', type: 'audio/mpeg', size: 0 }, 2)).toBe('O arquivo está vazio.');
});

it('refuses a file over the limit, once the limit is known', () => {
  const file = { name: 'a.mp3', type: 'audio/mpeg', size: 1025 * 1024 * 1024 };
  expect(audioFileError(file, 1024)).toBe('O arquivo passa do limite de 1.024 MB.');
  expect(audioFileError(file, 1025)).toBeNull();
  expect(audioFileError(file, null)).toBeNull();
});
