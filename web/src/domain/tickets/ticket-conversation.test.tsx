import { answerTicket, getConversaTicket } from '@escuta/shared/contracts/accounts/suporte';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { TicketConversation } from './ticket-conversation.tsx';
import type { Ticket } from './ticket-queries.ts';

const mocks = { call: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as sessionModule.Session);
});

const CONVERSA = {
  mensagens: [
    {
      id: 'm1',
      texto: 'Sem som.',
      doOperador: false,
      por: { id: 'u', nome: 'Ana' },
      em: '2026-11-02T12:00:00.000Z',
    },
    {
      id: 'm2',
      texto: 'Estamos olhando.',
      doOperador: true,
      por: { id: 'o', nome: 'Olga' },
      em: '2026-11-02T14:00:00.000Z',
    },
  ],
  mudancas: [
    {
      id: 'c1',
      campo: 'status',
      de: 'aberto',
      para: 'em_andamento',
      por: { id: 'o', nome: 'Olga' },
      em: '2026-11-02T13:00:00.000Z',
    },
    { id: 'c2', campo: 'responsavel', de: null, para: 'Olga', por: null, em: '2026-11-02T13:30:00.000Z' },
  ],
};
const TICKET = { id: 't1', status: 'resolvido' } as Ticket;

let send: () => Promise<unknown>;
const sent = () => mocks.call.mock.calls.filter(([endpoint]) => endpoint.id === answerTicket.id);
beforeEach(() => {
  mocks.call.mockReset();
  send = async () => ({ success: true, data: CONVERSA });
  mocks.call.mockImplementation((endpoint: { id: string }) => {
    if (endpoint.id === answerTicket.id) return send();
    if (endpoint.id === getConversaTicket.id) return Promise.resolve({ success: true, data: CONVERSA });
    return Promise.resolve({ success: true, data: { userPermissions: PERMISSIONS.usuario } });
  });
});
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TicketConversation ticket={TICKET} />
    </QueryClientProvider>,
  );

it('shows words and changes in the order in which they came, each with who and when', async () => {
  show();
  await screen.findByText('Sem som.');
  const region = screen.getByRole('region', { name: 'Conversa' });
  expect([...region.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
    'Ana02/11/2026 09:00Sem som.',
    'Status: Aberto → Em Andamento · Olga · 02/11/2026 10:00',
    'Responsável: ninguém → Olga · Integração (chave de API) · 02/11/2026 10:30',
    'OlgaSuporte02/11/2026 11:00Estamos olhando.',
  ]);
});

it('sends an answer once, keeps it when it cannot be sent, and says that the ticket opens again', async () => {
  send = async () => {
    throw new ApiError(404, 'nao_encontrado', 'Ticket não encontrado');
  };
  show();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Responder');
  screen.getByText('Ao responder, o ticket volta a ficar aberto.');
  const button = screen.getByRole('button', { name: 'Enviar resposta' });
  fireEvent.click(button);
  screen.getByText('Escreva a resposta.');
  expect(sent()).toHaveLength(0);
  fireEvent.change(field, { target: { value: ' Continua. ' } });
  fireEvent.click(button);
  await screen.findByText('Ticket não encontrado');
  expect(field.value).toBe(' Continua. ');
  send = async () => ({ success: true, data: CONVERSA });
  fireEvent.click(button);
  fireEvent.click(button);
  await vi.waitFor(() => expect(field.value).toBe(''));
  expect(sent().map(([, input]) => input.body)).toEqual([{ texto: 'Continua.' }, { texto: 'Continua.' }]);
});
