import type { Db } from '@escuta/prisma/db';
import type { TipoEvento } from '../../domain/log/events.ts';
import { sql } from '../../platform/database/sql.ts';

/** Deletes a person's notifications of a kind about a thing that no longer concerns the person. */
export async function takeBackNotice(
  db: Db,
  {
    usuarioId,
    empresaId,
    tipo,
    alvoId,
  }: { usuarioId: string; empresaId: string; tipo: TipoEvento; alvoId: string },
): Promise<void> {
  await db.sql(
    sql`delete from notificacoes n where n.usuario_id = ${usuarioId}::uuid and n.empresa_id = ${empresaId}::uuid
      and n.tipo = ${tipo}::text and n.dados ->> 'alvo_id' = ${alvoId}::text`,
    'notificacao_retirada',
  );
}
