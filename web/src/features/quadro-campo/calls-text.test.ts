import { expect, it } from 'vitest';
import { callsText, nearMoment } from './calls-text.ts';

const NOW = new Date('2026-11-29T10:00:00-03:00');
const call = (em: string) => ({
  n: 1,
  resultado: 'nao_atendeu' as const,
  nota: null,
  por: { id: crypto.randomUUID(), nome: 'Rita' },
  em,
});

it.each([
  ['2026-11-29T18:40:00-03:00', 'hoje 18:40'],
  ['2026-11-28T23:59:00-03:00', 'ontem 23:59'],
  ['2026-11-30T09:00:00-03:00', 'amanhã 09:00'],
  ['2026-11-20T09:05:00-03:00', '20/11 09:05'],
])('%s is %s', (moment, text) => {
  expect(nearMoment(moment, NOW)).toBe(text);
});

it('says how many calls there were, and when the last one was', () => {
  expect(callsText({ tentativas: [] }, NOW)).toBeNull();
  const calls = [call('2026-11-28T18:40:00-03:00'), call('2026-11-27T10:00:00-03:00')];
  expect(callsText({ tentativas: calls }, NOW)).toBe('2 tentativas, a última ontem 18:40');
});
