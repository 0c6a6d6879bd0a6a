import { insightFeedback } from '@escuta/shared/contracts/insights';
import { PERMISSIONS } from '@escuta/shared/domain/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { FeedbackPanel } from './feedback-panel.tsx';

const mocks = vi.hoisted(() => ({ call: vi.fn(), error: vi.fn(), success: vi.fn() }));
vi.mock('../../lib/api.ts', async (original) => ({
  ...(await original<typeof import('../../lib/api.ts')>()),
  call: mocks.call,
}));
vi.mock('../../lib/toast.ts', () => ({ toast: { error: mocks.error, success: mocks.success } }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<typeof import('../../lib/session.ts')>()),
  useRequiredSession: () => ({ papel: 'usuario', empresaId: 'e', user: { id: 'u', email: 'a@b.co' } }),
}));

let send: () => Promise<unknown>;
let permissions: object;
const sent = () => mocks.call.mock.calls.filter(([endpoint]) => endpoint.id === insightFeedback.id);
beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset();
  permissions = PERMISSIONS.gerente;
  send = async () => ({ success: true, data: {} });
  mocks.call.mockImplementation((endpoint: { id: string }) =>
    endpoint.id === insightFeedback.id
      ? send()
      : Promise.resolve({ success: true, data: { userPermissions: permissions } }),
  );
});

function show(feedback: string | null): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <FeedbackPanel insightId="i1" feedback={feedback} />
    </QueryClientProvider>,
  );
}

it('sends what is written once, and only when something is', async () => {
  show(null);
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

it('keeps what was written when it cannot be saved', async () => {
  send = async () => {
    throw new ApiError(404, 'nao_encontrado', 'Insight não encontrado.');
  };
  show('Rever com a equipe.');
  expect(screen.getByRole('region', { name: 'Comentário' }).textContent).toContain('Rever com a equipe.');
  fireEvent.click(await screen.findByRole('button', { name: 'Editar comentário' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Comentário');
  expect(field.value).toBe('Rever com a equipe.');
  fireEvent.change(field, { target: { value: 'Outra coisa.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar comentário' }));
  await vi.waitFor(() =>
    expect(mocks.error).toHaveBeenCalledWith('Erro ao adicionar feedback', {
      description: 'Insight não encontrado.',
    }),
  );
  expect(field.value).toBe('Outra coisa.');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.getByRole('region', { name: 'Comentário' }).textContent).toContain('Rever com a equipe.');
});

it('shows a comment, but no way to write one, to who may only read', async () => {
  permissions = { ...PERMISSIONS.usuario, result: { read: true } };
  show('Rever com a equipe.');
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(screen.getByRole('region', { name: 'Comentário' }).textContent).toContain('Rever com a equipe.');
});
