import type { EntrevistaPropria } from '@escuta/shared/contracts/surveys/campo';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import MeuCampoPage from './meu-campo-page.tsx';

const own = (id: string, fields: Partial<EntrevistaPropria>): EntrevistaPropria => ({
  ...{ id, pesquisa: 'Cidade', questionario: 'Bairros', iniciada_em: '2026-11-28T17:00:00.000Z' },
  ...{ situacao: 'interrompida', desfecho: null, recusada: false, recebida: true, retida: false },
  ...fields,
});

it('tells interviews that their rules ended from interrupted ones', async () => {
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    user: { nome: 'Ana' },
    soCampo: true,
  } as never);
  const rows = [
    own('1', { desfecho: 'filtro' }),
    own('2', { desfecho: 'cota' }),
    own('3', {}),
    own('4', { situacao: 'concluida' }),
  ];
  vi.spyOn(apiModule, 'call').mockImplementation((async ({ id }: { id: string }) => {
    const data = id === 'listMinhasEntrevistas' ? rows : [];
    const pagination = { page: 1, limit: 10, total: data.length, totalPages: 1, totalExato: true };
    return { success: true, data, pagination };
  }) as never);
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <MeuCampoPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const list = await screen.findByRole('list', { name: 'Minhas entrevistas' });
  const states = within(list)
    .getAllByRole('listitem')
    .map(({ lastChild }) => lastChild?.textContent);
  expect(states).toEqual(['Fora do perfil', 'Cota preenchida', 'Interrompida', 'Enviada']);
  vi.restoreAllMocks();
});
