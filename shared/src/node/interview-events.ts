/** Events of the server, numbered without gaps under their interview's lock; a device's own log stands beside them (device-log.ts). */
import type { RespostaDada, SituacaoEntrevista, TipoEvento } from '../domain/interview/events.ts';
import { sql } from './sql.ts';
import type { Queryable } from './transaction.ts';

/** Appends an event to an interview that is locked. @returns its number */
export async function appendEvent(
  db: Queryable,
  entrevista: { id: string; empresa_id: string },
  evento: {
    tipo: TipoEvento;
    /** Null of a key and of the system. */
    usuarioId: string | null;
    perguntaId?: string;
    valor?: RespostaDada;
    valorAnterior?: RespostaDada | null;
  },
): Promise<number> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  const { rows } = await db.query<{ seq: number }>(
    sql`insert into entrevista_eventos (entrevista_id, seq, empresa_id, tipo, pergunta_id, valor, valor_anterior, usuario_id)
      select ${entrevista.id}::uuid, coalesce(max(seq), 0) + 1, ${entrevista.empresa_id}::uuid, ${evento.tipo}::text,
        ${evento.perguntaId ?? null}::uuid, ${json(evento.valor)}::jsonb, ${json(evento.valorAnterior)}::jsonb,
        ${evento.usuarioId}::uuid
      from entrevista_eventos where entrevista_id = ${entrevista.id}::uuid and fonte = 'servidor' returning seq`.statement(
      'entrevista_evento',
    ),
  );
  return rows[0]?.seq as number;
}

/**
 * The recording of an interview came in: an event, a word of its device, and one that was given up goes on. Whoever calls holds the
 * interview's item and has checked the scope. `usuarioId`: who sent it; null of a key and of the system.
 */
export async function recordingReceived(db: Queryable, id: string, usuarioId: string | null): Promise<void> {
  const { rows } = await db.query<{
    empresa_id: string;
    situacao: SituacaoEntrevista;
    de_aparelho: boolean;
  }>(
    sql`select empresa_id, situacao, sincronia is not null as de_aparelho from entrevistas where id = ${id} for no key update`.statement(),
  );
  const [row] = rows;
  if (!row) return;
  const entrevista = { id, empresa_id: row.empresa_id };
  // What a device does ends with its log.
  const goesOn = row.situacao === 'interrompida' && !row.de_aparelho;
  if (goesOn) await appendEvent(db, entrevista, { tipo: 'retomada', usuarioId });
  await appendEvent(db, entrevista, { tipo: 'gravacao_recebida', usuarioId });
  await db.query(
    sql`update entrevistas set ultimo_contato_em = now(),
        motivo = case when ${goesOn} then null else motivo end,
        situacao = case when ${goesOn} then 'em_andamento' else situacao end
      where id = ${id}`.statement(),
  );
}
