import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { createPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import PesquisaNovaPage from './pesquisa-nova-page.tsx';

const PROJETO = '019a0000-0000-7000-8000-000000000001';
const PESQUISA = '019a0000-0000-7000-8000-000000000002';
const page = { page: 1, limit: 20, total: 1, totalPages: 1, totalExato: true };
let projetos: object[];
/** Makes the server respond to the request that creates a survey; undefined before that request. */
let created: (() => void) | undefined;

beforeEach(() => {
  created = undefined;
  projetos = [{ id: PROJETO, nome: 'Campo', exemplo: false }];
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'gerente',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as ReturnType<typeof sessionModule.useRequiredSession>);
  vi.spyOn(apiModule, 'call').mockImplementation((async (endpoint: { id: string }) => {
    if (endpoint.id === 'getProfile')
      return { success: true, data: { userPermissions: PERMISSIONS.gerente } };
    if (endpoint.id === listProjetos.id) return { success: true, data: projetos, pagination: page };
    if (endpoint.id === createPesquisa.id) {
      return new Promise((resolve) => {
        created = () => resolve({ success: true, data: { id: PESQUISA, titulo: 'Onda' } });
      });
    }
    return new Promise(() => {});
  }) as never);
});

function show() {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/pesquisas/nova', element: <PesquisaNovaPage /> },
      { path: '*', element: <p>Outra</p> },
    ],
    { initialEntries: [`/dashboard/pesquisas/nova?projeto=${PROJETO}`] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('opens the new survey after a double click on the button that says so', async () => {
  const router = show();
  fireEvent.change(await screen.findByLabelText(/Título/), { target: { value: 'Onda' } });
  const button = screen.getByRole('button', { name: 'Criar e montar o questionário' });
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveProperty('disabled', true));
  fireEvent.click(button);
  created?.();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/pesquisas/${PESQUISA}`));
});

it('opens the list after the plain button, which Enter presses, as specified', async () => {
  const router = show();
  fireEvent.change(await screen.findByLabelText(/Título/), { target: { value: 'Onda' } });
  const [first] = document.querySelectorAll<HTMLButtonElement>('form button[type="submit"]');
  expect(first?.textContent).toBe('Criar Pesquisa');
  fireEvent.click(first as HTMLButtonElement);
  await waitFor(() => expect(created).toBeTypeOf('function'));
  created?.();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/pesquisas'));
});

it('offers a project where the company has none but the example’s', async () => {
  projetos = [{ id: PROJETO, nome: 'Exemplo', exemplo: true }];
  show();
  const link = await screen.findByRole('link', { name: 'Criar projeto' });
  expect(link.getAttribute('href')).toBe('/dashboard/projects/new?type=pesquisa');
});
