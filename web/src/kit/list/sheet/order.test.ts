// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { orderInForce, ordering } from './order.ts';

const ORDERS = { all: ['nome', 'nome_z', 'ligacoes'] as const, usual: 'nome' as const };

it('takes the order of the address, and the usual one if the address names none or an unknown one', () => {
  expect(orderInForce(ORDERS, 'ligacoes')).toBe('ligacoes');
  expect(orderInForce(ORDERS, '')).toBe('nome');
  expect(orderInForce(ORDERS, 'gone')).toBe('nome');
});

it('writes a chosen order into the address, and the usual one as none', () => {
  const change = vi.fn();
  const { ordem, onOrder } = ordering(ORDERS, { filters: { ordem: 'nome_z' }, change });
  expect(ordem).toBe('nome_z');
  for (const next of ['ligacoes', undefined, 'unknown', 'nome']) onOrder(next);
  expect(change.mock.calls).toEqual([
    [{ ordem: 'ligacoes' }],
    [{ ordem: '' }],
    [{ ordem: '' }],
    [{ ordem: '' }],
  ]);
});
