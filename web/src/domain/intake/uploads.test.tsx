import { readImportacao } from '@escuta/shared/contracts/calls/importacoes';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import * as transportModule from '../../lib/network/parts-transport.ts';
import type { PartsTransport } from '../../lib/network/parts-upload.ts';
import { session } from '../../lib/network/session.ts';
import { resumeUploads, sendFile, useUploads } from './uploads.ts';

afterEach(() => vi.restoreAllMocks());

function signIn(id: string): void {
  const payload = btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600, sub: id })).replace(/=/g, '');
  session.start({
    token: `x.${payload.replace(/\+/g, '-').replace(/\//g, '_')}.y`,
    user: { id, email: `${id}@aurora.com.br`, user_metadata: { role: 'gerente', empresa_id: 'e1' } },
  });
}

it('pauses with the session; who comes back finds it here, another person nothing', async () => {
  const sent: number[] = [];
  const gate = { before: () => session.end('expirada') };
  const look = () => ({
    recebidas: sent.length,
    faltam: sent.length === 0 ? [1] : [],
    concluido: sent.length > 0,
  });
  const transport: PartsTransport = {
    open: async () => look(),
    conclude: async () => look(),
    send: async ({ n }, _onProgress, signal) => {
      gate.before();
      signal.throwIfAborted();
      sent.push(n);
    },
  };
  vi.spyOn(transportModule, 'partsTransport').mockReturnValue(transport);
  const call = vi.spyOn(apiModule, 'call').mockResolvedValue({} as never);
  const sender = {
    owner: () => ({ papel: 'importacao' as const, importacao_id: 'i' }),
    reading: readImportacao,
  };
  signIn('ana');
  const { result } = renderHook(() => useUploads('i'));
  sendFile(sender, 'i', 'importacao', null, new Blob(['abc']));
  await waitFor(() => expect(result.current.importacao?.phase).toBe('pausado'));
  expect(sent).toEqual([]);
  gate.before = () => undefined;
  signIn('ana');
  expect(result.current.importacao?.phase).toBe('pausado');
  resumeUploads('i');
  await waitFor(() => expect(call).toHaveBeenCalledExactlyOnceWith(readImportacao, { params: { id: 'i' } }));
  expect(sent).toEqual([1]);

  session.end('logout');
  signIn('bia');
  await waitFor(() => expect(result.current).toEqual({}));
  session.end('logout');
});
