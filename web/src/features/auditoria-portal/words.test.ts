import { expect, it } from 'vitest';
import { sheetDate } from './words.ts';

it('says when an interview was as people write it where its hour is known, and else as it stands in the sheet', () => {
  expect(sheetDate('2026-11-20T09:11:05.120-03:00')).toBe('20/11/2026 09:11');
  expect(sheetDate('2026-11-20T12:11:05Z')).toBe('20/11/2026 09:11');
  // Formats of LimeSurvey and SurveyCTO.
  expect(sheetDate('2026-11-20 09:11:05')).toBe('20/11/2026 09:11');
  expect(sheetDate('20/11/2026 09:11:05')).toBe('20/11/2026 09:11');
  for (const text of ['20/11/26', '2026-11-20', 'ontem', '2026-13-45T99:00:00Z'])
    expect(sheetDate(text)).toBe(text);
});
