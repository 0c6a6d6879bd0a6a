import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import { expect, it } from 'vitest';
import { isUnpriced } from './prices.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const price = (unidade: UnidadePreco, vigenteAte: string | null = null) => ({
  id: unidade,
  provedor: 'openai',
  modelo: 'm',
  unidade,
  precoUsd: '0.001',
  vigenteDe: '2026-01-01T00:00:00Z',
  vigenteAte,
});

it.each([
  ['texto', [], true],
  ['texto', [price('token_entrada')], true],
  ['texto', [price('token_entrada'), price('token_saida')], false],
  ['texto', [price('token_entrada'), price('token_saida', '2026-11-01T00:00:00Z')], true],
  ['transcricao', [price('minuto_audio')], false],
  ['transcricao', [price('token_entrada'), price('token_saida')], false],
  ['transcricao', [price('token_saida')], true],
] as const)('%s with %j: unpriced %s', (finalidade, precos, unpriced) => {
  expect(isUnpriced({ finalidade, precos: [...precos] }, NOW)).toBe(unpriced);
});
