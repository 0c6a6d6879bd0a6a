import type { Db } from '@escuta/prisma/db';
import { type DadosEvento, EVENTOS, type TipoEvento } from '../../domain/log/events.ts';
import { newId } from '../../platform/database/ids.ts';
import { notify } from '../../platform/database/notify.ts';
import { param, sql } from '../../platform/database/sql.ts';

/** Channel that wakes consumers once an event is committed. */
export const EVENT_CHANNEL = 'escuta_eventos';

export type NewEvent<T extends TipoEvento> = {
  tipo: T;
  /** Null: the event concerns the whole installation. */
  empresaId: string | null;
  alvoId: string;
  dados: DadosEvento<T>;
};

/**
 * Writes events of one kind in their cause's transaction. Each consumer gets a row, because a 'last id seen' would skip
 * late commits.
 * @returns the events' ids
 */
export async function recordEvents<T extends TipoEvento>(
  db: Db,
  tipo: T,
  events: readonly Omit<NewEvent<T>, 'tipo'>[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const { dados, consumidores } = EVENTOS[tipo];
  const told: readonly string[] = consumidores;
  const rows = events.map((event) => ({
    id: newId(),
    empresa_id: event.empresaId,
    alvo_id: event.alvoId,
    dados: dados.parse(event.dados),
  }));
  await db.sql(
    sql`with evento as (
        insert into eventos_dominio (id, empresa_id, tipo, alvo_id, dados)
        select x.id, x.empresa_id, ${param(tipo)}, x.alvo_id, x.dados
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as x (id uuid, empresa_id uuid, alvo_id uuid, dados jsonb)
        returning id
      )
      insert into evento_entregas (evento_id, consumidor) select evento.id, c from evento,
        unnest(${told}::text[]) as c`,
    'evento_escreve',
  );
  await notify(db, EVENT_CHANNEL);
  return rows.map(({ id }) => id);
}

export async function recordEvent<T extends TipoEvento>(
  db: Db,
  { tipo, ...event }: NewEvent<T>,
): Promise<string> {
  const [id = ''] = await recordEvents(db, tipo, [event]);
  return id;
}
