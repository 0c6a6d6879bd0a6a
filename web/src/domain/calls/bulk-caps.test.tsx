import { setTetos } from '@escuta/shared/contracts/calls/lotes';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { BulkCaps } from './bulk-caps.tsx';

it('sends what it was opened with, and says that somebody else was first', async () => {
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(null);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'gerente',
  } as unknown as sessionModule.Session);
  const bodies: unknown[] = [];
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    const [{ id }, input] = args as [{ id: string }, { body: unknown } | undefined];
    if (id !== setTetos.id) return { data: {} };
    bodies.push(input?.body);
    throw new apiModule.ApiError(
      409,
      'conflito',
      'Outra pessoa alterou os limites depois que você os abriu.',
    );
  });
  const onChanged = vi.fn();
  const tetos = { creditos: { teto: 1200, usado: 3 }, itens: { teto: null, usado: 3 } };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkCaps projetoId="p" tetos={tetos} onChanged={onChanged} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Alterar limites' }));
  const credits = await screen.findByRole('textbox', { name: 'Créditos por mês' });
  fireEvent.input(credits, { target: { value: 'muitos' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar limites' }));
  await screen.findByText('Use um número inteiro, ou deixe em branco.');
  fireEvent.input(credits, { target: { value: '1.500' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar limites' }));
  await screen.findByText(/Outra pessoa alterou os limites/);
  expect(bodies).toEqual([{ creditos: 1500, itens: null, antes: { creditos: 1200, itens: null } }]);
  expect(onChanged).toHaveBeenCalledOnce();
});
