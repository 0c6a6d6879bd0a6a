import {
  getPadraoGravacao,
  listGravacoesDoLote,
  listLotesGravacao,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient, queryKey } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { PatternDialog } from './pattern-dialog.tsx';

it('keeps a pattern that is being typed while the answers behind it are asked for again', async () => {
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(null);
  let lote = 'l1';
  const held = new Promise<never>(() => undefined);
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    const [{ id }, { params }] = args as [{ id: string }, { params?: { id?: string } }];
    if (id === getPadraoGravacao.id) return { data: { padrao: null } };
    if (id === listLotesGravacao.id) return { data: [{ id: lote }] };
    // Only the names of batch l1 arrive at once; those of the newer batch arrive late.
    if (id === listGravacoesDoLote.id) return params?.id === 'l1' ? { data: [{ nome: 'a.wav' }] } : held;
    return { data: [] };
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <PatternDialog projetoId="p" loteId={null} open onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>(/^Padrão/);
  fireEvent.change(field, { target: { value: '(?<ramal>\\d{4})' } });
  lote = 'l2';
  await act(() => client.invalidateQueries({ queryKey: queryKey(getPadraoGravacao) }));
  await act(() => client.invalidateQueries({ queryKey: queryKey(listLotesGravacao) }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Padrão/).value).toBe('(?<ramal>\\d{4})');
  expect(screen.getByLabelText(/^Padrão/)).toBe(field);
});
