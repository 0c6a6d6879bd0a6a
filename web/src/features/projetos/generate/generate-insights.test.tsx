import { generateInsights, previewInsights } from '@escuta/shared/contracts/insights/insights';
import { getTarefa } from '@escuta/shared/contracts/operation/tarefas';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../../lib/browser/toast.ts';
import * as apiModule from '../../../lib/network/api.ts';
import { ApiError } from '../../../lib/network/api.ts';
import * as sessionModule from '../../../lib/network/session.ts';
import { GenerateInsights } from './generate-insights.tsx';

const mocks = { call: vi.fn(), error: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as sessionModule.Session);
  vi.spyOn(toast, 'error').mockImplementation(mocks.error);
  vi.spyOn(toast, 'settled').mockImplementation(() => undefined);
});

let answers: Record<string, () => Promise<unknown>>;
let permissions: object;
const preview = {
  alvo: 'projeto',
  itens: 12,
  comTranscricao: 0,
  parcial: false,
  ignorados: [],
  creditos: 12,
  saldo: 500,
};
const callsOf = (id: string) => mocks.call.mock.calls.filter(([endpoint]) => endpoint.id === id);
beforeEach(() => {
  permissions = PERMISSIONS.gerente;
  answers = {
    getProfile: async () => ({ success: true, data: { userPermissions: permissions } }),
    [previewInsights.id]: async () => ({ success: true, data: preview }),
  };
  mocks.error.mockReset();
  mocks.call.mockReset();
  mocks.call.mockImplementation(
    (endpoint: { id: string }) => answers[endpoint.id]?.() ?? new Promise(() => {}),
  );
});

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <GenerateInsights projetoId="p1" tipo="auditoria" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const open = async (): Promise<void> => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Gerar insights' }));
};

it('says how many items and credits, asks once, and tells what came of it', async () => {
  const ignorados = [{ codigo: 'sem_gravacao', motivo: 'Não têm gravação.', n: 3 }];
  answers[previewInsights.id] = async () => ({ success: true, data: { ...preview, ignorados } });
  answers[generateInsights.id] = async () => ({
    success: true,
    data: { alvo: 'projeto', enfileirados: 0, ignorados: [], saldo: null, tarefaId: 't1' },
  });
  answers[getTarefa.id] = async () => ({
    success: true,
    data: {
      tipo: 'gerar_insights',
      id: 't1',
      status: 'concluida',
      alvo: null,
      erro: null,
      progresso: { feito: 11, total: 11, falhas: 0 },
      resultado: { enfileirados: 11, ignorados, saldo: 489 },
    },
  });
  await open();
  const confirm = await screen.findByRole('button', { name: 'Gerar para 12 gravações' });
  const dialog = screen.getByRole('dialog', { name: 'Gerar insights' });
  expect(dialog.textContent).toContain('até 12 créditos, um por item. O saldo é de 500 créditos.');
  expect(dialog.textContent).toContain('Não têm gravação.3');
  expect(callsOf(generateInsights.id)).toHaveLength(0);
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  await screen.findByText('11 itens entraram na fila. Saldo: 489 créditos.');
  expect(callsOf(generateInsights.id)).toHaveLength(1);
  expect(callsOf(generateInsights.id)[0]?.[1]).toMatchObject({
    params: { id: 'p1' },
    body: { creditos_confirmados: 12 },
  });
});

it('says the price of further insights before: a credit for each started ten calls', async () => {
  const more = { ...preview, comTranscricao: 12, creditos: 2 };
  answers[previewInsights.id] = async () => ({ success: true, data: more });
  await open();
  await screen.findByRole('button', { name: 'Gerar para 12 gravações' });
  expect(screen.getByRole('dialog', { name: 'Gerar insights' }).textContent).toContain(
    'até 2 créditos: as já transcritas usam um crédito a cada 10 ligações ou fração. O saldo',
  );
});

it('shows what it costs now where that is more than was agreed to, and a click agrees to that', async () => {
  const refusal = 'O processamento agora custa 14 créditos, mais do que foi confirmado (12 créditos).';
  answers[generateInsights.id] = async () => {
    answers[previewInsights.id] = async () => ({ success: true, data: { ...preview, creditos: 14 } });
    throw new ApiError(409, 'confirmacao_necessaria', refusal);
  };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Gerar para 12 gravações' }));
  await screen.findByText('14 créditos');
  expect(screen.getByRole('dialog', { name: 'Gerar insights' }).textContent).toContain(
    'até 14 créditos. O saldo é de 500 créditos.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Gerar para 12 gravações' }));
  await expect.poll(() => callsOf(generateInsights.id).length).toBe(2);
  expect(callsOf(generateInsights.id)[1]?.[1].body).toEqual({ creditos_confirmados: 14 });
});

it('offers nothing where nothing waits, and warns of a balance that is too low', async () => {
  answers[previewInsights.id] = async () => ({ success: true, data: { ...preview, itens: 0, creditos: 0 } });
  await open();
  await screen.findByText('Nenhum item precisa de insights agora.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Gerar' }).disabled).toBe(true);
});

it('says of a project too large to be looked through that the figures are of a part, and generates of the whole', async () => {
  const part = { ...preview, parcial: true, creditos: 500 };
  answers[previewInsights.id] = async () => ({ success: true, data: part });
  await open();
  await screen.findByRole('button', { name: 'Gerar para ao menos 12 gravações' });
  const { textContent } = screen.getByRole('dialog', { name: 'Gerar insights' });
  expect(textContent).toContain('ao menos 12 gravações entram na fila e reservam até 500 créditos');
  expect(textContent).toContain('os números são dos itens mais antigos e dos mais recentes');
});

it('does not say of a large project that nothing waits before all of it was looked at', async () => {
  const part = { ...preview, itens: 0, parcial: true, creditos: 500, saldo: 499 };
  answers[previewInsights.id] = async () => ({ success: true, data: part });
  await open();
  const confirm = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Gerar para até 500 gravações',
  });
  expect(confirm.disabled).toBe(false);
  expect(screen.queryByText('Nenhum item precisa de insights agora.')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('O saldo pode não cobrir todos');
});

it('warns of a balance that is too low and says why the server refuses, ready for another try', async () => {
  answers[previewInsights.id] = async () => ({ success: true, data: { ...preview, saldo: 4 } });
  answers[generateInsights.id] = async () => {
    throw new ApiError(402, 'creditos_insuficientes', 'Créditos insuficientes.');
  };
  await open();
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Gerar para 12 gravações' });
  expect(screen.getByRole('alert').textContent).toContain('O saldo não cobre todos');
  fireEvent.click(confirm);
  await vi.waitFor(() =>
    expect(mocks.error).toHaveBeenCalledWith('Erro ao gerar insights', {
      description: expect.stringContaining('Créditos insuficientes.'),
    }),
  );
  await vi.waitFor(() => expect(confirm.disabled).toBe(false));
});

it('is not there for who may not process', async () => {
  permissions = { ...PERMISSIONS.usuario, result: { read: true } };
  show();
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Gerar insights' })).toBeNull());
});
