/** The server's events, numbered without gaps under the interview's lock; device-log.ts has the device's. */

import type { Db } from '@escuta/prisma/db';
import type { RespostaDada, TipoEvento } from '../../domain/interview/device/events.ts';
import { sql } from '../../platform/database/sql.ts';

/** Appends an event to a locked interview; returns its number. */
export async function appendEvent(
  db: Db,
  entrevista: { id: string; empresa_id: string },
  evento: {
    tipo: TipoEvento;
    usuarioId: string | null;
    perguntaId?: string;
    valor?: RespostaDada;
    valorAnterior?: RespostaDada | null;
  },
): Promise<number> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  const { rows } = await db.sql<{ seq: number }>(
    sql`insert into entrevista_eventos (entrevista_id, seq, empresa_id, tipo, pergunta_id, valor, valor_anterior,
      usuario_id)
      select ${entrevista.id}::uuid, coalesce(max(seq), 0) + 1, ${entrevista.empresa_id}::uuid, ${evento.tipo}::text,
        ${evento.perguntaId ?? null}::uuid, ${json(evento.valor)}::jsonb, ${json(evento.valorAnterior)}::jsonb,
        ${evento.usuarioId}::uuid
      from entrevista_eventos where entrevista_id = ${entrevista.id}::uuid and fonte = 'servidor' returning seq`,
    'entrevista_evento',
  );
  return rows[0]?.seq as number;
}
