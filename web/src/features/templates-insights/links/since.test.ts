import { expect, it } from 'vitest';
import { since } from './since.ts';

const now = new Date('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:30Z', 'agora'],
  ['2026-03-10T12:00:30Z', 'agora'],
  ['2026-03-10T11:58:59Z', 'há 1 minuto'],
  ['2026-03-10T09:00:00Z', 'há 3 horas'],
  ['2026-03-08T12:00:00Z', 'há 2 dias'],
  ['2026-01-10T12:00:00Z', 'há 1 mês'],
  ['2024-01-10T12:00:00Z', 'há 2 anos'],
])('%s is %s', (iso, text) => {
  expect(since(iso, now)).toBe(text);
});
