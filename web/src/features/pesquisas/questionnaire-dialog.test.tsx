import {
  listQuestionariosDaPesquisa,
  updateQuestionario,
} from '@escuta/shared/contracts/surveys/questionarios';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { QuestionnairesTab } from './questionnaires-tab.tsx';
import type { Pesquisa, Questionario } from './survey.ts';

const mocks = { call: vi.fn() };

const S = '019a0000-0000-7000-8000-000000000003';
let row: Questionario;
let saving: (input: { body: object }) => Promise<unknown>;
beforeEach(() => {
  row = {
    id: '019a0000-0000-7000-8000-000000000001',
    nome: 'Moradores',
    descricao: 'Porta a porta',
    pesquisa_id: S,
    pesquisa: { titulo: 'Cidade', ativo: true },
    ativo: true,
    consentimento: null,
    sem_gravacao: true,
    fechado: null,
    total_perguntas: 1,
    total_entrevistas: 0,
    versao: null,
    created_at: '2026-11-22T12:00:00.000Z',
  } as Questionario;
  mocks.call.mockReset();
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as ReturnType<typeof sessionModule.useRequiredSession>);
  mocks.call.mockImplementation(async (endpoint: { id: string }, input: { body: object }) => {
    if (endpoint.id === 'getProfile')
      return { success: true, data: { userPermissions: PERMISSIONS.usuario } };
    if (endpoint.id === listQuestionariosDaPesquisa.id) return { success: true, data: [row] };
    if (endpoint.id === updateQuestionario.id) return saving(input);
    return new Promise(() => {});
  });
});
const bodies = () =>
  mocks.call.mock.calls
    .filter(([endpoint]) => endpoint.id === updateQuestionario.id)
    .map(([, { body }]) => body);

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([
    { path: '/', element: <QuestionnairesTab pesquisa={{ id: S } as Pesquisa} /> },
  ]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

async function rename(nome: string): Promise<void> {
  show();
  const menu = await screen.findByRole('button', { name: 'Ações de Moradores' });
  fireEvent.keyDown(menu, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  fireEvent.change(await screen.findByLabelText(/^Nome/), { target: { value: nome } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
}

it('sends only what was changed, with what it held', async () => {
  saving = async () => ({ success: true, data: row });
  await rename('Vizinhos');
  await waitFor(() => expect(bodies()).toEqual([{ nome: 'Vizinhos', antes: { nome: 'Moradores' } }]));
});

it("shows a colleague's name before it is overwritten", async () => {
  saving = async () => {
    row = { ...row, nome: 'Comércio' };
    saving = async () => ({ success: true, data: row });
    throw new ApiError(409, 'conflito', 'Este questionário foi alterado por outra pessoa.', {
      errors: [{ campo: 'nome', mensagem: 'Outra pessoa mudou este campo.', atual: 'Comércio' }],
    });
  };
  await rename('Vizinhos');
  await screen.findByText('Outra pessoa salvou alterações enquanto você editava.');
  await screen.findByText('Comércio', { selector: 'strong' });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ nome: 'Vizinhos', antes: { nome: 'Comércio' } }));
});

it('offers no interview that would be refused, and says why', async () => {
  const fechado = 'A condição da pergunta P2 não pode ser atendida como o questionário está.';
  row = { ...row, fechado };
  show();
  await screen.findByText(fechado);
  expect(screen.queryByRole('link', { name: /^Iniciar Moradores/ })).toBeNull();
});
