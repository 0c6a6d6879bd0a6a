import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Layout, SheetColumn } from './layout.ts';
import { WorkSheet } from './work-sheet.tsx';

afterEach(cleanup);

type Row = { id: string; nome: string; nota: number };
const COLUMNS: readonly SheetColumn<Row>[] = [
  {
    key: 'nome',
    label: 'Nome',
    width: 100,
    orders: ['nome', 'nome_z'],
    rises: true,
    text: ({ nome }) => nome,
  },
  { key: 'nota', label: 'Nota', width: 60, orders: ['maior', 'menor'], cell: ({ nota }) => nota },
];
const layout = {
  columns: COLUMNS,
  all: COLUMNS,
  widthOf: ({ width }: SheetColumn<Row>) => width,
  limit: 10,
} as Layout<Row>;
const onOrder = vi.fn();

const sheet = (ordem: string) => (
  <WorkSheet
    label="Pessoas"
    rows={[{ id: '1', nome: 'Ana', nota: 7 }]}
    stale={false}
    layout={layout}
    ordem={ordem}
    onOrder={onOrder}
    orderRefused={(one) => (one === 'nome' ? 'Há linhas demais.' : null)}
    body={createRef()}
  />
);
const head = (name: string) => screen.getByRole('columnheader', { name });

it('a header asks for one order, then for the other, then for the usual one, and says which is in force', () => {
  const { rerender } = render(sheet('usual'));
  expect(head('Nota').getAttribute('aria-sort')).toBeNull();
  for (const [ordem, sorted] of [
    ['usual', null],
    ['maior', 'descending'],
    ['menor', 'ascending'],
  ] as const) {
    rerender(sheet(ordem));
    expect(head('Nota').getAttribute('aria-sort')).toBe(sorted);
    fireEvent.click(screen.getByRole('button', { name: 'Nota' }));
  }
  expect(onOrder.mock.calls).toEqual([['maior'], ['menor'], [undefined]]);

  // A header that cannot sort at present shows the reason and sends no request.
  const refused = screen.getByRole('button', { name: 'Nome' });
  expect([refused.getAttribute('aria-disabled'), refused.title]).toEqual(['true', 'Há linhas demais.']);
  fireEvent.click(refused);
  expect(onOrder).toHaveBeenCalledTimes(3);
});
