// SQL instead of Prisma, to find the next recording to request and to add up the credits spent so far.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import type { ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { requestRun } from '@escuta/shared/services/runs/request';
import type { TaskContext } from '../tasks/task.ts';
import type { PreparoLido } from './preparo-repo.ts';

type Context = TaskContext<'criar_auditoria'>;
type Resultado = ResultadoTarefa<'criar_auditoria'>;

/** Beginning of the reason stored with items that wait for credits; finish.ts recognises these items by it. */
export const A_ESPERA = 'À espera de créditos';

const MAX_REASONS = 20;

/** Credits reserved by the audit's runs, including refunded ones. */
export async function spent(db: Db, preparoId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'portal_spent',
    text: `select coalesce(-sum(l.quantidade), 0)::int as n from preparo_gravacoes g
      join execucoes x on x.item_id = g.item_id
           join credito_lancamentos l on l.execucao_id = x.id and l.tipo = 'reserva' where g.preparo_id = $1`,
    values: [preparoId],
  });
  return rows[0]?.n ?? 0;
}

type Proximo = { linha: number; itemId: string };

/** The first item that has no run, among the rows after row `after`. */
async function next(db: Db, preparoId: string, after: number): Promise<Proximo | null> {
  const { rows } = await db.query<Proximo>({
    name: 'portal_next_item',
    text: `select g.linha_n as linha, i.id as "itemId" from preparo_gravacoes g
      join auditoria_itens i on i.id = g.item_id
           where g.preparo_id = $1 and g.linha_n > $2 and i.status = 'pendente' and i.dados_apagados_em is null
             and not exists (select from execucoes x where x.item_id = i.id)
           order by g.linha_n limit 1`,
    values: [preparoId, after],
  });
  return rows[0] ?? null;
}

/**
 * Requests the next recording's audit, as far as the confirmed credits allow; stores the reason for a refusal with the
 * item.
 * @returns false if no recording was left
 */
export async function requestNext(context: Context, preparo: PreparoLido): Promise<boolean> {
  const { db, task, save, publish, notices, entrevistaMinutos } = context;
  const { cursor, resultado } = task;
  if (!cursor || !resultado) return false;
  const item = await next(db, preparo.id, cursor.linha);
  if (!item) return false;
  const feito = task.feito + 1;
  const onward = { ...cursor, linha: item.linha };
  try {
    await requestRun(
      db,
      {
        scope: task.scope,
        itemId: item.itemId,
        // A person confirmed each recording, so that sampling skips none.
        origem: 'manual',
        prioridade: 'lote',
        solicitadoPor: preparo.confirmadoPor,
        entrevistaMinutos,
        creditosConfirmados: Math.max(0, preparo.creditosConfirmados - cursor.gastos - resultado.creditos),
        alongside: (tx, { creditos }) =>
          save(tx, {
            feito,
            cursor: onward,
            resultado: {
              ...resultado,
              enfileiradas: resultado.enfileiradas + 1,
              creditos: resultado.creditos + creditos,
            },
          }),
      },
      publish,
      notices,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { motivo, result } = refused(resultado, error);
    await db.transaction(async (tx) => {
      await save(tx, { feito, falhas: task.falhas + 1, cursor: onward, resultado: result });
      await tx.query({
        name: 'portal_refused',
        text: `update auditoria_itens set motivo = $2, updated_at = now() where id = $1 and status = 'pendente'
          and dados_apagados_em is null`,
        values: [item.itemId, motivo],
      });
    });
  }
  return true;
}

/** A refused item's reason, and the task's result with this refusal counted. */
function refused(resultado: Resultado, error: AppError): { motivo: string; result: Resultado } {
  if (error.code === 'creditos_insuficientes') {
    const creditos = Number(error.dados?.creditos);
    return {
      motivo: `${A_ESPERA}: a auditoria custa ${formatCreditos(creditos)}, mais do que o saldo. Processe-a quando houver saldo.`,
      result: { ...resultado, semCredito: resultado.semCredito + 1 },
    };
  }
  const motivo =
    error.code === 'confirmacao_necessaria'
      ? 'Não iniciada: o custo passaria dos créditos confirmados. Processe-a para confirmar o custo.'
      : `Não iniciada. ${error.message}`;
  const known = resultado.recusadas.find((one) => one.motivo === motivo);
  const recusadas = known
    ? resultado.recusadas.map((one) => (one === known ? { ...one, n: one.n + 1 } : one))
    : [...resultado.recusadas, { motivo, n: 1 }].slice(0, MAX_REASONS);
  return { motivo, result: { ...resultado, recusadas } };
}
