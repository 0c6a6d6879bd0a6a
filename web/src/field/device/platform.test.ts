import { expect, it } from 'vitest';
import { deviceName, isIos, needsHomeScreen, recorderType, stopsWhenHidden } from './platform.ts';

const agent = (userAgent: string, platform = '', maxTouchPoints = 0) => ({
  userAgent,
  platform,
  maxTouchPoints,
});
const IPHONE = agent(
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'iPhone',
  5,
);
const IPHONE_CHROME = agent(
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
  'iPhone',
  5,
);
const IPAD = agent(
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15',
  'MacIntel',
  5,
);
const ANDROID = agent(
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
);
const FIREFOX = agent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');

it('records mp4 on WebKit whatever it claims, webm elsewhere, and nothing where nothing is known', () => {
  const all = () => true;
  for (const one of [IPHONE, IPHONE_CHROME, IPAD]) expect(recorderType(one, all)?.tipo).toBe('audio/mp4');
  for (const one of [ANDROID, FIREFOX])
    expect(recorderType(one, all)?.mimeType).toBe('audio/webm;codecs=opus');
  expect(recorderType(FIREFOX, (mime) => mime.startsWith('audio/ogg'))?.tipo).toBe('audio/ogg');
  expect(recorderType(ANDROID, () => false)).toBeNull();
});

it('knows what iOS takes away', () => {
  expect([IPHONE, IPHONE_CHROME, IPAD, ANDROID, FIREFOX].map(isIos)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(stopsWhenHidden(IPHONE)).toBe(true);
  expect(stopsWhenHidden(ANDROID)).toBe(false);
  expect([
    needsHomeScreen(IPHONE, false),
    needsHomeScreen(IPHONE, true),
    needsHomeScreen(ANDROID, false),
  ]).toEqual([true, false, false]);
});

it('names a device so that its owner knows it', () => {
  expect([IPHONE, IPHONE_CHROME, IPAD, ANDROID, FIREFOX].map(deviceName)).toEqual([
    'Safari em iPhone',
    'Chrome em iPhone',
    'Safari em iPad',
    'Chrome em SM-A546E',
    'Firefox em Linux',
  ]);
});
