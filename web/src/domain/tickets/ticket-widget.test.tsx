import { createTicket, getTicket, listTickets } from '@escuta/shared/contracts/accounts/suporte';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { TicketWidget } from './ticket-widget.tsx';

const api = { call: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(api.call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: EMPRESA,
    user: { id: 'u', email: 'a@b.co' },
  } as sessionModule.Session);
});

const EMPRESA = '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b00';
const ticket = {
  id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11',
  titulo: 'Gravação sem som',
  descricao: 'As gravações de hoje chegam sem som.',
  tipo: 'erro',
  severidade: 'critica',
  status: 'em_andamento',
  origem: 'web',
  empresaId: EMPRESA,
  projetoId: null,
  auditoriaId: null,
  auditoriaItemId: null,
  criadoPor: null,
  atribuidoPara: null,
  createdAt: '2026-03-09T12:00:00.000Z',
  updatedAt: '2026-03-10T18:30:00.000Z',
  criadoPorNome: null,
  atribuidoParaNome: null,
  empresaNome: 'Lumavia',
  projetoNome: null,
};
const page = (tickets: object[]) => ({
  success: true,
  tickets,
  pagination: { page: 1, limit: 5, total: tickets.length, totalPages: 1 },
});

let answers: Record<string, () => Promise<unknown>>;
const callsOf = (id: string) => api.call.mock.calls.filter(([endpoint]) => endpoint.id === id);
beforeEach(() => {
  answers = {
    getProfile: async () => ({ success: true, data: { userPermissions: PERMISSIONS.usuario } }),
  };
  api.call.mockReset();
  api.call.mockImplementation(
    (endpoint: { id: string }) => answers[endpoint.id]?.() ?? new Promise(() => {}),
  );
});

function show(props: Parameters<typeof TicketWidget>[0] = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TicketWidget {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('asks for the latest five, and shows three rows of nothing meanwhile', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Tickets de Suporte' })).toBeTruthy();
  expect(screen.getAllByTestId('ticket-carregando')).toHaveLength(3);
  expect(callsOf(listTickets.id)[0]?.[1].query).toEqual({ page: 1, limit: 5 });
  expect(screen.queryByRole('button', { name: 'Ver todos' })).toBeNull();
});

it('shows a ticket with its badges and day, and opens it', async () => {
  answers[listTickets.id] = async () => page([ticket, { ...ticket, id: EMPRESA, severidade: 'alta' }]);
  answers[getTicket.id] = async () => ({ success: true, data: ticket });
  const viewAll = vi.fn();
  show({ onViewAll: viewAll, title: 'Últimos tickets', limit: 2 });
  const rows = within(await screen.findByRole('list', { name: 'Últimos tickets' })).getAllByRole('listitem');
  for (const text of [ticket.titulo, ticket.descricao, 'Em Andamento', 'Erro', 'Crítica', '09/03']) {
    expect(within(rows[0]!).getByText(text)).toBeTruthy();
  }
  expect(within(rows[1]!).queryByText('Alta')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ver todos' }));
  expect(viewAll).toHaveBeenCalledOnce();
  fireEvent.click(within(rows[0]!).getByRole('button'));
  const detail = await screen.findByRole('dialog', { name: 'Detalhes do Ticket' });
  expect(await within(detail).findByText('09/03/2026 09:00')).toBeTruthy();
  expect(within(detail).getByText('10/03/2026 15:30')).toBeTruthy();
});

it('says what to do when there is none, and why when they cannot be had', async () => {
  answers[listTickets.id] = async () => page([]);
  const { unmount } = show();
  expect(await screen.findByText('Nenhum ticket de suporte')).toBeTruthy();
  expect(screen.getByText('Clique em "Novo Ticket" para criar o primeiro')).toBeTruthy();
  unmount();
  answers[listTickets.id] = () => Promise.reject(new ApiError(500, 'erro_interno', 'Erro interno.'));
  show();
  expect(await screen.findByText('Erro ao carregar tickets: Erro interno.')).toBeTruthy();
});

it('says what is missing, and opens one ticket however often the button is pressed', async () => {
  answers[listTickets.id] = async () => page([]);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Novo Ticket' }));
  const dialog = await screen.findByRole('dialog');
  const send = within(dialog).getByRole('button', { name: 'Criar Ticket' });
  fireEvent.click(send);
  expect(await within(dialog).findByText('Título deve ter pelo menos 5 caracteres')).toBeTruthy();
  expect(within(dialog).getByText('Descrição deve ter pelo menos 10 caracteres')).toBeTruthy();
  expect(within(dialog).queryByText('Empresa')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText(/Título/), { target: { value: ticket.titulo } });
  fireEvent.change(within(dialog).getByLabelText(/Descrição/), { target: { value: ticket.descricao } });
  await act(async () => {
    fireEvent.submit(dialog.querySelector('form')!);
    fireEvent.submit(dialog.querySelector('form')!);
  });
  expect(callsOf(createTicket.id).map(([, input]) => input.body)).toEqual([
    {
      titulo: ticket.titulo,
      descricao: ticket.descricao,
      tipo: 'duvida',
      severidade: 'media',
      origem: 'web',
      empresaId: EMPRESA,
      projetoId: null,
      auditoriaId: null,
      auditoriaItemId: null,
    },
  ]);
});
