import { createFiltro, deleteFiltro, listFiltros } from '@escuta/shared/contracts/calls/filtros';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { SavedFilters } from './saved-filters.tsx';

const RUINS: Filtro = { todas: [{ campo: 'nota', op: 'ate', valor: 40 }] };
const LONGAS: Filtro = { todas: [{ campo: 'duracao', op: 'de', valor: 600 }] };
const kept = (id: string, nome: string, filtro: Filtro, da_empresa: boolean) => ({
  id,
  nome,
  filtro,
  da_empresa,
  autor: { id: da_empresa ? 'outra' : 'eu', nome: 'Ana' },
  pode_mudar: !da_empresa,
  updated_at: '2026-11-20T12:00:00.000Z',
});
const call = vi.fn();
const chosen = vi.fn();
beforeEach(() => {
  for (const mock of [call, chosen]) mock.mockReset();
  vi.spyOn(apiModule, 'call').mockImplementation(call);
  vi.spyOn(toast, 'success').mockImplementation(() => '');
  vi.spyOn(sessionModule, 'useRequiredSession').mockImplementation(
    () =>
      ({ papel: 'usuario', empresaId: 'e', user: { id: 'eu', email: 'a@b.co' } }) as ReturnType<
        typeof sessionModule.useRequiredSession
      >,
  );
  call.mockImplementation(async (endpoint: { id: string }) =>
    endpoint.id === 'listFiltros'
      ? {
          success: true,
          data: [kept('f1', 'Notas ruins', RUINS, false), kept('f2', 'Longas demais', LONGAS, true)],
        }
      : { success: true, data: {}, message: '' },
  );
});

function open(filtro: Filtro) {
  const router = createMemoryRouter([
    { path: '/', element: <SavedFilters filtro={filtro} onChoose={chosen} /> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const menu = async (name: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' });
  return screen.findByRole('menu');
};

it('says which kept filter the list shows, takes another one, and not one that an address cannot say', async () => {
  // This filter equals the saved filter 'Notas ruins', although it is written in another way.
  open({ campo: 'nota', op: 'ate', valor: 40 });
  const shown = within(await menu('Notas ruins'));
  expect(shown.getByRole('menuitemradio', { name: 'Notas ruins' }).getAttribute('aria-checked')).toBe('true');
  expect(shown.getByRole('menuitemradio', { name: 'Longas demais' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(shown.getByRole('menuitem', { name: /Salvar este filtro/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  fireEvent.click(shown.getByRole('menuitemradio', { name: 'Notas ruins' }));
  expect(chosen.mock.calls.map(([filtro]) => filtro)).toEqual([RUINS]);
});

it('keeps the filter of now under a name, and deletes only what one may change', async () => {
  const now: Filtro = { todas: [{ campo: 'alertas', op: 'de', valor: 1 }] };
  open(now);
  fireEvent.click(within(await menu('Filtros salvos')).getByRole('menuitem', { name: /Salvar este filtro/ }));
  fireEvent.change(await screen.findByLabelText(/^Nome/), { target: { value: 'Com alerta' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(call.mock.calls.find(([endpoint]) => endpoint === createFiltro)?.[1].body).toEqual({
      nome: 'Com alerta',
      da_empresa: false,
      filtro: now,
    }),
  );
  await waitFor(() => expect(screen.queryByLabelText(/^Nome/)).toBeNull());

  fireEvent.click(within(await menu('Filtros salvos')).getByRole('menuitem', { name: /Gerenciar/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('button', { name: 'Excluir Longas demais' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Excluir Notas ruins' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() =>
    expect(call.mock.calls.find(([endpoint]) => endpoint === deleteFiltro)?.[1].params).toEqual({ id: 'f1' }),
  );
  expect(call.mock.calls.filter(([endpoint]) => endpoint === listFiltros).length).toBeGreaterThan(1);
});
