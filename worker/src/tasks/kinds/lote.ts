import { AppError, type ErrorCode } from '@escuta/shared/domain/errors';
import { endsAt, isTaken, LOTE_ABERTAS_MAX } from '@escuta/shared/domain/runs/bulk-estimate';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { LOTE_NAO_COMECADO, type ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import {
  type AndamentoDoLote,
  nextItems,
  rateOf,
  readBulkRules,
  readProgress,
  withdrawIfAsked,
} from '@escuta/shared/services/runs/bulk-runs';
import { requestRun } from '@escuta/shared/services/runs/request';
import { z } from 'zod';
import { type ClaimedTask, type Progress, type TaskContext, type TaskKind, TaskPause } from '../task.ts';

type Context = TaskContext<'lote'>;
type Resultado = ResultadoTarefa<'lote'>;

/** Calls per read, and ids per cursor. */
const JANELA = 100;
/** Interval between counts of ended runs, ms. */
const ESPERA_MS = 2000;
/** Errors that would affect every call, so that the task is paused; it can be resumed. */
const PARAM: readonly ErrorCode[] = ['regra_violada'];

/**
 * Requests a bulk run's runs, oldest calls first. At most LOTE_ABERTAS_MAX are open, so that a pause takes effect soon.
 * The task pauses without credits or at a limit, and ends with its last run.
 */
export const lote: TaskKind<'lote'> = {
  begin: ({ db, task, save }) =>
    save(db, {
      cursor: { apos: null, ids: [], fim: false },
      resultado: task.resultado ?? LOTE_NAO_COMECADO,
    }),
  step: async (context) => {
    const { task } = context;
    const [next] = task.cursor?.ids ?? [];
    if (next !== undefined) {
      await requestItem(context, next);
      return true;
    }
    return lookOn(context);
  },
  ended: async (db, { id }) => {
    await withdrawIfAsked(db, id);
  },
};

const stateOf = ({ cursor, resultado }: ClaimedTask<'lote'>) => {
  if (!cursor || !resultado) throw new Error('a bulk run that was begun has a cursor');
  return { cursor, resultado };
};

/** Finds the next calls to request, or waits for runs to end. @returns false after the last run */
async function lookOn(context: Context): Promise<boolean | { esperarMs: number }> {
  const { task, db, save } = context;
  const { cursor, resultado } = stateOf(task);
  const { modo, selecao, projetoId, ate, maximo } = task.parametros;
  const seen = await readProgress(db, task.id);
  const progress = progressOf(task, resultado, seen);
  if (cursor.fim || resultado.pedidas >= maximo) {
    if (seen.abertas > 0) {
      await save(db, progress);
      return { esperarMs: ESPERA_MS };
    }
    const over = { ...progress, total: progress.feito };
    if (task.total === over.total && task.feito === over.feito) return false;
    await save(db, over);
    return true;
  }
  if (seen.abertas > LOTE_ABERTAS_MAX - JANELA) {
    await save(db, progress);
    return { esperarMs: ESPERA_MS };
  }
  const rules = await readBulkRules(db, task.scope, projetoId);
  if (!rules) throw new AppError('nao_encontrado', 'O projeto deste processamento em lote não existe mais.');
  const itens = await nextItems(
    db,
    { empresaId: rules.empresaId, projetoId, selecao, modo, ate, tarefaId: task.id },
    rules,
    cursor.apos,
    JANELA,
  );
  const amostra = 'ids' in selecao || modo === 'insights' ? null : rules.percentual;
  const taken = itens.filter(({ id }) => isTaken(id, amostra)).slice(0, maximo - resultado.pedidas);
  // The next search continues after the last call taken.
  const full = taken.length === maximo - resultado.pedidas;
  const last = full ? taken.at(-1) : itens.at(-1);
  await save(db, {
    ...progress,
    cursor: {
      apos: last ? { createdAt: last.createdAt, id: last.id } : cursor.apos,
      ids: taken.map(({ id }) => id),
      fim: !full && itens.length < JANELA,
    },
  });
  return true;
}

function progressOf(
  { total }: Pick<ClaimedTask<'lote'>, 'total'>,
  resultado: Resultado,
  seen: AndamentoDoLote,
): Pick<Progress<'lote'>, 'feito' | 'falhas'> & { resultado: Resultado } {
  const { abertas, falharam, semResultado } = seen;
  const passed = resultado.puladas.reduce((all, { n }) => all + n, 0);
  const feito = resultado.pedidas - abertas + passed;
  const porMinuto = rateOf(seen);
  const fim = endsAt({ falta: Math.max(0, (total ?? feito) - feito), porMinuto }, new Date());
  return {
    feito,
    falhas: falharam + passed,
    resultado: {
      ...resultado,
      abertas,
      falharam,
      semResultado,
      porMinuto,
      terminaEm: fim?.toISOString() ?? null,
    },
  };
}

async function requestItem(context: Context, itemId: string): Promise<void> {
  const { task, db, publish, notices, entrevistaMinutos, save } = context;
  const { cursor, resultado } = stateOf(task);
  const { modo, selecao, ate, creditosMax } = task.parametros;
  const rest = { ...cursor, ids: cursor.ids.slice(1) };
  try {
    await requestRun(
      db,
      {
        scope: task.scope,
        itemId,
        // Selected calls count as requested, so that sampling skips none; transcribed calls have passed sampling.
        origem: 'ids' in selecao || modo === 'insights' ? 'manual' : 'lote',
        ...(modo === 'insights' ? { reuso: 'insights' as const, adicionais: resultado.adicionais ?? 0 } : {}),
        prioridade: 'lote',
        lote: { tarefaId: task.id, ate },
        solicitadoPor: task.actor.usuarioId,
        entrevistaMinutos,
        creditosConfirmados: creditosMax - resultado.creditos,
        alongside: async (db, { creditos, adicional }) => {
          await save(db, {
            cursor: rest,
            resultado: {
              ...resultado,
              pedidas: resultado.pedidas + 1,
              creditos: resultado.creditos + creditos,
              ...(adicional && { adicionais: (resultado.adicionais ?? 0) + 1 }),
            },
          });
        },
      },
      publish,
      notices,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'creditos_insuficientes') throw outOfCredits(creditosMax - resultado.creditos, error);
    if (PARAM.includes(error.code)) throw new TaskPause(error.code, error.message);
    await save(db, {
      cursor: rest,
      falhas: task.falhas + 1,
      resultado: { ...resultado, puladas: addSkipped(resultado.puladas, error, creditosMax) },
    });
  }
}

const shortage = z.object({ creditos: z.number().int(), saldo: z.number().int() });

function outOfCredits(restam: number, error: AppError): TaskPause {
  const { creditos, saldo } = shortage.parse(error.dados);
  const faltam = Math.max(1, restam - saldo);
  return new TaskPause(
    'creditos_insuficientes',
    `${faltam === 1 ? 'Falta' : 'Faltam'} ${formatCreditos(faltam)} para as análises restantes; o saldo é de ${formatCreditos(saldo)}. O processamento em lote continua automaticamente quando houver créditos.`,
    creditos,
  );
}

function addSkipped(
  puladas: Resultado['puladas'],
  error: AppError,
  creditosMax: number,
): Resultado['puladas'] {
  const { code: codigo } = error;
  const motivo =
    codigo === 'confirmacao_necessaria'
      ? `O custo passaria dos ${formatCreditos(creditosMax)} confirmados: confira o novo custo e peça o processamento de novo.`
      : error.message;
  const known = puladas.find((one) => one.codigo === codigo && one.motivo === motivo);
  if (known) return puladas.map((one) => (one === known ? { ...one, n: one.n + 1 } : one));
  return [...puladas, { codigo, motivo, n: 1 }];
}
