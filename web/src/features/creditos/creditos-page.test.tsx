import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/network/query.ts';
import { session } from '../../lib/network/session.ts';
import CreditosPage from './creditos-page.tsx';

const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;

function open(user: { empresa_id?: string }, answer: (url: string) => unknown): void {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario', ...user } });
  vi.stubGlobal('fetch', async (url: string) => Response.json(answer(url)));
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CreditosPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.end('outra-aba');
  session.acknowledgeEnd();
});

it('asks whose company is not known to sign in again', () => {
  open({}, () => ({}));
  expect(screen.getByText('Não foi possível identificar sua empresa. Faça o login novamente.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Fazer login' })).toBeDefined();
});

it('says that an answer of another shape is not what was expected', async () => {
  open({ empresa_id: 'e' }, (url) =>
    url.includes('/pacotes') ? { success: true, data: [] } : { success: false, data: {} },
  );
  await screen.findByText('Não foi possível carregar os dados da página. Tente novamente mais tarde.');
  expect(screen.getByText('Resposta inesperada da API')).toBeDefined();
});
