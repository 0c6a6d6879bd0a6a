// SQL: a choice of notices is changed key by key, so that a page that was opened earlier undoes no other change.
import type { Db } from '@escuta/prisma/db';
import type { CanaisPorAviso } from '@escuta/shared/domain/accounts/notices';
import type { AvisosEscolhidos } from '@escuta/shared/domain/accounts/preferences';
import { sql } from '@escuta/shared/platform/database/sql';

/** Keeps a person's channels of these kinds of notices in a company; those of others stay as they are. */
export async function mergeNoticeChoice(
  db: Db,
  { empresaId, usuarioId }: { empresaId: string; usuarioId: string },
  change: AvisosEscolhidos | Partial<CanaisPorAviso>,
): Promise<void> {
  await db.sql(
    sql`insert into preferencias as p (usuario_id, empresa_id, chave, valor)
      values (${usuarioId}::uuid, ${empresaId}::uuid, 'avisos', ${JSON.stringify(change)}::jsonb)
      on conflict (usuario_id, empresa_id, chave) do update set valor = p.valor || excluded.valor, updated_at = now()`,
    'avisos_grava',
  );
}
