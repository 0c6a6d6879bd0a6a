import { exportMicrodados, getMicrodados } from '@escuta/shared/contracts/surveys/microdados';
import { type Papel, PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMapFilters } from '../../domain/survey/map/map-filters.tsx';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { ExportSurvey } from './export-dialog.tsx';

const mocks = { call: vi.fn(), file: vi.fn(), saved: vi.fn() };

const S = '019a0000-0000-7000-8000-000000000003';
const Q1 = '019a0000-0000-7000-8000-000000000011';
const Q2 = '019a0000-0000-7000-8000-000000000012';
const version = (n: number, entrevistas: number, concluidas: number) => ({
  id: `019a0000-0000-7000-8000-00000000002${n}`,
  numero: n,
  entrevistas,
  concluidas,
});
let papel: Papel;
let questionarios: object[];
beforeEach(() => {
  papel = 'gerente';
  questionarios = [
    {
      id: Q1,
      nome: 'Moradores',
      entrevistas: 1250,
      concluidas: 1200,
      versoes: [version(2, 1000, 990), version(1, 250, 210)],
    },
    { id: Q2, nome: 'Comércio', entrevistas: 1, concluidas: 0, versoes: [version(3, 1, 0)] },
  ];
  for (const mock of Object.values(mocks)) mock.mockReset();
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(apiModule, 'callFile').mockImplementation(mocks.file);
  vi.spyOn(apiModule, 'saveBlob').mockImplementation(mocks.saved);
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => '');
  vi.spyOn(sessionModule, 'useRequiredSession').mockImplementation(
    () =>
      ({ papel, empresaId: 'e', user: { id: 'u', email: 'a@b.co' } }) as ReturnType<
        typeof sessionModule.useRequiredSession
      >,
  );
  mocks.call.mockImplementation(async (endpoint: { id: string }) => {
    if (endpoint.id === 'getProfile') return { success: true, data: { userPermissions: PERMISSIONS[papel] } };
    if (endpoint.id === getMicrodados.id) return { success: true, data: { questionarios } };
    return new Promise(() => {});
  });
  mocks.file.mockResolvedValue({ blob: new Blob(['x']), fileName: 'microdados.xlsx' });
});

function Screen() {
  return <ExportSurvey pesquisaId={S} filters={useMapFilters()} />;
}
function show(search = '') {
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: [`/${search}`] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Exportar' }));
  await screen.findByRole('radio', { name: /Excel/ });
};
const status = () => screen.getByRole('status').textContent;
const submit = () =>
  fireEvent.click(screen.getAllByRole('button', { name: 'Exportar' }).at(-1) as HTMLElement);
const asked = () => mocks.file.mock.calls.map(([, { query }]) => query as Record<string, unknown>);

it('exports what the results show, in the format chosen, and says how many interviews', async () => {
  show('?aprovadas=sim&de=2026-03-01');
  await open();
  expect(mocks.call.mock.calls.find(([{ id }]) => id === getMicrodados.id)?.[1]).toMatchObject({
    params: { id: S },
    query: { aprovadas: 'true', de: '2026-03-01' },
  });
  expect(status()).toBe('1.250 entrevistas terminadas.');
  fireEvent.click(screen.getByRole('radio', { name: /Relatório/ }));
  expect(status()).toBe('1.200 entrevistas concluídas.');
  // A report contains no names.
  expect(screen.queryByRole('checkbox', { name: /nome e telefone/ })).toBeNull();
  submit();
  await waitFor(() => expect(mocks.saved).toHaveBeenCalledWith(expect.any(Blob), 'microdados.xlsx'));
  fireEvent.click(screen.getByRole('radio', { name: /^CSV: livro de códigos/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /nome e telefone/ }));
  submit();
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(mocks.file.mock.calls[0]?.[0]).toBe(exportMicrodados);
  const cut = { questionario_id: Q1, aprovadas: 'true', de: '2026-03-01' };
  expect(asked()[0]).toEqual({ formato: 'pdf', ...cut });
  expect(asked()[1]).toEqual({ formato: 'csv', parte: 'codigos', identificacao: 'true', ...cut });
});

it('says what stands in the way: a refusal, nothing to export, no answer', async () => {
  mocks.file.mockRejectedValue(new ApiError(429, 'muitas_tentativas', 'Há outras exportações em andamento.'));
  show(`?questionario=${Q2}`);
  await open();
  expect(status()).toBe('1 entrevista terminada.');
  submit();
  await waitFor(() =>
    expect(toast.error).toHaveBeenCalledWith('Erro ao exportar a pesquisa', {
      description: 'Há outras exportações em andamento.',
    }),
  );
  fireEvent.click(screen.getByRole('radio', { name: /Relatório/ }));
  expect(status()).toBe('Nenhuma entrevista corresponde à seleção.');
  expect((screen.getAllByRole('button', { name: 'Exportar' }).at(-1) as HTMLButtonElement).disabled).toBe(
    true,
  );
});

it('offers to try again where the counts do not come', async () => {
  mocks.call.mockRejectedValueOnce(new ApiError(500, 'erro_interno', 'Falhou.'));
  mocks.call.mockImplementation(async (endpoint: { id: string }) => {
    if (endpoint.id === getMicrodados.id) throw new ApiError(500, 'erro_interno', 'Falhou.');
    return { success: true, data: { userPermissions: PERMISSIONS.gerente } };
  });
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Exportar' }));
  expect(await screen.findByText('Erro ao contar as entrevistas a exportar.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Tentar novamente/ })).toBeTruthy();
});

it('is not there for whoever interviews', async () => {
  papel = 'usuario';
  show();
  await waitFor(() => expect(mocks.call).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
});
