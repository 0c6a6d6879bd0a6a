// Batches of recordings as people send them: a folder's files one by one, or an archive in parts.
import { randomUUID } from 'node:crypto';
import type { LoteGravacaoDetalhe } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { partsOf, Sender } from './field.ts';

export type ArquivoDoLote = { nome: string; bytes: Buffer };

/** Announces a batch and the names of its files, but sends no bytes. */
export async function beginBatch(
  test: TestApp,
  token: string,
  projetoId: string,
  given: readonly ArquivoDoLote[] | ArquivoDoLote,
): Promise<{ id: string; sender: Sender; bytes: Buffer }> {
  const sender = new Sender(token, test.app);
  const id = randomUUID();
  const arquivos = Array.isArray(given) ? (given as readonly ArquivoDoLote[]) : null;
  const bytes = arquivos ? Buffer.concat(arquivos.map((one) => one.bytes)) : (given as ArquivoDoLote).bytes;
  await sender.done('POST', '/lotes-gravacao', {
    ...{ id, projeto_id: projetoId, tamanho: bytes.length },
    ...(arquivos
      ? { origem: 'pasta', nome: 'gravacoes', arquivos: arquivos.length }
      : { origem: 'arquivo', nome: (given as ArquivoDoLote).nome }),
  });
  for (let de = 0; arquivos && de < arquivos.length; de += 1000) {
    await sender.done('POST', `/lotes-gravacao/${id}/arquivos`, {
      de,
      arquivos: arquivos.slice(de, de + 1000).map((one) => ({ nome: one.nome, tamanho: one.bytes.length })),
    });
  }
  return { id, sender, bytes };
}

/** Sends a whole batch and requests its reading. @returns its id */
export async function sendBatch(
  test: TestApp,
  token: string,
  projetoId: string,
  given: readonly ArquivoDoLote[] | ArquivoDoLote,
  partSize = 50_000,
): Promise<string> {
  const { id, sender, bytes } = await beginBatch(test, token, projetoId, given);
  const envio = randomUUID();
  await sender.done('POST', '/envios', { id: envio, papel: 'gravacoes', lote_id: id });
  const parts = partsOf(bytes, partSize);
  for (const [n, part] of parts.entries()) {
    expect((await sender.part(envio, n + 1, part)).status).toBe(200);
  }
  await sender.done('POST', `/envios/${envio}/concluir`, { partes: parts.length });
  await sender.done('POST', `/lotes-gravacao/${id}/ler`);
  return id;
}

/** Waits until a batch is in the state `estado`. @returns the batch */
export async function batchIn(
  test: TestApp,
  token: string,
  id: string,
  estado: LoteGravacaoDetalhe['estado'],
): Promise<LoteGravacaoDetalhe> {
  const sender = new Sender(token, test.app);
  let seen: LoteGravacaoDetalhe | undefined;
  await expect
    .poll(
      async () => {
        seen = await sender.done<LoteGravacaoDetalhe>('GET', `/lotes-gravacao/${id}`);
        return seen.estado;
      },
      { timeout: 60_000, interval: 30 },
    )
    .toBe(estado);
  return seen as LoteGravacaoDetalhe;
}
