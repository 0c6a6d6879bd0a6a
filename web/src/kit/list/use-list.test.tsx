// While a row's menu is open, the list keeps its rows, so that the menu stays in place; newer rows come once it closes.
import { listFiltros } from '@escuta/shared/contracts/calls/filtros';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/network/query.ts';
import { session } from '../../lib/network/session.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { useList } from './use-list.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const READERS = {};

function Screen({ onEdit }: { onEdit: (nome: string) => void }) {
  const list = useList(listFiltros, READERS, () => ({}));
  if (list.rows?.length === 0) return <p>Nenhum filtro</p>;
  return list.rows?.map(({ id, nome }) => (
    <DropdownMenu key={id}>
      <DropdownMenuTrigger>{nome}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onEdit(nome)}>Editar</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  ));
}

it('keeps the rows while a menu of one is open, and shows what came once something is chosen', async () => {
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  let rows = [{ id: 'a', nome: 'Ana' }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, data: rows })));
  const client = createQueryClient();
  const edited = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Screen onEdit={edited} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Ana' }), { key: 'Enter' });
  const item = await screen.findByRole('menuitem', { name: 'Editar' });
  fireEvent.pointerDown(item);

  rows = [];
  await act(() => client.refetchQueries({ queryKey: queryKey(listFiltros) }));
  expect(client.getQueriesData({ queryKey: queryKey(listFiltros) })[0]?.[1]).toMatchObject({ data: [] });
  // The menu still has the same element, not a new one in its place.
  expect(screen.getByRole('menuitem', { name: 'Editar' })).toBe(item);

  fireEvent.pointerUp(item);
  fireEvent.click(item);
  expect(edited).toHaveBeenCalledExactlyOnceWith('Ana');
  await screen.findByText('Nenhum filtro');
});
