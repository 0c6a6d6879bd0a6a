import { createArquivo } from '@escuta/shared/contracts/calls/auditoria-items';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as operadorModule from '../../lib/network/operador.ts';
import { NewFileDialog } from './new-file-dialog.tsx';

const mocks = { call: vi.fn(), upload: vi.fn(), close: vi.fn(), process: vi.fn() };
/** Idempotency keys of the registering requests, in order. */
let keys: string[];
beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset();
  keys = [];
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
  vi.spyOn(apiModule, 'upload').mockImplementation(mocks.upload);
  vi.spyOn(operadorModule, 'askOperador').mockResolvedValue({ gravacaoMaximaMb: 1 } as never);
  mocks.call.mockImplementation(
    async (endpoint: { id: string }, input: { headers: Record<string, string> }) => {
      if (endpoint.id !== createArquivo.id) return new Promise(() => {});
      keys.push(input.headers['Idempotency-Key'] ?? '');
      return { success: true, data: { id: `item-${new Set(keys).size}` } };
    },
  );
});

function show() {
  const router = createMemoryRouter([
    {
      path: '/',
      element: <NewFileDialog projetoId="p" open onClose={mocks.close} onProcess={mocks.process} />,
    },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const sound = (name: string) => new File(['som'], name, { type: 'audio/mpeg' });
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByTestId('arquivos-de-audio'), { target: { files } });
const lines = () =>
  within(screen.getByRole('list', { name: 'Gravações selecionadas' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('sends several recordings, each as an item of its own, and has them processed together', async () => {
  show();
  choose(sound('a.mp3'), sound('b.mp3'), new File(['x'], 'foto.png', { type: 'image/png' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^foto\.png: Por favor, selecione/);
  // Choosing a file twice adds it once.
  choose(sound('c.mp3'));
  expect(lines()).toHaveLength(3);
  expect(screen.getByText(/3 créditos, 1 por gravação/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Enviar 3 áudios' }));
  await waitFor(() => expect(mocks.close).toHaveBeenCalled());
  expect(mocks.upload.mock.calls.map(([, file, { params }]) => [file.name, params.id])).toEqual([
    ['a.mp3', 'item-1'],
    ['b.mp3', 'item-2'],
    ['c.mp3', 'item-3'],
  ]);
  expect(new Set(keys).size).toBe(3);
  expect(mocks.process).toHaveBeenCalledExactlyOnceWith(['item-1', 'item-2', 'item-3']);
});

it('says what failed and sends only that again, for the same item', async () => {
  mocks.upload.mockImplementation(async (_endpoint: unknown, file: File) => {
    if (file.name === 'b.mp3') throw new ApiError(415, 'tipo', 'O arquivo não é um áudio.');
  });
  show();
  choose(sound('a.mp3'), sound('b.mp3'));
  fireEvent.click(screen.getByRole('button', { name: 'Enviar 2 áudios' }));
  await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(lines()).toEqual(['a.mp3Enviada', 'b.mp3O arquivo não é um áudio.']);
  expect(mocks.process).toHaveBeenCalledExactlyOnceWith(['item-1']);
  expect(mocks.close).not.toHaveBeenCalled();
  mocks.upload.mockResolvedValue(undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(mocks.close).toHaveBeenCalled());
  expect(mocks.upload.mock.calls.at(-1)?.[2].params).toEqual({ id: 'item-2' });
  expect(keys).toHaveLength(2);
  expect(mocks.process).toHaveBeenLastCalledWith(['item-2']);
});

it('refuses a recording over the limit before it registers an item', async () => {
  show();
  const large = new File([new Uint8Array(1024 * 1024 + 1)], 'longa.mp3', { type: 'audio/mpeg' });
  choose(large);
  fireEvent.click(screen.getByRole('button', { name: 'Enviar áudio' }));
  await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(lines()).toEqual(['longa.mp3O arquivo passa do limite de 1 MB.']);
  expect(keys).toEqual([]);
  expect(mocks.upload).not.toHaveBeenCalled();
});
