// What every scenario works on: a company with recordings, most of them requested before the fault, the rest arriving
// through the API while it lasts, from a client that tries again as a telephone system would.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueApiKey } from '@escuta/shared/node/companies';
import { requestRun } from '@escuta/shared/node/runs';
import type { Deps } from '../../api/src/base-deps.ts';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { createPipelineTenant, type PipelineTenant } from '../support/pipeline.ts';
import { openRecording } from './installation.ts';

/** Of every ten items, so many arrive through the API during the fault. */
const ARRIVING_OF_TEN = 2;
/** A client gives up an item after this long, ms. */
const CLIENT_PATIENCE_MS = 180_000;
export const CREDITS = 1000;

export type Load = { tenant: PipelineTenant; apiKey: string; ready: string[]; arriving: number };

/** A company whose items have recordings, none of them requested yet. */
export async function createLoad(deps: Deps, items: number, maxRetries: number): Promise<Load> {
  const tenant = await createPipelineTenant(deps, {
    creditos: CREDITS,
    config: {
      retryConfig: { max_retries: maxRetries, enable_exponential_backoff: true, dead_letter_queue: true },
    },
  });
  const apiKey = await issueApiKey(deps.pool, deps, tenant.empresa.id);
  const arriving = Math.round((items * ARRIVING_OF_TEN) / 10);
  const ready = Array.from({ length: items - arriving }, () => randomUUID());
  for (const itemId of ready) {
    const key = `${tenant.empresa.id}/${itemId}/${randomUUID()}`;
    await deps.store.put(key, openRecording(), { contentType: 'audio/mpeg' });
    await deps.pool.query(
      `INSERT INTO auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
       VALUES ($1, $2, $3, $4, $5, 'ligacao.mp3', 'audio/mpeg')`,
      [itemId, tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id, key],
    );
  }
  return { tenant, apiKey, ready, arriving };
}

/** Requests the runs of what stands ready. */
export async function requestReady(deps: Deps, { tenant, ready }: Load): Promise<void> {
  const scope = { kind: 'empresa', empresaId: tenant.empresa.id } as const;
  for (const itemId of ready) {
    await requestRun(deps.pool, {
      entrevistaMinutos: 20,
      scope,
      itemId,
      origem: 'manual',
      solicitadoPor: null,
    });
  }
}

/**
 * Sends the rest through the API, four at a time: registers, uploads, asks for processing; each step again until it is
 * answered well. @throws when the API stays away too long or refuses for good
 */
export async function sendArriving(apiUrl: string, load: Load): Promise<void> {
  const sound = await readFile(join(ROOT, 'samples/teste-curta.mp3'));
  const { tenant, apiKey } = load;
  const until = Date.now() + CLIENT_PATIENCE_MS;
  const post = async (path: string, body: object | FormData, fine: readonly number[]): Promise<unknown> => {
    const form = body instanceof FormData;
    for (;;) {
      const answer = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(form ? {} : { 'content-type': 'application/json' }),
        },
        body: form ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => null);
      const text = (await answer?.text().catch(() => '')) ?? '';
      if (answer && fine.includes(answer.status)) return JSON.parse(text);
      const worthAnother = answer === null || answer.status >= 500 || answer.status === 429;
      if (!worthAnother || Date.now() > until) {
        throw new Error(`a API respondeu ${answer?.status ?? 'nada'} a ${path}: ${text.slice(0, 300)}`);
      }
      await sleep(500);
    }
  };
  const sendOne = async () => {
    const created = (await post(
      `/auditoria/${tenant.auditoria.id}/items/arquivo`,
      { projeto_id: tenant.projeto.id },
      [201],
    )) as { data: { id: string } };
    const form = new FormData();
    form.append('file', new Blob([sound], { type: 'audio/mpeg' }), 'ligacao.mp3');
    await post(`/auditoria-item/${created.data.id}/upload`, form, [200]);
    // 409: an answer was lost, and the run had been requested.
    await post('/auditoria-resultado/processar', { auditoriaItemId: created.data.id }, [202, 409]);
  };
  let left = load.arriving;
  const lines = Array.from({ length: 4 }, async () => {
    while (left > 0) {
      left -= 1;
      await sendOne();
    }
  });
  await Promise.all(lines);
}
