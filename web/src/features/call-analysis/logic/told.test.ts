// @vitest-environment node
import { expect, it } from 'vitest';
import { untold } from './told.ts';

it('prints each sentence of the summaries once, and keeps an insight’s own', () => {
  const summary =
    'Resumo por regras. O cliente disse: “É um absurdo!” O agente respondeu: “Sinto muito.” Acabou bem.';
  expect(
    untold(summary, [
      `6 de 6 critérios atendidos. ${summary}`,
      'O agente seguiu o roteiro. Acabou bem.',
      'O agente seguiu o roteiro. Faltou o prazo.',
      summary,
      null,
    ]),
  ).toEqual(['6 de 6 critérios atendidos.', 'O agente seguiu o roteiro.', 'Faltou o prazo.', '', '']);
  expect(untold(null, ['Acabou bem.'])).toEqual(['Acabou bem.']);
});
