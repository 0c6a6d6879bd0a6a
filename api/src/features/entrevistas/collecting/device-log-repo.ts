// SQL: a statement inserts many events of a device, each event only once.

import { createHash } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { logText } from '@escuta/shared/domain/interview/device/log-digest';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { sql } from '@escuta/shared/platform/database/sql';

/** Events read per statement. */
const BATCH = 2000;

type EventoRow = Pick<
  EventoAparelho,
  'seq' | 'tipo' | 'pergunta_id' | 'valor' | 'valor_anterior' | 'gravacao' | 'motivo'
> & {
  mono_ms: string;
  relogio: string;
  audio_ms: string | null;
};

/** Events of a device's log from `de` to `ate`, in order. */
export async function readDeviceEvents(
  db: Db,
  entrevistaId: string,
  { de, ate }: { de: number; ate: number },
): Promise<EventoAparelho[]> {
  const { rows } = await db.sql<EventoRow>(
    sql`select seq, tipo, pergunta_id, valor, valor_anterior, mono_ms, relogio, gravacao, audio_ms, motivo
      from entrevista_eventos where entrevista_id = ${entrevistaId} and fonte = 'aparelho' and seq between ${de}
        and ${ate}
      order by seq`,
    'device_log_read',
  );
  return rows.map((row) => ({
    ...row,
    mono_ms: Number(row.mono_ms),
    relogio: Number(row.relogio),
    audio_ms: row.audio_ms === null ? null : Number(row.audio_ms),
  }));
}

/** Number of the last event of a device's log; 0 before the first. */
export async function lastDeviceEvent(db: Db, entrevistaId: string): Promise<number> {
  const { rows } = await db.sql<{ ate: number }>(
    sql`select coalesce(max(seq), 0)::int as ate from entrevista_eventos
      where entrevista_id = ${entrevistaId} and fonte = 'aparelho'`,
    'device_log_last',
  );
  return rows[0]?.ate ?? 0;
}

/** Appends events to a device's log, under the interview's lock. `usuarioId`: the device's person. */
export async function appendDeviceEvents(
  db: Db,
  entrevista: { id: string; empresa_id: string },
  usuarioId: string | null,
  eventos: readonly EventoAparelho[],
): Promise<void> {
  const owned = {
    entrevista_id: entrevista.id,
    empresa_id: entrevista.empresa_id,
    fonte: 'aparelho',
    usuario_id: usuarioId,
    created_at: new Date().toISOString(),
  };
  await insertRows(
    db,
    'entrevista_eventos',
    eventos.map((evento) => ({ ...evento, ...owned })),
  );
}

/** Computes logDigest over the first `ate` events of the stored log, in batches. */
export async function digestOfRows(db: Db, entrevistaId: string, ate: number): Promise<string> {
  const hash = createHash('sha256');
  for (let de = 1; de <= ate; de += BATCH) {
    const batch = await readDeviceEvents(db, entrevistaId, { de, ate: Math.min(ate, de + BATCH - 1) });
    hash.update(logText(batch));
  }
  return hash.digest('hex');
}
