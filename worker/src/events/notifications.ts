import { newId } from '@escuta/shared/node/ids';
import { sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Delivered } from './delivered.ts';

/** Whom an event is told to. */
function recipientOf(event: Delivered): string {
  switch (event.tipo) {
    case 'tarefa_encerrada':
      return event.dados.autor_id;
  }
}

/** Tells people of an event in the product, each once; whoever is gone is not told. */
export async function notify(db: Queryable, event: Delivered): Promise<readonly LiveEvent[]> {
  const usuarioId = recipientOf(event);
  const { rows } = await db.query<{ id: string }>(
    sql`insert into notificacoes (id, empresa_id, usuario_id, evento_id, tipo, dados)
      select ${newId()}::uuid, ${event.empresaId}::uuid, u.id, ${event.id}::uuid, ${event.tipo},
        ${JSON.stringify({ ...event.dados, alvo_id: event.alvoId })}::jsonb
      from usuarios u where u.id = ${usuarioId}
      on conflict (evento_id, usuario_id) do nothing returning id`.statement('notificacao_escreve'),
  );
  if (!rows[0]) return [];
  // An administrator's page listens in their own company, whichever the event is of.
  const accounts = await db.query<{ empresa_id: string }>(
    sql`select empresa_id from membros where usuario_id = ${usuarioId} and ativo order by id limit 100`.statement(
      'notificacao_contas',
    ),
  );
  return accounts.rows.map(({ empresa_id: empresaId }) => ({ tipo: 'notificacao', empresaId, usuarioId }));
}
