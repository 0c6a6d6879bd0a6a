import { LOTE_MAX } from '@escuta/shared/contracts/insights';
import { AppError, type ErrorCode } from '@escuta/shared/domain/errors';
import { CREDITOS_POR_ITEM } from '@escuta/shared/domain/status';
import { type Actor, recordAction } from '@escuta/shared/node/audit-log';
import { createLivePublisher } from '@escuta/shared/node/live-events';
import { type OrigemExecucao, type RequestedRun, requestRun } from '@escuta/shared/node/runs';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../session.ts';
import {
  type Candidates,
  type Candidato,
  findCandidates,
  RAZOES,
  type Razao,
  readSaldo,
} from './generate-repo.ts';
import { type Alvo, findAlvo, findInsight } from './repo.ts';

/** Runs requested at the same time: enough to keep the database busy, too few to take every connection. */
const CONCURRENCY = 3;
/** What stands in the way of every other item too. */
const FINAL: readonly ErrorCode[] = ['creditos_insuficientes', 'regra_violada'];

type Ignorado = { codigo: string; motivo: string; n: number };

function start(
  deps: AppDeps,
  session: Session,
  itemId: string,
  origem: OrigemExecucao,
  reuso?: 'lacunas',
): Promise<RequestedRun> {
  return requestRun(
    deps.pool,
    { scope: session.scope, itemId, origem, solicitadoPor: session.usuarioId, ...(reuso ? { reuso } : {}) },
    createLivePublisher(deps.redis, deps.log, deps.env.REDIS_PREFIX),
    deps,
  );
}

/** The analysis of an insight's item anew. @throws AppError nao_encontrado, and what `requestRun` throws */
export async function reprocess(deps: AppDeps, session: Session, id: string): Promise<RequestedRun> {
  const insight = await findInsight(deps.pool, session.scope, id);
  if (!insight) throw new AppError('nao_encontrado', 'Insight não encontrado.');
  return start(deps, session, insight.itemId, 'regenerar');
}

/** Requests the runs of a batch, a few at a time; stops where the rest would fail alike. */
async function queueItems(deps: AppDeps, session: Session, itens: readonly Candidato[]) {
  const waiting = [...itens];
  const refused = new Map<string, Ignorado>();
  let queued = 0;
  let saldo: number | null = null;
  let stopped: AppError | null = null;
  const refuse = (error: AppError, n: number) => {
    const before = refused.get(error.code)?.n ?? 0;
    refused.set(error.code, { codigo: error.code, motivo: error.message, n: before + n });
  };
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        // What is transcribed was in the sample, or was asked for by name.
        const run = await start(deps, session, item.id, item.transcrito ? 'manual' : 'lote', 'lacunas');
        queued += 1;
        saldo = Math.min(saldo ?? run.saldo, run.saldo);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refuse(error, 1);
        if (FINAL.includes(error.code)) {
          stopped = error;
          refuse(error, waiting.splice(0).length);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { queued, saldo, refused: [...refused.values()], stopped: stopped as AppError | null };
}

async function generateBatch(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  alvo: Alvo & { tipo: 'auditoria' | 'projeto' },
  limite: number,
) {
  const found = await findCandidates(deps.pool, session.scope, alvo, limite, { procura: true });
  const { queued, saldo, refused, stopped } = await queueItems(deps, session, found.itens);
  // Nothing could be queued for want of credits or by configuration: that is an error, not an empty success.
  if (queued === 0 && stopped) throw stopped;
  if (queued > 0) {
    await recordAction(deps.pool, {
      ...actor,
      empresaId: alvo.empresaId,
      acao: 'insights_gerados',
      recurso: alvo.tipo,
      recursoId: alvo.id,
      detalhes: { enfileirados: queued },
    });
  }
  return {
    alvo: alvo.tipo,
    enfileirados: queued,
    ignorados: [...refused, ...leftOut(found, limite)],
    saldo,
  };
}

/** Why a target's other items are not queued. */
function leftOut(found: Candidates, limite: number): Ignorado[] {
  const reasons: Ignorado[] = (Object.keys(RAZOES) as Razao[]).map((codigo) => ({
    codigo,
    motivo: RAZOES[codigo],
    n: found.ignorados[codigo] ?? 0,
  }));
  reasons.push({
    codigo: 'limite',
    motivo: `Ficaram para a próxima chamada: cada uma enfileira no máximo ${limite}.`,
    n: found.alem,
  });
  return reasons.filter(({ n }) => n > 0);
}

/** What `generate` would do now. @throws AppError nao_encontrado */
export async function preview(deps: AppDeps, session: Session, id: string) {
  const alvo = await findAlvo(deps.pool, session.scope, id);
  if (!alvo) throw new AppError('nao_encontrado', 'Item, auditoria ou projeto não encontrado.');
  const { tipo } = alvo;
  const [found, saldo] = await Promise.all([
    tipo === 'item'
      ? null
      : findCandidates(deps.pool, session.scope, { ...alvo, tipo }, LOTE_MAX, { procura: false }),
    readSaldo(deps.pool, session.scope, alvo),
  ]);
  const itens = found ? found.itens.length : 1;
  return {
    alvo: tipo,
    itens,
    comTranscricao: found ? found.itens.filter(({ transcrito }) => transcrito).length : 1,
    parcial: found?.parcial ?? false,
    ignorados: found ? leftOut(found, LOTE_MAX) : [],
    creditos: itens * CREDITOS_POR_ITEM,
    saldo,
  };
}

/**
 * Insights for an item (its analysis anew) or for what an audit or project still lacks, in a bounded batch to which
 * sampling applies. @throws AppError nao_encontrado, creditos_insuficientes, and for an item what `requestRun` throws
 */
export async function generate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  options: { limite?: number | undefined } = {},
) {
  const alvo = await findAlvo(deps.pool, session.scope, id);
  if (!alvo) throw new AppError('nao_encontrado', 'Item, auditoria ou projeto não encontrado.');
  if (alvo.tipo !== 'item') {
    return generateBatch(deps, session, actor, { ...alvo, tipo: alvo.tipo }, options.limite ?? LOTE_MAX);
  }
  const { saldo } = await start(deps, session, id, 'regenerar');
  return { alvo: alvo.tipo, enfileirados: 1, ignorados: [], saldo };
}
