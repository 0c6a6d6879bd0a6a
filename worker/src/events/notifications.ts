import type { Db } from '@escuta/prisma/db';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { sql } from '@escuta/shared/platform/database/sql';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Delivered } from './delivered.ts';

/** Most managers notified of an event that no person requested, and of a rule that fired. */
const GESTORES_MAX = 20;

async function recipientsOf(db: Db, event: Delivered): Promise<string[]> {
  const { empresaId, dados } = event;
  if ('autor_id' in dados && dados.autor_id !== null) return [dados.autor_id];
  if (empresaId === null) return [];
  const found = await db.within(companyScope(empresaId)).membro.findMany({
    where: { empresaId, papel: 'gerente', ativo: true },
    select: { usuarioId: true },
    orderBy: { id: 'asc' },
    take: GESTORES_MAX,
  });
  return found.map(({ usuarioId }) => usuarioId);
}

/** Notifies each recipient in the product once; deleted people are left out. */
export async function notify(db: Db, event: Delivered): Promise<readonly LiveEvent[]> {
  const told: LiveEvent[] = [];
  for (const usuarioId of await recipientsOf(db, event)) {
    if (!(await mergeIntoUnread(db, event, usuarioId)) && !(await insertNotification(db, event, usuarioId)))
      continue;
    // Administrators' pages listen in their own company.
    const accounts = await db.within(INSTALACAO).membro.findMany({
      where: { usuarioId, ativo: true },
      select: { empresaId: true },
      orderBy: { id: 'asc' },
      take: 100,
    });
    for (const { empresaId } of accounts) told.push({ tipo: 'notificacao', empresaId, usuarioId });
  }
  return told;
}

/**
 * Merges events that may arrive by the hundred into the person's unread notification of the same kind and project.
 * @returns whether there was one
 */
async function mergeIntoUnread(db: Db, event: Delivered, usuarioId: string): Promise<boolean> {
  // A rule's groups announce themselves rarely enough.
  if (event.tipo === 'tarefa_encerrada' || event.tipo === 'regra_disparou') return false;
  // Without the lock, two simultaneous events would both create a notification. People are locked in a fixed order, so
  // it cannot deadlock.
  await lock(db, 'notificacoes', `${usuarioId} ${event.empresaId} ${event.tipo} ${event.dados.projeto_id}`);
  const { rowCount } = await db.sql(
    sql`update notificacoes set created_at = now(),
        dados = dados || jsonb_build_object('n', least((dados ->> 'n')::int + 1, 1000000), 'alvo_id', ${event.alvoId}::text)
      where id = (select n.id from notificacoes n where n.usuario_id = ${usuarioId} and n.empresa_id = ${event.empresaId}::uuid
        and n.tipo = ${event.tipo} and n.lida_em is null and n.dados ->> 'projeto_id' = ${event.dados.projeto_id}
        order by n.created_at desc limit 1 for update)`,
    'notificacao_soma',
  );
  return rowCount === 1;
}

/** @returns whether it is new and the person exists */
async function insertNotification(db: Db, event: Delivered, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`insert into notificacoes (id, empresa_id, usuario_id, evento_id, tipo, dados)
      select ${newId()}::uuid, ${event.empresaId}::uuid, u.id, ${event.id}::uuid, ${event.tipo},
        ${JSON.stringify({ ...event.dados, alvo_id: event.alvoId })}::jsonb
      from usuarios u where u.id = ${usuarioId}
      on conflict (evento_id, usuario_id) do nothing`,
    'notificacao_escreve',
  );
  return rowCount === 1;
}
