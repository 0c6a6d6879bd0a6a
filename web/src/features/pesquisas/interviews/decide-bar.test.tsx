import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DecideBar } from './decide-bar.tsx';

const row = (id: string, fields: Partial<EntrevistaNaLista>): EntrevistaNaLista =>
  ({
    id,
    situacao: 'concluida',
    recebimento: 'completa',
    quarentena: [],
    propria: false,
    revisoes: 0,
    ...fields,
  }) as EntrevistaNaLista;

/** Renders the bar with these interviews chosen and returns the button 'Aprovar'. */
function approveOf(rows: readonly EntrevistaNaLista[]): HTMLButtonElement {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <DecideBar
        pesquisaId="p"
        rows={rows}
        selection={{
          ids: rows.map(({ id }) => id),
          has: () => true,
          canSelect: () => true,
          labelOf: ({ id }) => id,
          select: () => undefined,
          clear: () => undefined,
          selectable: rows.length,
          toggleAll: () => undefined,
        }}
      />
    </QueryClientProvider>,
  );
  const found = screen.getByRole<HTMLButtonElement>('button', { name: /^Aprovar/ });
  unmount();
  return found;
}

it('does not offer to approve what is still coming in, was not concluded, or is held', () => {
  const coming = row('a', { recebimento: 'parcial' });
  const held = row('b', { quarentena: ['sem_gravacao'] });
  const left = row('c', { situacao: 'interrompida' });
  for (const rows of [[coming], [held], [left], [coming, held, left]])
    expect(approveOf(rows).disabled).toBe(true);
  expect(approveOf([row('d', {})]).disabled).toBe(false);
  expect(approveOf([row('e', { recebimento: null })]).disabled).toBe(false);
  expect(approveOf([row('f', { recebimento: 'encerrada' })]).disabled).toBe(false);
  // One approvable interview enables the button; the server's response names the interviews that could not change.
  expect(approveOf([coming, row('d', {})]).disabled).toBe(false);
});
