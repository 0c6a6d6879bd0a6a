import { AppError, type ErrorCode } from '@escuta/shared/domain/errors';
import type { CursorTarefa, ResultadoTarefa } from '@escuta/shared/domain/tasks';
import { recordAction } from '@escuta/shared/node/audit-log';
import { type Ignorado, leftOut, lookOn, PROCURA_NOVA } from '@escuta/shared/node/insight-candidates';
import { requestRun } from '@escuta/shared/node/runs';
import type { TaskContext, TaskKind } from '../task.ts';

/** What stands in the way of every other item too: the task ends there, and goes on from there when it is mended. */
const FINAL: readonly ErrorCode[] = ['creditos_insuficientes', 'regra_violada'];

type Resultado = ResultadoTarefa<'gerar_insights'>;
type Cursor = CursorTarefa<'gerar_insights'>;
const NOTHING: Resultado = { enfileirados: 0, ignorados: [], saldo: null };

/**
 * Queues what an audit or project still lacks insights of, oldest first; sampling applies to what has no transcript. First
 * it looks through the items, a window a step, then it queues what it found, one a step.
 */
export const gerarInsights: TaskKind<'gerar_insights'> = {
  begin: ({ pool, save }) => {
    const { itens, ...procura } = PROCURA_NOVA;
    return save(pool, { cursor: { itens, procura }, resultado: NOTHING });
  },
  step: async (context) => {
    const { task, pool, save } = context;
    if (task.cursor?.procura) {
      await look(context, task.cursor.itens, task.cursor.procura);
      return true;
    }
    const item = task.cursor?.itens[task.feito];
    if (!item) return false;
    const resultado = task.resultado ?? NOTHING;
    const feito = task.feito + 1;
    try {
      await requestItem(context, item, feito, resultado);
    } catch (error) {
      if (!(error instanceof AppError) || FINAL.includes(error.code)) throw error;
      const ignorados = added(resultado.ignorados, error);
      await save(pool, { feito, falhas: task.falhas + 1, resultado: { ...resultado, ignorados } });
    }
    return true;
  },
  ended: async (db, { actor, empresaId, parametros, resultado }) => {
    if (!resultado?.enfileirados) return;
    await recordAction(db, {
      ...actor,
      empresaId,
      acao: 'insights_gerados',
      recurso: parametros.alvo.tipo,
      recursoId: parametros.alvo.id,
      detalhes: { enfileirados: resultado.enfileirados },
    });
  },
};

/** One window more of the items. How many there are to queue is known once all were looked at. */
async function look(
  { task, pool, save }: TaskContext<'gerar_insights'>,
  itens: Cursor['itens'],
  procura: NonNullable<Cursor['procura']>,
): Promise<void> {
  const { alvo, limite } = task.parametros;
  const { scope } = task;
  if (scope.kind !== 'empresa') throw new Error('insights are generated for a company');
  const target = { ...alvo, empresaId: scope.empresaId };
  const { procura: now, fim } = await lookOn(pool, scope, target, limite, { itens, ...procura });
  const { itens: found, ...rest } = now;
  await save(pool, {
    ...(fim ? { total: found.length } : {}),
    cursor: { itens: found, ...(fim ? {} : { procura: rest }) },
    resultado: { ...NOTHING, ignorados: leftOut(now, limite) },
  });
}

function requestItem(
  { task, pool, publish, notices, entrevistaMinutos, save }: TaskContext<'gerar_insights'>,
  item: { id: string; transcrito: boolean },
  feito: number,
  resultado: Resultado,
) {
  return requestRun(
    pool,
    {
      scope: task.scope,
      itemId: item.id,
      // What is transcribed was in the sample, or was asked for by name.
      origem: item.transcrito ? 'manual' : 'lote',
      reuso: 'lacunas',
      prioridade: 'lote',
      solicitadoPor: task.actor.usuarioId,
      entrevistaMinutos,
      alongside: async (db) => {
        // As this transaction sees it, with its own reservation.
        const { rows } = await db.query<{ saldo: number }>(
          'SELECT saldo_creditos AS saldo FROM empresas WHERE id = $1',
          [task.empresaId],
        );
        await save(db, {
          feito,
          resultado: {
            ...resultado,
            enfileirados: resultado.enfileirados + 1,
            saldo: rows[0]?.saldo ?? null,
          },
        });
      },
    },
    publish,
    notices,
  );
}

/** One more item that was refused for this reason. */
function added(ignorados: readonly Ignorado[], { code, message }: AppError): Ignorado[] {
  const known = ignorados.find(({ codigo }) => codigo === code);
  if (known) return ignorados.map((one) => (one === known ? { ...one, n: one.n + 1 } : one));
  return [{ codigo: code, motivo: message, n: 1 }, ...ignorados];
}
