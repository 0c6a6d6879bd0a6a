import type { ComentarioInsight } from '@escuta/shared/contracts/insights/insight-parts';
import { giveInsightFeedback } from '@escuta/shared/contracts/insights/insights';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { FeedbackPanel } from './feedback-panel.tsx';

const mocks = { call: vi.fn(), error: vi.fn(), success: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: 'e',
    user: { id: 'u', email: 'a@b.co' },
  } as sessionModule.Session);
  vi.spyOn(toast, 'error').mockImplementation(mocks.error);
  vi.spyOn(toast, 'success').mockImplementation(mocks.success);
  vi.spyOn(toast, 'settled').mockImplementation(() => undefined);
});

let send: () => Promise<unknown>;
let permissions: object;
const sent = () => mocks.call.mock.calls.filter(([endpoint]) => endpoint.id === giveInsightFeedback.id);
beforeEach(() => {
  sessionStorage.clear();
  for (const mock of Object.values(mocks)) mock.mockReset();
  permissions = PERMISSIONS.gerente;
  send = async () => ({ success: true, data: {} });
  mocks.call.mockImplementation((endpoint: { id: string }) =>
    endpoint.id === giveInsightFeedback.id
      ? send()
      : Promise.resolve({ success: true, data: { userPermissions: permissions } }),
  );
});

const COMENTARIOS: ComentarioInsight[] = [
  { id: 'c1', texto: 'Rever com a equipe.', por: null, em: '2026-11-02T12:00:00.000Z' },
  {
    id: 'c2',
    texto: 'Feito na segunda.',
    por: { id: 'u1', nome: 'Bia Revisora' },
    em: '2026-11-03T13:05:00.000Z',
  },
];

function show(comentarios: readonly ComentarioInsight[] = []): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <FeedbackPanel insightId="i1" comentarios={comentarios} />
    </QueryClientProvider>,
  );
}

it('sends what is written once, and only when something is', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Comentar' }));
  const field = screen.getByLabelText('Comentário');
  expect(document.activeElement).toBe(field);
  const save = screen.getByRole('button', { name: 'Salvar comentário' });
  fireEvent.change(field, { target: { value: '   ' } });
  fireEvent.click(save);
  expect(screen.getByRole('alert').textContent).toBe('Escreva o comentário.');
  expect(sent()).toHaveLength(0);
  fireEvent.change(field, { target: { value: ' Boa condução. ' } });
  fireEvent.click(save);
  fireEvent.click(save);
  await vi.waitFor(() => expect(mocks.success).toHaveBeenCalledWith('Comentário salvo'));
  expect(sent().map(([, input]) => input)).toEqual([
    { params: { id: 'i1' }, body: { feedback: 'Boa condução.' } },
  ]);
  await screen.findByRole('button', { name: 'Comentar' });
});

it('shows each comment with who wrote it and when, and adds one without touching the others', async () => {
  show(COMENTARIOS);
  const region = screen.getByRole('region', { name: 'Comentários' });
  expect([...region.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
    'Autor não registrado · 02/11/2026 09:00Rever com a equipe.',
    'Bia Revisora · 03/11/2026 10:05Feito na segunda.',
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Comentar' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comentário').value).toBe('');
});

it('keeps what was written when it cannot be saved, and under Escape', async () => {
  send = async () => {
    throw new ApiError(404, 'nao_encontrado', 'Insight não encontrado.');
  };
  show(COMENTARIOS);
  fireEvent.click(await screen.findByRole('button', { name: 'Comentar' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Comentário');
  fireEvent.change(field, { target: { value: 'Outra coisa.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar comentário' }));
  await vi.waitFor(() =>
    expect(mocks.error).toHaveBeenCalledWith('Erro ao adicionar feedback', {
      description: 'Insight não encontrado.',
    }),
  );
  expect(field.value).toBe('Outra coisa.');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comentário').value).toBe('Outra coisa.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('region', { name: 'Comentários' }).textContent).toContain('Rever com a equipe.');
});

it('shows comments, but no way to write one, to who may only read', async () => {
  permissions = { ...PERMISSIONS.usuario, result: { read: true } };
  show(COMENTARIOS);
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(screen.getByRole('region', { name: 'Comentários' }).textContent).toContain('Rever com a equipe.');
});

it('gives back what was being written when its panel is closed and opened again, until it is saved or given up', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Comentar' }));
  fireEvent.change(screen.getByLabelText('Comentário'), { target: { value: 'Falta ouvir o fim.' } });
  cleanup();
  show();
  const back = await screen.findByLabelText<HTMLTextAreaElement>('Comentário');
  expect(back.value).toBe('Falta ouvir o fim.');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar comentário' }));
  await screen.findByRole('button', { name: 'Comentar' });
  expect(sent().map(([, input]) => input.body)).toEqual([{ feedback: 'Falta ouvir o fim.' }]);
  cleanup();
  show();
  await screen.findByRole('button', { name: 'Comentar' });
  fireEvent.click(screen.getByRole('button', { name: 'Comentar' }));
  fireEvent.change(screen.getByLabelText('Comentário'), { target: { value: 'Melhor não.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  cleanup();
  show();
  await screen.findByRole('button', { name: 'Comentar' });
});
