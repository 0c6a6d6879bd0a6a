import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HeatTable } from './heat-table.tsx';

const cellAt = (row: number, column: number) =>
  row === 1 && column === 1
    ? null
    : { text: `${row}${column}%`, heat: 0.5, label: `Critério ${row}, agente ${column}: ${row}${column}%` };
const props = {
  label: 'Critérios',
  rowsName: 'Critério',
  columns: ['0', '1', '2'].map((id) => ({ id, label: `Agente ${id}` })),
  rows: ['0', '1'].map((id) => ({ id, head: `Critério ${id}` })),
  cellAt,
};

// jsdom cannot scroll.
Element.prototype.scrollIntoView = () => undefined;

it('is one Tab stop, moves by arrows over empty cells too, and opens a cell', () => {
  const onPick = vi.fn();
  render(<HeatTable {...props} chosen={{ row: '0', column: '2' }} onPick={onPick} />);
  const cells = screen.getAllByRole('button');
  expect(cells).toHaveLength(5);
  expect(cells.filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent)).toEqual([
    '00%',
  ]);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('02%');
  cells[0]?.focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  const at = () => document.activeElement?.getAttribute('data-place');
  const walked = ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'ArrowUp', 'End'].map(
    (key) => {
      press(key);
      return at();
    },
  );
  expect(walked).toEqual(['1-0', '1-1', '1-2', '1-2', '1-0', '0-0', '0-2']);
  fireEvent.click(document.activeElement as Element);
  expect(onPick).toHaveBeenCalledExactlyOnceWith(0, 2);
});

it('only tells where nothing opens', () => {
  render(<HeatTable {...props} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByText('Critério 0, agente 1: 01%')).toBeDefined();
});
