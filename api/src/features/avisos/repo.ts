// SQL: a lock on the account's row protects the choice of notices, even if none is stored; changes replace single keys.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { sql } from '@escuta/shared/platform/database/sql';
import type { Descadastro } from '@escuta/shared/services/accounts/unsubscribe';

type Owner = Pick<Descadastro, 'empresaId' | 'usuarioId'>;

/** A person's role and stored choice in a company, locked until the transaction ends; null without an account. */
export async function lockChoice(
  db: Db,
  { empresaId, usuarioId }: Owner,
): Promise<{ papel: Papel; escolhidos: unknown } | null> {
  const { rows } = await db.sql<{ papel: Papel; escolhidos: unknown }>(
    sql`select m.papel, f.valor as escolhidos from membros m
        left join preferencias f on f.usuario_id = m.usuario_id and f.empresa_id = m.empresa_id and f.chave = 'avisos'
      where m.usuario_id = ${usuarioId}::uuid and m.empresa_id = ${empresaId}::uuid for no key update of m`,
    'descadastro_escolha',
  );
  return rows[0] ?? null;
}
