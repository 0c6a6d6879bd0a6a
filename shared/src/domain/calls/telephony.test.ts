import { describe, expect, it } from 'vitest';
import { recordingFileName, recordingPaths, telephonyUrl } from './telephony.ts';

describe('telephonyUrl', () => {
  it.each([
    ['http://servidor:8088', 'http://servidor:8088'],
    [' http://SERVIDOR:8088/ ', 'http://servidor:8088'],
    ['http://servidor:8088/ari', 'http://servidor:8088'],
    ['https://pabx.example/voz/ari/', 'https://pabx.example/voz'],
    ['http://servidor:80', 'http://servidor'],
    ['http://[fd12::1]:8088', 'http://[fd12::1]:8088'],
    // Other notations of 127.0.0.1.
    ['http://2130706433:8088', 'http://127.0.0.1:8088'],
    ['http://0x7f.1', 'http://127.0.0.1'],
  ])('%j is %s', (text, url) => {
    expect(telephonyUrl(text)).toBe(url);
  });

  it.each([
    '',
    'servidor:8088',
    'ftp://servidor',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'http://a:b@servidor',
    'http://a@servidor',
    'http://servidor/?x=1',
    'http://servidor/#x',
    'http://servidor/?',
  ])('%j does not serve', (text) => {
    expect(telephonyUrl(text)).toBeNull();
  });
});

describe('recordingPaths', () => {
  const stored = (name: string) => `/ari/recordings/stored/${name}/file`;

  it('the whole name is one segment of the path; then as a proxy would want it', () => {
    expect(recordingPaths('chamada-1')).toEqual([stored('chamada-1')]);
    expect(recordingPaths('2026/05/a b')).toEqual([stored('2026%2F05%2Fa%20b'), stored('2026/05/a%20b')]);
  });

  it('also without the extension, which is no part of the name for Asterisk', () => {
    expect(recordingPaths('fila/c.wav')).toEqual([
      stored('fila%2Fc.wav'),
      stored('fila%2Fc'),
      stored('fila/c.wav'),
      stored('fila/c'),
    ]);
    expect(recordingPaths('1717.42')).toEqual([stored('1717.42')]);
    expect(recordingPaths('.wav')).toEqual([stored('.wav')]);
  });

  it('nothing in the name leaves its place', () => {
    expect(recordingPaths('a?b#c%2e+d')).toEqual([stored('a%3Fb%23c%252e%2Bd')]);
  });

  it.each([
    '',
    ' ',
    '/',
    '/a',
    'a/',
    'a//b',
    '..',
    '.',
    '../a',
    'a/../b',
    'a/./b',
    'a\\b',
    'a\u0000',
    'a\r\nb',
    '\ud800',
  ])('refuses %j', (name) => {
    expect(recordingPaths(name)).toBeNull();
  });
});

it('recordingFileName gives the extension to a name without one', () => {
  expect(recordingFileName('2026/05/chamada', 'wav')).toBe('chamada.wav');
  expect(recordingFileName('2026/05/chamada.WAV', 'wav')).toBe('chamada.WAV');
  expect(recordingFileName('1717.42', 'mp3')).toBe('1717.42.mp3');
});
