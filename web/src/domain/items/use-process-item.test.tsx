import { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError, type Wire } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';
import { PROCESS_LOCK_MS, processError, useProcessItem } from './use-process-item.ts';

const api = { call: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(api.call);
});

const ID = '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11';
type Page = Wire<typeof listItensDoProjeto>;
const key = queryKey(listItensDoProjeto, { params: { id: ID }, query: { page: 1 } });

function setup() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(key, {
    success: true,
    data: [{ id: ID, status: 'erro', motivo: 'falhou' }],
    pagination: { page: 1, limit: 10, total: 1, totalPages: 1, totalExato: true },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(() => useProcessItem(), { wrapper }), client };
}

beforeEach(() => {
  vi.useFakeTimers();
  api.call.mockReset();
});
afterEach(() => vi.useRealTimers());

it('shows the call as running at once and takes a second click within 2 s for the same', async () => {
  api.call.mockResolvedValue({ success: true, data: { execucaoId: ID, status: 'na_fila', saldo: 4 } });
  const { result, client } = setup();
  await act(async () => {
    await Promise.all([result.current.process(ID), result.current.process(ID)]);
  });
  expect(api.call).toHaveBeenCalledTimes(1);
  expect(client.getQueryData<Page>(key)?.data[0]).toMatchObject({ status: 'processando', motivo: null });
  expect(result.current.isLocked(ID)).toBe(true);

  act(() => {
    vi.advanceTimersByTime(PROCESS_LOCK_MS);
  });
  expect(result.current.isLocked(ID)).toBe(false);
  await act(async () => {
    await result.current.process(ID);
  });
  expect(api.call).toHaveBeenCalledTimes(2);
});

it('takes the promise back and asks for the true state again when the request is refused', async () => {
  api.call.mockRejectedValue(
    new ApiError(409, 'execucao_em_andamento', 'Este item já está sendo processado.'),
  );
  const { result, client } = setup();
  await act(async () => {
    await expect(result.current.process(ID)).rejects.toThrow('já está sendo processado');
  });
  // A failure unlocks the item, because another try is not a double click.
  expect(result.current.isLocked(ID)).toBe(false);
  expect(client.getQueryData<Page>(key)?.data[0]).toMatchObject({ status: 'erro', motivo: 'falhou' });
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

it('says what to do without credits', () => {
  const noCredits = new ApiError(402, 'creditos_insuficientes', 'Créditos insuficientes.');
  expect(processError(noCredits)).toBe(
    'Créditos insuficientes. Peça ao gerente da empresa que compre créditos e tente novamente.',
  );
  expect(processError(new ApiError(409, 'conflito', 'Já em andamento.'))).toBe('Já em andamento.');
  expect(processError(new TypeError('x'))).toBe('Não foi possível iniciar o processamento.');
});
