import { expect, it } from 'vitest';
import { insightsSummary } from './insights-summary.ts';

const used = (statusProcessamento: 'concluido' | 'erro') => ({
  resultado: { insight: { statusProcessamento } },
});

it.each([
  [['concluido'], '1 gerado'],
  [['concluido', 'concluido', 'concluido', 'erro'], '3 gerados, 1 com erro'],
  [['erro', 'erro'], '0 gerados, 2 com erro'],
] as const)('%j: %s', (status, words) => {
  expect(insightsSummary(status.map(used))).toBe(words);
});
