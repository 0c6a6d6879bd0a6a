// SQL: a statement changes a choice of notices key by key, so that saving a page opened earlier does not undo a later
// change.
import type { Db } from '@escuta/prisma/db';
import type { CanaisPorAviso } from '@escuta/shared/domain/accounts/notices';
import type { AvisosEscolhidos } from '@escuta/shared/domain/accounts/preferences';
import { sql } from '@escuta/shared/platform/database/sql';

/** Stores a person's channels for the kinds of notices in `change`; other kinds stay unchanged. */
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
