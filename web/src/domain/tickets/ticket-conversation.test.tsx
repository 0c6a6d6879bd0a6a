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
  anexos: [],
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
  send = async () => ({ success: true, data: { ...CONVERSA, mensagemId: 'm3' } });
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
  send = async () => ({ success: true, data: { ...CONVERSA, mensagemId: 'm3' } });
  fireEvent.click(button);
  fireEvent.click(button);
  await vi.waitFor(() => expect(field.value).toBe(''));
  expect(sent().map(([, input]) => input.body)).toEqual([{ texto: 'Continua.' }, { texto: 'Continua.' }]);
});

it('sends chosen files with the answer, refuses others, and keeps those that did not get there', async () => {
  const uploads: { nome: string; mensagem: unknown }[] = [];
  let broken = true;
  vi.spyOn(apiModule, 'upload').mockImplementation((async (_endpoint: unknown, file: File, input: object) => {
    uploads.push({ nome: file.name, mensagem: (input as { fields: { mensagem: string } }).fields.mensagem });
    if (file.name === 'b.pdf' && broken) throw new ApiError(413, 'cota_atingida', 'Sem espaço.');
    return { success: true, data: {} };
  }) as never);
  show();
  const input = await screen.findByTestId('escolher-anexo');
  const file = (name: string, type: string) => new File(['x'], name, { type });
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
  choose(file('a.png', 'image/png'), file('c.html', 'text/html'), file('b.pdf', 'application/pdf'));
  screen.getByText(/c\.html: anexe só imagens PNG, JPEG ou WebP e arquivos PDF/);
  expect([...screen.getByRole('list', { name: 'Arquivos selecionados' }).children].length).toBe(2);
  fireEvent.change(screen.getByLabelText('Responder'), { target: { value: 'Seguem.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar resposta' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enviar resposta' }));
  await screen.findByText('b.pdf: Sem espaço.');
  expect(uploads).toEqual([
    { nome: 'a.png', mensagem: 'm3' },
    { nome: 'b.pdf', mensagem: 'm3' },
  ]);
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await vi.waitFor(() => expect(screen.queryByText('b.pdf: Sem espaço.')).toBeNull());
  expect(uploads.at(-1)).toEqual({ nome: 'b.pdf', mensagem: 'm3' });
  expect(sent()).toHaveLength(1);
});

it('sends a file again by the same id after a lost answer', async () => {
  const ids: string[] = [];
  vi.spyOn(apiModule, 'upload').mockImplementation((async (
    _endpoint: unknown,
    _file: File,
    input: object,
  ) => {
    ids.push((input as { fields: { envio: string } }).fields.envio);
    if (ids.length < 3) throw new ApiError(0, 'sem_conexao', 'Sem conexão.');
    return { success: true, data: {} };
  }) as never);
  show();
  const input = await screen.findByTestId('escolher-anexo');
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
  fireEvent.change(screen.getByLabelText('Responder'), { target: { value: 'Segue.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar resposta' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  await vi.waitFor(() => expect(ids).toHaveLength(3));
  expect(new Set(ids).size).toBe(1);
});
