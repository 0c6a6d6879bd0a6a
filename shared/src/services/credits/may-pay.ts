import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { beyondCap, type Consumo } from '../../domain/runs/bulk-estimate.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { getProcessingConfig } from '../runs/processing-config.ts';

/** Why nothing is processed for whoever switched processing off. */
export const PROCESSAMENTO_DESATIVADO =
  'O processamento está desativado nas configurações desta empresa ou projeto.';

/** What a project's runs used in this month of São Paulo. */
export async function monthUse(db: Db, projetoId: string): Promise<Consumo> {
  const { rows } = await db.query<Consumo>({
    name: 'lote-consumo',
    text: `select creditos, itens from projeto_consumo_mes
      where projeto_id = $1 and mes = date_trunc('month', escuta_dia(now()))::date`,
    values: [projetoId],
  });
  return rows[0] ?? { creditos: 0, itens: 0 };
}

/** Why `more` would take a project beyond its monthly limits; null: it would not. */
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
 * Makes sure that the run which this transaction asks for is within its project's limits: its reservation is counted already, and
 * nobody else of the company can count another one before this ends. @throws AppError regra_violada
 */
export async function assertWithinCap(db: Db, projetoId: string): Promise<void> {
  const beyond = await overCap(db, projetoId, { creditos: 0, itens: 0 });
  if (beyond) throw new AppError('regra_violada', beyond);
}

/** What may cost money besides a run: for whom. */
export type Pagador = { empresaId: string; projetoId: string };

/**
 * Makes sure that a model may be paid for what no run's reservation stands for: processing is on, and the project's month would bear one more
 * run. Asked before each such call, since both change while a task goes on. @throws AppError regra_violada
 */
export async function assertMayPay(db: Db, { empresaId, projetoId }: Pagador): Promise<void> {
  const { isActive } = await getProcessingConfig(db, empresaId, projetoId);
  if (!isActive) throw new AppError('regra_violada', PROCESSAMENTO_DESATIVADO);
  const beyond = await overCap(db, projetoId, { creditos: 1, itens: 1 });
  if (beyond) throw new AppError('regra_violada', beyond);
}
