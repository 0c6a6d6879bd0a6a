// Without a connection a change must not wait silently for the network: it fails at once, with a message.

import { deleteFiltro, listFiltros } from '@escuta/shared/contracts/calls/filtros';
import { exportLista } from '@escuta/shared/contracts/operation/exportacoes';
import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { listRegistros } from '@escuta/shared/contracts/operation/registros';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '../lib/browser/toast.ts';
import { createQueryClient, queryKey } from '../lib/network/query.ts';
import { session } from '../lib/network/session.ts';
import { ToasterGate } from '../ui/overlays/toaster-gate.tsx';
import { useApiFile, useApiMutation } from './mutation.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
);

it('fails without a connection instead of waiting for one in silence', async () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  const { result } = renderHook(
    () => ({
      remove: useApiMutation(deleteFiltro, { failed: 'Erro ao excluir o filtro' }),
      file: useApiFile(exportLista, { name: 'x', done: 'Feito', failed: 'Erro ao exportar', fallback: '' }),
    }),
    { wrapper },
  );
  await act(async () => {
    expect(await result.current.remove.attempt({ params: { id: 'f' } })).toBe(false);
  });
  act(() =>
    result.current.file.save({ body: { tipo: 'usuarios', formato: 'csv', colunas: [], planilhas: [] } }),
  );
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(2));
  expect(said.mock.calls.map(([title, options]) => [title, options?.description])).toEqual([
    ['Erro ao excluir o filtro', expect.stringMatching(/conexão/)],
    ['Erro ao exportar', expect.stringMatching(/conexão/)],
  ]);
  await vi.waitFor(() => expect(result.current.file.busy).toBe(false));
});

it('knows every call that is under way, not the last one alone', async () => {
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  const answers: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((resolve) => answers.push(() => resolve(new Response('{}')))),
  );
  const { result } = renderHook(() => useApiMutation(deleteFiltro, { failed: null }), { wrapper });
  const ids = () => result.current.running.map(({ params }) => params.id);
  act(() => {
    for (const id of ['a', 'b', 'b']) void result.current.attempt({ params: { id } });
  });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(ids()).toEqual(['a', 'b']);
  await act(async () => answers[1]?.());
  await vi.waitFor(() => expect(ids()).toEqual(['a']));
  expect(result.current.busy).toBe(true);
  await act(async () => answers[0]?.());
  await vi.waitFor(() => expect(result.current.busy).toBe(false));
});

it('sends to its end, whatever becomes of the page, what was shown before it was answered', async () => {
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  const sent = vi.fn<typeof fetch>(async () => new Response('{}'));
  vi.stubGlobal('fetch', sent);
  const { result } = renderHook(
    () => [
      useApiMutation(deleteFiltro, { failed: null, shownFirst: true }),
      useApiMutation(deleteFiltro, { failed: null, ahead: () => () => undefined }),
      useApiMutation(deleteFiltro, { failed: null }),
    ],
    { wrapper },
  );
  await act(async () => {
    for (const { run } of result.current) await run({ params: { id: 'f' } });
  });
  expect(sent.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, true, undefined]);
});

it('a page stands while what says so cannot be loaded, and says it when it can', async () => {
  const load = vi
    .fn<() => Promise<{ default: () => ReactNode }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: () => <p>avisos</p> });
  render(
    <>
      <p>a página</p>
      <ToasterGate load={load} />
    </>,
  );
  act(() => toast.error('Erro ao exportar'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  screen.getByText('a página');
  await act(async () => {
    window.dispatchEvent(new Event('online'));
  });
  await screen.findByText('avisos');
  screen.getByText('a página');
});

it('marks as stale what its contract touches and the logs, and nothing else', async () => {
  vi.spyOn(session, 'get').mockReturnValue({ token: 'segredo' } as ReturnType<typeof session.get>);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  const client = createQueryClient();
  const shown = [listFiltros, listRegistros, listProjetos];
  for (const contract of shown) client.setQueryData(queryKey(contract, {}), {});
  const { result } = renderHook(() => useApiMutation(deleteFiltro, { failed: null }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => result.current.run({ params: { id: 'f' } }));
  const stale = shown.filter((contract) => client.getQueryState(queryKey(contract, {}))?.isInvalidated);
  expect(stale).toEqual([listFiltros, listRegistros]);
});
