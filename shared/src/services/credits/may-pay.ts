import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { beyondCap, type Consumo } from '../../domain/runs/bulk-estimate.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { getProcessingConfig } from '../runs/processing-config.ts';

export const PROCESSAMENTO_DESATIVADO =
  'O processamento está desativado nas configurações desta empresa ou deste projeto.';

/** A project's usage in São Paulo's current month. */
export async function monthUse(db: Db, projetoId: string): Promise<Consumo> {
  const { rows } = await db.query<Consumo>({
    name: 'lote_consumo',
    text: `select creditos, itens from projeto_consumo_mes
      where projeto_id = $1 and mes = date_trunc('month', escuta_dia(now()))::date`,
    values: [projetoId],
  });
  return rows[0] ?? { creditos: 0, itens: 0 };
}

async function overCap(db: Db, projetoId: string, more: Consumo): Promise<string | null> {
  const projeto = await db
    .within(INSTALACAO)
    .projeto.findFirst({ where: { id: projetoId }, select: { tetoCreditosMes: true, tetoItensMes: true } });
  const tetos = { creditos: projeto?.tetoCreditosMes ?? null, itens: projeto?.tetoItensMes ?? null };
  if (tetos.creditos === null && tetos.itens === null) return null;
  const { creditos, itens } = await monthUse(db, projetoId);
  return beyondCap(tetos, { creditos: creditos + more.creditos, itens: itens + more.itens });
}

/**
 * Checks the project's limits after this transaction's reservation; the company's lock makes other runs wait.
 * @throws AppError regra_violada
 */
export async function assertWithinCap(db: Db, projetoId: string): Promise<void> {
  const beyond = await overCap(db, projetoId, { creditos: 0, itens: 0 });
  if (beyond) throw new AppError('regra_violada', beyond);
}

export type Pagador = { empresaId: string; projetoId: string };

/**
 * Checks that a model may be paid outside a run: processing is on, and the project's monthly limits leave room. Callers
 * check again before each call of the model.
 * @throws AppError regra_violada
 */
export async function assertMayPay(db: Db, { empresaId, projetoId }: Pagador): Promise<void> {
  const { isActive } = await getProcessingConfig(db, empresaId, projetoId);
  if (!isActive) throw new AppError('regra_violada', PROCESSAMENTO_DESATIVADO);
  const beyond = await overCap(db, projetoId, { creditos: 1, itens: 1 });
  if (beyond) throw new AppError('regra_violada', beyond);
}
