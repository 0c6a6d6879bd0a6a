import type { Db } from '@escuta/prisma/db';
import { type DadosEvento, EVENTOS, type TipoEvento } from '../../domain/log/events.ts';
import { newId } from '../../platform/database/ids.ts';
import { notify } from '../../platform/database/notify.ts';
import { param, sql } from '../../platform/database/sql.ts';

/** PostgreSQL channel that wakes the consumers once an event is committed. */
export const EVENT_CHANNEL = 'escuta_eventos';

export type NewEvent<T extends TipoEvento> = {
  tipo: T;
  /** Company; null: the event concerns the whole installation. */
  empresaId: string | null;
  alvoId: string;
  dados: DadosEvento<T>;
};

/**
 * Writes an event in the transaction of its cause. Each consumer gets a separate row, because a 'last id seen' would
 * skip late commits.
 * @returns the event's id
 */
export async function recordEvent<T extends TipoEvento>(db: Db, event: NewEvent<T>): Promise<string> {
  const { dados, consumidores } = EVENTOS[event.tipo];
  const id = newId();
  const told: readonly string[] = consumidores;
  await db.sql(
    sql`with evento as (
        insert into eventos_dominio (id, empresa_id, tipo, alvo_id, dados)
        values (${id}, ${event.empresaId}::uuid, ${param(event.tipo)}, ${event.alvoId},
          ${JSON.stringify(dados.parse(event.dados))}::jsonb)
        returning id
      )
      insert into evento_entregas (evento_id, consumidor) select evento.id, c from evento,
        unnest(${told}::text[]) as c`,
    'evento_escreve',
  );
  await notify(db, EVENT_CHANNEL);
  return id;
}
