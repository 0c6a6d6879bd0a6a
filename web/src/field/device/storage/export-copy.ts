/** A copy of what is on the device, as a file for whoever manages the survey: where no network comes back. */
import { logText } from '@escuta/shared/domain/interview/device/log-digest';
import { sha256 } from '../../../lib/field-sync/sha256.ts';
import { saveBlob } from '../../../lib/network/api.ts';
import type { FieldStore } from '../../log/model.ts';

/** What its reader tells it by. */
export const FORMATO = 'escuta-campo/1';

/** Bytes as base64, in pieces that a call can take. */
function base64(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < view.length; at += 0x8000)
    text += String.fromCharCode(...view.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * The pieces of the file, one line of JSON each: a head, then of each interview its facts, its events, its sound, and
 * `fim`: how much of it there was, with the digest of its log, so that whoever reads the file
 * (web/src/features/pesquisas/export-reading) knows that nothing was cut off or changed. Never all of it in one text.
 */
export async function* copyLines(store: FieldStore, now: number): AsyncGenerator<string> {
  const aparelho = await store.meta('aparelho');
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
  yield line({
    formato: FORMATO,
    exportado_em: new Date(now).toISOString(),
    aparelho_id: aparelho?.id ?? null,
    empresa_id: aparelho?.empresa.id ?? null,
    usuario_id: aparelho?.usuario.id ?? null,
  });
  for (const entrevista of await store.entrevistas()) {
    const { id, versaoId, nome, telefone, iniciadaEm, consentimento, gravacoes, seq, fase } = entrevista;
    yield line({ entrevista: { id, versaoId, nome, telefone, iniciadaEm, consentimento, gravacoes, fase } });
    const eventos = await store.eventos(id, 1, seq);
    for (const evento of eventos) yield line({ evento });
    let partes = 0;
    // The respondent has not said that it may be heard.
    for (const [gravacao, numbers] of consentimento === 'aceito' ? await store.partes(id) : []) {
      for (const n of numbers) {
        const parte = await store.parte(id, gravacao, n);
        if (!parte) continue;
        partes += 1;
        yield line({ parte: { gravacao, n, sha256: parte.sha256, bytes: base64(parte.bytes) } });
      }
    }
    const registro_sha256 = await sha256(new TextEncoder().encode(logText(eventos)));
    yield line({ fim: { id, eventos: eventos.length, registro_sha256, partes } });
  }
}

/** Offers the copy as a file. Its name tells nobody's. */
export async function exportCopy(store: FieldStore): Promise<void> {
  const pieces: Blob[] = [];
  const now = Date.now();
  for await (const line of copyLines(store, now)) pieces.push(new Blob([line]));
  saveBlob(
    new Blob(pieces, { type: 'application/x-ndjson' }),
    `entrevistas-${new Date(now).toISOString().slice(0, 16).replace(/[:T]/g, '-')}.ndjson`,
  );
}
