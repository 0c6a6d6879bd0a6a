/** Exports the device's data as a file for the survey's manager, for places without a network. */
import { logText } from '@escuta/shared/domain/interview/device/log-digest';
import { sha256 } from '../../../lib/field-sync/sha256.ts';
import { saveBlob } from '../../../lib/network/api.ts';
import type { FieldStore } from '../../log/model.ts';

/** Name and version of the file's format, by which the reader recognises the file. */
export const FORMATO = 'escuta-campo/1';

/** Bytes as base64, encoded in slices because a call's number of arguments is limited. */
function base64(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < view.length; at += 0x8000)
    text += String.fromCharCode(...view.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Yields the JSON lines of the file: a head, then each interview's facts, events, sound and `fim`, piece by piece. By
 * the counts and log digest in `fim`, the reader (web/src/features/pesquisas/export-reading) detects cuts and changes.
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
    // Sound is exported only if the respondent accepted the recording.
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

/** Downloads the copy as a file, whose name contains no person's name. */
export async function exportCopy(store: FieldStore): Promise<void> {
  const pieces: Blob[] = [];
  const now = Date.now();
  for await (const line of copyLines(store, now)) pieces.push(new Blob([line]));
  saveBlob(
    new Blob(pieces, { type: 'application/x-ndjson' }),
    `entrevistas-${new Date(now).toISOString().slice(0, 16).replace(/[:T]/g, '-')}.ndjson`,
  );
}
