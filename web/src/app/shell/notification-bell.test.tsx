import { readNotificacoes } from '@escuta/shared/contracts/accounts/notificacoes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { NotificationBell } from './notification-bell.tsx';

const one = (id: string, status: 'concluida' | 'erro', lida: boolean) => ({
  id,
  tipo: 'tarefa_encerrada',
  alvo_id: 't',
  dados: { autor_id: 'a', tipo: 'gerar_insights', status, falhas: status === 'erro' ? 2 : 0 },
  lugar:
    status === 'concluida'
      ? {
          tipo: 'importacao',
          id: '01a20000-0000-7000-8000-000000000001',
          projeto_id: '01a20000-0000-7000-8000-000000000002',
          nome: 'janeiro.csv',
          simulacao: true,
        }
      : null,
  lida,
  created_at: '2026-11-20T12:00:00.000Z',
});

it('counts what was not read, leads to the tasks, and marks one or all as read', async () => {
  const call = vi.fn(async (endpoint: { id: string }, input?: { body?: { ids?: string[] } }) => {
    if (endpoint.id === 'listNotificacoes') {
      const notificacoes = [one('n1', 'erro', false), one('n2', 'concluida', false)];
      return { success: true, data: { nao_lidas: 2, notificacoes } };
    }
    const read = input?.body?.ids;
    const notificacoes = [one('n1', 'erro', true), one('n2', 'concluida', read === undefined)];
    return { success: true, data: { nao_lidas: read ? 1 : 0, notificacoes } };
  });
  vi.spyOn(apiModule, 'call').mockImplementation(call as never);
  const router = createMemoryRouter([
    { path: '/', element: <NotificationBell /> },
    { path: '/dashboard/tarefas', element: <h1>Tarefas</h1> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Notificações: 2 não lidas' }));
  const list = within(await screen.findByRole('dialog', { name: 'Notificações' }));
  fireEvent.click(list.getByRole('button', { name: 'Marcar todas como lidas' }));
  const bodies = () =>
    call.mock.calls
      .filter(([endpoint]) => endpoint.id === readNotificacoes.id)
      .map(([, given]) => given?.body);
  await waitFor(() => expect(bodies()).toEqual([{}]));
  expect(
    list
      .getByRole('link', { name: /^Tarefa concluída: Simular importação\s*janeiro\.csv/ })
      .getAttribute('href'),
  ).toBe(
    '/dashboard/projects/01a20000-0000-7000-8000-000000000002/importar/01a20000-0000-7000-8000-000000000001',
  );
  fireEvent.click(list.getByRole('link', { name: /Tarefa com erro: Gerar insights/ }));
  await screen.findByRole('heading', { name: 'Tarefas' });
  await waitFor(() => expect(bodies()).toEqual([{}, { ids: ['n1'] }]));
});
