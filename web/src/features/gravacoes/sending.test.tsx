import { readLoteGravacoes } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetUploads, type UploadStates, useUploads } from '../../domain/intake/uploads.ts';
import * as apiModule from '../../lib/network/api.ts';
import * as transportModule from '../../lib/network/parts-transport.ts';
import { sendChosen } from './sending.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Uploads an archive whose parts are already at the server, and waits until the server was asked to read it. */
async function sent(read: () => Promise<unknown>): Promise<{ current: UploadStates }> {
  const call = vi.fn(async ({ id }: { id: string }) =>
    id === readLoteGravacoes.id ? read() : { success: true, data: { envio_id: null } },
  );
  vi.spyOn(apiModule, 'call').mockImplementation(call as never);
  // The server reports an upload of which no part is missing.
  const whole = { concluido: true, recebidas: 1, faltam: [] };
  vi.spyOn(transportModule, 'partsTransport').mockReturnValue({ open: async () => whole } as never);
  const file = new File(['abc'], 'gravacoes.zip');
  const loteId = await sendChosen('projeto', { origem: 'arquivo', nome: file.name, file }, null);
  onTestFinished(() => forgetUploads(loteId));
  const { result } = renderHook(() => useUploads(loteId));
  await waitFor(() => expect(call.mock.calls.map(([{ id }]) => id)).toContain(readLoteGravacoes.id));
  await Promise.resolve();
  return result;
}

it('says that all was sent until the page knows that it is read, and lets go of it where reading was refused', async () => {
  expect((await sent(async () => ({ success: true, data: {} }))).current.gravacoes?.phase).toBe('concluido');
  const refused = await sent(() => Promise.reject(new apiModule.ApiError(503, 'indisponivel', 'não agora')));
  await waitFor(() => expect(refused.current).toEqual({}));
});
