import { AppError, type ErrorCode } from '@escuta/shared/domain/errors';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import type { CursorTarefa, ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { getBalance } from '@escuta/shared/services/credits/ledger';
import {
  type Ignorado,
  leftOut,
  lookOn,
  PROCURA_NOVA,
} from '@escuta/shared/services/insights/insight-candidates';
import { recordAction } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import { z } from 'zod';
import type { TaskContext, TaskKind } from '../task.ts';

/** Errors that would affect every item, so that the task ends; it can be resumed. */
const FINAL: readonly ErrorCode[] = ['regra_violada'];

type Resultado = ResultadoTarefa<'gerar_insights'>;
type Cursor = CursorTarefa<'gerar_insights'>;
const NONE_PUT_OFF = { n: 0, creditos: 0 };
const NOTHING: Resultado = { enfileirados: 0, ignorados: [], saldo: null };

/**
 * Requests missing insights, oldest items first, one item per step. Reports items that cost more than agreed. Items
 * without enough credits come last; if these still cannot be paid, the task ends and states the missing credits.
 */
export const gerarInsights: TaskKind<'gerar_insights'> = {
  begin: ({ db, save }) => {
    const { itens, ...procura } = PROCURA_NOVA;
    return save(db, { cursor: { itens, procura }, resultado: NOTHING });
  },
  step: async (context) => {
    const { task, db, save } = context;
    if (task.cursor?.procura) {
      await look(context, task.cursor.itens, task.cursor.procura);
      return true;
    }
    const item = task.cursor?.itens[task.feito];
    if (!task.cursor || !item) return false;
    const adiados = task.cursor.adiados ?? NONE_PUT_OFF;
    if (adiados.n > 0 && adiados.n >= task.cursor.itens.length - task.feito) await endShort(context, adiados);
    const resultado = task.resultado ?? NOTHING;
    const feito = task.feito + 1;
    try {
      await requestItem(context, item, feito, resultado);
    } catch (error) {
      if (!(error instanceof AppError) || FINAL.includes(error.code)) throw error;
      if (error.code === 'creditos_insuficientes') {
        await putOff(context, task.cursor, error);
        return true;
      }
      await save(db, {
        feito,
        falhas: task.falhas + 1,
        resultado: leaveOut(resultado, error, task.parametros.creditosMax),
      });
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

/** Searches for the next items; the last search determines the total. */
async function look(
  { task, db, save }: TaskContext<'gerar_insights'>,
  itens: Cursor['itens'],
  procura: NonNullable<Cursor['procura']>,
): Promise<void> {
  const { alvo, limite } = task.parametros;
  const { scope } = task;
  if (scope.kind !== 'empresa') throw new Error('insights are generated for a company');
  const target = { ...alvo, empresaId: scope.empresaId };
  const { procura: now, fim } = await lookOn(db, scope, target, limite, { itens, ...procura });
  const { itens: found, ...rest } = now;
  await save(db, {
    ...(fim ? { total: found.length } : {}),
    cursor: { itens: found, ...(fim ? {} : { procura: rest }) },
    resultado: { ...NOTHING, ignorados: leftOut(now, limite) },
  });
}

function requestItem(
  { task, db, publish, notices, entrevistaMinutos, save }: TaskContext<'gerar_insights'>,
  item: { id: string; transcrito: boolean },
  feito: number,
  resultado: Resultado,
) {
  const { creditosMax } = task.parametros;
  return requestRun(
    db,
    {
      scope: task.scope,
      itemId: item.id,
      // A transcribed item counts as requested by a person, because it passed sampling or was requested.
      origem: item.transcrito ? 'manual' : 'lote',
      reuso: 'lacunas',
      prioridade: 'lote',
      solicitadoPor: task.actor.usuarioId,
      entrevistaMinutos,
      adicionais: resultado.adicionais ?? 0,
      creditosConfirmados: creditosMax === undefined ? undefined : creditosMax - (resultado.creditos ?? 0),
      alongside: (db, { creditos, saldo, adicional }) =>
        save(db, {
          feito,
          resultado: {
            ...resultado,
            enfileirados: resultado.enfileirados + 1,
            creditos: (resultado.creditos ?? 0) + creditos,
            adicionais: (resultado.adicionais ?? 0) + (adicional ? 1 : 0),
            saldo,
          },
        }),
    },
    publish,
    notices,
  );
}

const shortage = z.object({ creditos: z.number().int() });

async function putOff({ task, db, save }: TaskContext<'gerar_insights'>, cursor: Cursor, error: AppError) {
  const { n, creditos } = cursor.adiados ?? NONE_PUT_OFF;
  const done = cursor.itens.slice(0, task.feito);
  const [item, ...rest] = cursor.itens.slice(task.feito);
  await save(db, {
    cursor: {
      ...cursor,
      itens: item ? [...done, ...rest, item] : done,
      adiados: { n: n + 1, creditos: creditos + shortage.parse(error.dados).creditos },
    },
  });
}

/**
 * Ends the task if the balance pays for no remaining item; a resumed task tries these items again.
 * @throws AppError creditos_insuficientes
 */
async function endShort(
  { task, db, save }: TaskContext<'gerar_insights'>,
  { n, creditos }: NonNullable<Cursor['adiados']>,
): Promise<never> {
  if (task.cursor) await save(db, { cursor: { ...task.cursor, adiados: NONE_PUT_OFF } });
  const saldo = await getBalance(db, task.empresaId ?? '');
  const itens = n === 1 ? '1 item ficou de fora e custa' : `${n} itens ficaram de fora e custam`;
  const faltam = Math.max(1, creditos - saldo);
  throw new AppError(
    'creditos_insuficientes',
    `Saldo de créditos insuficiente. ${itens} ${formatCreditos(creditos)}; o saldo é de ${formatCreditos(saldo)}. ${faltam === 1 ? 'Falta' : 'Faltam'} ${formatCreditos(faltam)} para todos os itens.`,
  );
}

function leaveOut(resultado: Resultado, error: AppError, creditosMax: number | undefined): Resultado {
  const motivo =
    error.code === 'confirmacao_necessaria' && creditosMax !== undefined
      ? `O custo passaria dos ${formatCreditos(creditosMax)} confirmados: confira o novo custo e gere os insights de novo.`
      : error.message;
  return { ...resultado, ignorados: addSkipped(resultado.ignorados, error.code, motivo) };
}

function addSkipped(ignorados: readonly Ignorado[], codigo: string, motivo: string): Ignorado[] {
  const known = ignorados.find((one) => one.codigo === codigo);
  if (known) return ignorados.map((one) => (one === known ? { ...one, n: one.n + 1 } : one));
  return [{ codigo, motivo, n: 1 }, ...ignorados];
}
