// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { orderInForce, ordering } from './order.ts';

const ORDERS = { all: ['nome', 'nome_z', 'ligacoes'] as const, usual: 'nome' as const };

it('takes the address before the kept order, and the usual one where neither is known', () => {
  expect(orderInForce(ORDERS, 'ligacoes', 'nome_z')).toBe('ligacoes');
  expect(orderInForce(ORDERS, '', 'nome_z')).toBe('nome_z');
  expect(orderInForce(ORDERS, undefined, 'gone')).toBe('nome');
});

it('keeps a chosen order, and says the usual one only over another that was kept', () => {
  const setOrdem = vi.fn();
  const change = vi.fn();
  const by = (kept?: string) =>
    ordering(ORDERS, { ordem: kept, setOrdem }, { filters: { ordem: '' }, change });
  by().onOrder('ligacoes');
  by('ligacoes').onOrder(undefined);
  by().onOrder('unknown');
  expect(setOrdem.mock.calls).toEqual([['ligacoes'], [undefined], [undefined]]);
  expect(change.mock.calls).toEqual([[{ ordem: 'ligacoes' }], [{ ordem: 'nome' }], [{ ordem: '' }]]);
});
