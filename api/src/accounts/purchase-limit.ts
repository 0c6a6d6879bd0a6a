import type { Db } from '@escuta/prisma/db';
import type { Env } from '@escuta/shared/platform/process/env';

/** Credits that a company bought this month, and the number it may buy without approval. */
export type PurchaseLimit = {
  mes: number;
  max: number;
  /** Limit set by an administrator; null: the installation's limit applies. */
  proprio: number | null;
};

/**
 * The credits bought this month (São Paulo), including granted requests, and the limit: the company's own, else
 * COMPRAS_MES_CREDITOS, else the largest package on sale. Null if there is no such company.
 */
export async function readPurchaseLimit(
  db: Db,
  env: Pick<Env, 'COMPRAS_MES_CREDITOS'>,
  empresaId: string,
): Promise<PurchaseLimit | null> {
  const { rows } = await db.query<PurchaseLimit>({
    name: 'purchase_limit',
    text: `select e.compras_mes_max as proprio,
             coalesce(e.compras_mes_max, $2::int,
               (select max(quantidade_creditos) from credito_pacotes where ativo), 0) as max,
             (select coalesce(sum(entrada), 0)::float8 from credito_rollup_dia r
              where r.empresa_id = e.id and r.tipo = 'compra' and r.dia >= date_trunc('month', escuta_dia(now())))
                as mes
           from empresas e where e.id = $1`,
    values: [empresaId, env.COMPRAS_MES_CREDITOS ?? null],
  });
  return rows[0] ?? null;
}
