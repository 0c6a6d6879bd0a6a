import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Pool } from 'pg';

/** Balance of a company within the scope, in credits; null when it is not there. */
export async function findSaldo(pool: Pool, scope: Scope, empresaId: string): Promise<number | null> {
  const { rows } = await pool.query<{ saldo: number }>({
    name: 'creditos_saldo',
    text: 'select saldo_creditos as saldo from empresas where id = $1 and ($2::uuid is null or id = $2)',
    values: [empresaId, empresaIdOf(scope)],
  });
  return rows[0]?.saldo ?? null;
}
