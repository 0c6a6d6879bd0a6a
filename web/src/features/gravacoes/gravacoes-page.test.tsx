import {
  getLoteGravacao,
  listGravacoesDoLote,
  listLotesGravacao,
  undoLoteGravacoes,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient, queryKey } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import GravacoesPage from './gravacoes-page.tsx';

const AT = '2026-11-02T12:00:00.000Z';
const lote = {
  ...{ id: 'l12', nome: 'Novembro', estado: 'concluido', versao: 1, created_at: AT, autor: { nome: 'Ana' } },
  ...{
    projeto: { id: 'p', nome: 'SAC' },
    envio_completo: true,
    tarefa: null,
    motivo: null,
    sem_gravacao: null,
  },
  ...{ recebido: 1, tamanho: 1, duracao_ms: 0, confirmado_em: AT, expira_em: AT },
  situacoes: { pareada: 0, criar: 0, substituir: 0, orfa: 0, ambigua: 0, ja_tem: 0, anexada: 0 },
};
const offline = () => new apiModule.ApiError(0, 'sem_conexao', 'Não foi possível conectar.');
let away: (id: string) => boolean;

beforeEach(() => {
  away = () => false;
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'gerente',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as unknown as sessionModule.Session);
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    const [{ id }, input] = args as [{ id: string }, { query?: { page?: number } } | undefined];
    if (away(id)) throw offline();
    if (id === getLoteGravacao.id) return { data: lote };
    if (id === listGravacoesDoLote.id) return { data: [], pagination: { total: 0, totalPages: 0 } };
    if (id === listLotesGravacao.id) {
      const page = input?.query?.page ?? 1;
      const first = (page - 1) * 10 + 1;
      const data = Array.from({ length: page === 1 ? 10 : 2 }, (_, n) => ({
        ...{ id: `l${first + n}`, nome: `Envio ${first + n}`, estado: 'concluido' },
        ...{ created_at: AT, autor: null },
      }));
      return { data, pagination: { page, limit: 10, total: 12, totalPages: 2 } };
    }
    return { data: {} };
  });
});

function open(address: string) {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false, staleTime: 0 } });
  const routes = [{ path: '/p/:id/gravacoes', element: <GravacoesPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: [`/p/p/gravacoes${address}`] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return client;
}

it('leads to every batch of the project, not to the newest ten alone', async () => {
  open('?page=2');
  const [link] = await screen.findAllByRole('link', { name: /^Envio 12/ });
  expect(link?.getAttribute('href')).toContain('lote=l12');
  screen.getByRole('navigation', { name: /Paginação/ });
});

it('says that the batches cannot be loaded', async () => {
  away = (id) => id === listLotesGravacao.id;
  open('');
  await screen.findByText('Não foi possível carregar os envios anteriores.');
});

it('keeps the question open when undoing failed, and says when the server has gone away', async () => {
  vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  const client = open('?lote=l12');
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer envio' }));
  away = (id) => id === undoLoteGravacoes.id;
  const question = await screen.findByRole('alertdialog', { name: 'Desfazer este envio?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Desfazer envio' }));
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  await act(async () => undefined);
  expect(screen.queryByRole('alertdialog', { name: 'Desfazer este envio?' })).not.toBeNull();
  fireEvent.click(within(question).getByRole('button', { name: 'Voltar' }));

  away = (id) => id === getLoteGravacao.id;
  await act(() => client.invalidateQueries({ queryKey: queryKey(getLoteGravacao) }));
  expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível atualizar o envio');
});
