import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { param, sql } from '@escuta/shared/platform/database/sql';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Delivered } from './delivered.ts';
import { recipientsOf, subjectOf } from './recipients.ts';

/** Greatest number of accounts told about a notification on their open pages. */
const ACCOUNTS_MAX = 2000;

/** Creates or updates a notification for each recipient of an event, except deleted people. */
export async function notify(db: Db, event: Delivered): Promise<readonly LiveEvent[]> {
  const people = await recipientsOf(db, event, 'produto');
  if (people.length === 0) return [];
  const merged = await mergeIntoUnread(db, event, people);
  const inserted = await insertNotifications(
    db,
    event,
    people.filter((id) => !merged.includes(id)),
  );
  // Sends within people's own companies, because even an administrator's page receives only such messages.
  const accounts = await db.within(INSTALACAO).membro.findMany({
    where: { usuarioId: { in: [...merged, ...inserted] }, ativo: true },
    select: { empresaId: true, usuarioId: true },
    orderBy: { id: 'asc' },
    take: ACCOUNTS_MAX,
  });
  return accounts.map((account) => ({ tipo: 'notificacao', ...account }));
}

/**
 * Adds an event that may come by the hundred to unread notifications of its kind and subject.
 * @returns ids of the people who had such a notification
 */
async function mergeIntoUnread(db: Db, event: Delivered, people: readonly string[]): Promise<string[]> {
  const subject = subjectOf(event);
  if (subject === null || !('n' in event.dados)) return [];
  // Without the lock, two simultaneous events would both create a notification.
  await lock(db, 'notificacoes', `${event.empresaId} ${event.tipo} ${subject.id}`);
  const more = {
    ...event.dados,
    alvo_id: event.alvoId,
    ...(event.tipo === 'regra_disparou' ? { item_id: null } : {}),
  };
  const { rows } = await db.sql<{ usuario_id: string }>(
    sql`update notificacoes n set created_at = now(), dados = n.dados || ${JSON.stringify(more)}::jsonb
          || jsonb_build_object('n', least((n.dados ->> 'n')::int + ${event.dados.n}::int, 1000000),
            'desde', least((n.dados ->> 'desde')::timestamptz, (select created_at from eventos_dominio
              where id = ${event.id}::uuid)))
      where n.usuario_id = any(${people}::uuid[]) and n.empresa_id = ${event.empresaId}::uuid and n.tipo = ${event.tipo}
        and n.lida_em is null and n.dados ->> ${param(subject.campo)} = ${subject.id}::text
      returning n.usuario_id`,
    'notificacao_soma',
  );
  return rows.map(({ usuario_id }) => usuario_id);
}

/** @returns ids of newly notified people */
async function insertNotifications(db: Db, event: Delivered, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const { rows } = await db.sql<{ usuario_id: string }>(
    sql`insert into notificacoes (id, empresa_id, usuario_id, evento_id, tipo, dados)
      select p.id, ${event.empresaId}::uuid, u.id, ${event.id}::uuid, ${event.tipo},
        ${JSON.stringify({ ...event.dados, alvo_id: event.alvoId })}::jsonb || jsonb_build_object('desde', e.created_at)
      from unnest(${people.map(() => newId())}::uuid[], ${people}::uuid[]) as p (id, usuario_id)
        join usuarios u on u.id = p.usuario_id
        left join eventos_dominio e on e.id = ${event.id}::uuid
      on conflict (evento_id, usuario_id) do nothing
      returning usuario_id`,
    'notificacao_escreve',
  );
  return rows.map(({ usuario_id }) => usuario_id);
}
