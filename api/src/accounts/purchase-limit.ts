import type { Db } from '@escuta/prisma/db';
import type { Env } from '@escuta/shared/platform/process/env';

/** What a company has bought this month and may buy without being asked for, credits. */
export type PurchaseLimit = {
  mes: number;
  max: number;
  /** What an administrator set for it; null: the installation's. */
  proprio: number | null;
};

/**
 * A company's purchases of this month of São Paulo, granted requests among them, and their limit: its own, else COMPRAS_MES_CREDITOS,
 * else the largest package for sale, so that a first purchase goes through, whichever package it is. Under the company's lock they stay
 * true; null when there is no such company.
 */
export async function readPurchaseLimit(
  db: Db,
  env: Pick<Env, 'COMPRAS_MES_CREDITOS'>,
  empresaId: string,
): Promise<PurchaseLimit | null> {
  const { rows } = await db.query<PurchaseLimit>({
    name: 'purchase-limit',
    text: `SELECT e.compras_mes_max AS proprio,
             coalesce(e.compras_mes_max, $2::int,
               (SELECT max(quantidade_creditos) FROM credito_pacotes WHERE ativo), 0) AS max,
             (SELECT coalesce(sum(entrada), 0)::float8 FROM credito_rollup_dia r
              WHERE r.empresa_id = e.id AND r.tipo = 'compra' AND r.dia >= date_trunc('month', escuta_dia(now()))) AS mes
           FROM empresas e WHERE e.id = $1`,
    values: [empresaId, env.COMPRAS_MES_CREDITOS ?? null],
  });
  return rows[0] ?? null;
}
