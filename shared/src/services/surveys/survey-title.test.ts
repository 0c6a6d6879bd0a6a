import { expect, it } from 'vitest';
import { numberedTitle, TITULO_MAX } from './survey-title.ts';

it('is the wanted title, or the next number of it that is free', () => {
  expect(numberedTitle('Transporte', new Set())).toBe('Transporte');
  expect(numberedTitle('Transporte', new Set(['Transporte', 'Transporte (2)']))).toBe('Transporte (3)');
});

it('keeps its number where the title is as long as titles may be', () => {
  const long = 'x'.repeat(TITULO_MAX);
  const next = numberedTitle(long, new Set([long]));
  expect(next).toHaveLength(TITULO_MAX);
  expect(next.endsWith(' (2)')).toBe(true);
});
