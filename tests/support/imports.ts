// Imports sheets of calls, which the API and a worker in this process receive in parts, read, map, simulate and import.
import { createHash, randomUUID } from 'node:crypto';
import type { ImportacaoDetalhe } from '@escuta/shared/contracts/calls/importacoes';
import type { DestinoColuna, Mapeamento } from '@escuta/shared/domain/call-sheet/fields';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { bearer } from './factories.ts';

const CRLF = '\r\n';

/** Builds a CSV sheet. */
export const sheetOf = (cabecalho: string, linhas: readonly string[]): Buffer =>
  Buffer.from([cabecalho, ...linhas, ''].join(CRLF));

/** Makes functions that import sheets through the API with this token. */
export function importer(test: TestApp, token: string) {
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    test.app.inject({
      method,
      url: `/api/v1${url}`,
      headers: bearer(token),
      ...(payload ? { payload } : {}),
    });
  const done = async <T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> => {
    const answer = await call(method, url, payload);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().data as T;
  };
  const get = (id: string) => done<ImportacaoDetalhe>('GET', `/importacoes/${id}`);
  /** Waits until no task works on the import. */
  const settled = async (id: string): Promise<ImportacaoDetalhe> => {
    let seen: ImportacaoDetalhe | undefined;
    await expect
      .poll(
        async () => {
          seen = await get(id);
          return ['lendo', 'simulando', 'importando', 'desfazendo'].includes(seen.estado);
        },
        { timeout: 60_000, interval: 30 },
      )
      .toBe(false);
    return seen as ImportacaoDetalhe;
  };
  /** Sends a file in parts and waits until it is read. */
  const send = async (projetoId: string, bytes: Buffer, nome = 'ligacoes.csv', parte = 256 * 1024) => {
    const id = randomUUID();
    await done('POST', `/projetos/${projetoId}/importacoes`, { id, nome, tamanho: bytes.length });
    const envio = randomUUID();
    await done('POST', '/envios', { id: envio, papel: 'importacao', importacao_id: id });
    let n = 0;
    for (let at = 0; at < bytes.length; at += parte) {
      n += 1;
      const piece = bytes.subarray(at, at + parte);
      const answer = await test.app.inject({
        method: 'PUT',
        url: `/api/v1/envios/${envio}/partes/${n}`,
        headers: {
          ...bearer(token),
          'content-type': 'application/octet-stream',
          'x-parte-sha256': createHash('sha256').update(piece).digest('hex'),
        },
        payload: piece,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    await done('POST', `/envios/${envio}/concluir`, { partes: n });
    await done('POST', `/importacoes/${id}/ler`);
    return settled(id);
  };
  /** Runs the dry run with the recognised mapping, to which `change` is applied. */
  const simulate = async (
    read: ImportacaoDetalhe,
    change: Partial<Mapeamento> & { colunas?: DestinoColuna[] } = {},
  ) => {
    await done('POST', `/importacoes/${read.id}/simular`, { mapeamento: { ...read.mapeamento, ...change } });
    return settled(read.id);
  };
  const confirm = async (
    { id, versao }: Pick<ImportacaoDetalhe, 'id' | 'versao'>,
    more: { criar_agentes?: boolean } = {},
  ) => {
    await done('POST', `/importacoes/${id}/importar`, { versao, ...more });
    return settled(id);
  };
  const undo = async (id: string) => {
    await done('POST', `/importacoes/${id}/desfazer`);
    return settled(id);
  };
  return { call, done, get, settled, send, simulate, confirm, undo };
}
