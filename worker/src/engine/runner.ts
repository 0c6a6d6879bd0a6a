import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Db } from '@escuta/prisma/db';
import { retryDelayMs } from '@escuta/shared/domain/runs/backoff';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import {
  type CodigoFalha,
  FALHAS,
  SEM_ESPACO_EM_DISCO,
  StageFailure,
} from '@escuta/shared/domain/runs/failures';
import { ETAPA_LABEL, type Etapa, type StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { newId } from '@escuta/shared/platform/database/ids';
import { writeStageMessage } from '@escuta/shared/platform/database/outbox';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import { isDiskFull } from '@escuta/shared/platform/storage/disk-full';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { inSpan } from '@escuta/shared/platform/tracing/tracing';
import type { StageJob } from '@escuta/shared/queues/pipeline';
import { refundCredit } from '@escuta/shared/services/credits/ledger';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { stageHash } from '@escuta/shared/services/runs/stage-hash';

import type { Metrics } from '../metrics/metrics.ts';
import type { AiProviders } from './ai-client.ts';
import { HandBackError, LeaseLostError, type Leases } from './leases.ts';
import { PaidCalls } from './paid-calls.ts';
import type { HeldJob, Slot } from './queue-consumer.ts';
import {
  addDeadLetter,
  addTimeline,
  addTimelineOnce,
  type Claim,
  claimStage,
  closeStage,
  finishRun,
  handOver,
  type NextStage,
  readConfig,
  reopenStage,
  sayProgress,
} from './run-repo.ts';
import type { Paga, Stage, StageContext, StageOutcome, StageRun } from './stage.ts';
import { makeWorkDir } from './work-dir.ts';

/** Claims beyond the configured attempts, for runs whose worker died. */
const EXTRA_CLAIMS = 5;
/** Longest time for which a commit is retried, ms. */
const COMMIT_LIMIT_MS = 60_000;
const MESSAGE_MAX = 500;
/** A retry due within WAKE_MAX_MS wakes the relay WAKE_AFTER_MS after its due time by the database's clock, ms. */
const WAKE_MAX_MS = 60_000;
const WAKE_AFTER_MS = 10;

const SECONDS = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Timeline texts for waits that do not count as attempts, by reason; written once per wait. */
const WAITING: Partial<Record<CodigoFalha, string>> = {
  provedor_indisponivel: 'Aguardando o provedor de IA',
  provedor_limite: 'Aguardando o limite do provedor de IA',
  armazenamento_indisponivel: 'Aguardando espaço em disco',
};

export type RunnerOptions = {
  db: Database;
  stages: Record<Etapa, Stage>;
  leases: Leases;
  store: ObjectStore;
  ai: AiProviders;
  catalog: ModelCatalog;
  env: WorkerEnv;
  log: Logger;
  metrics: Metrics;
  publish: LivePublisher;
  /** Called when the outbox may have a new message. `ended`: a run ended and freed its slot. */
  onOutbox: (what: { ended: boolean }) => void;
  /**
   * Called when a run's next stage is due. If it is not started here, its message remains in the outbox.
   * @returns true if the stage is to run in the same slot
   */
  onNext: (next: NextStage, slot: Slot) => Promise<boolean>;
};

type End = { resultado: string; next: NextStage | null };
const makeEnd = (resultado: string): End => ({ resultado, next: null });

/**
 * Runs stages: claims them, renews leases, and turns outcomes into the run's next state in one transaction that the
 * fencing token protects.
 */
export class Runner {
  readonly #options: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /**
   * Runs a job, then the run's next stages while they may use its slot. Never throws: PostgreSQL stores a failure, or
   * another worker retries after the lease expires. `held`: null without a queued job.
   */
  async run(job: StageJob, held: HeldJob | null, slot: Slot): Promise<void> {
    let next = await this.#runStage(job, held);
    while (next && (await this.#options.onNext(next, slot))) {
      slot.done();
      next = await this.#runStage(next.job, null);
    }
  }

  async #runStage(job: StageJob, held: HeldJob | null): Promise<NextStage | null> {
    const { execucaoId, empresaId, etapa } = job;
    const attributes = {
      'escuta.empresa_id': empresaId,
      'escuta.execucao_id': execucaoId,
      'escuta.etapa': etapa,
    };
    return inSpan(`etapa ${etapa}`, { kind: 'consumer', run: execucaoId, attributes }, async (span) => {
      const { resultado, next } = await this.#run(job, held);
      span.set({ 'escuta.resultado': resultado });
      return next;
    });
  }

  async #run(job: StageJob, held: HeldJob | null): Promise<End> {
    const { db, leases, env, log, metrics } = this.#options;
    const ids = { execucaoId: job.execucaoId, etapa: job.etapa };
    let claim: Claim | null;
    try {
      claim = await claimStage(db, job, env.STAGE_LEASE_MS);
    } catch (error) {
      log.warn({ ...ids, motivo: (error as Error).message }, 'Etapa não reservada; a varredura a encontrará');
      return makeEnd('nao_reservada');
    }
    if (!claim) {
      log.debug(ids, 'Trabalho dispensado: a etapa está com outro ou já terminou');
      return makeEnd('dispensada');
    }
    const lease = leases.hold(claim, held);
    const started = performance.now();
    let end = makeEnd('perdida');
    try {
      end = await this.#execute(claim, lease.signal);
    } catch (error) {
      if (error instanceof LeaseLostError) log.warn(ids, 'Etapa perdida para outro worker; nada foi gravado');
      else log.error({ ...ids, err: error }, 'Etapa interrompida; será retomada quando a reserva vencer');
    } finally {
      lease.release();
      metrics.stage(job.etapa, end.resultado, (performance.now() - started) / 1000);
    }
    return end;
  }

  async #execute(claim: Claim, signal: AbortSignal): Promise<End> {
    const run = this.#readRun(claim);
    this.#announce(run, 'executando');
    const folders: string[] = [];
    try {
      if (run.tentativa > run.config.retryConfig.max_retries + 1 + EXTRA_CLAIMS) {
        throw new StageFailure('interrompida');
      }
      const paid = this.#paidCallsOf(run, claim.pagas);
      const context = this.#contextOf(run, { signal, paid, folders });
      const outcome = await this.#options.stages[run.etapa].run(context);
      signal.throwIfAborted();
      const next = await this.#commit(() => this.#complete(run, outcome, paid.unpriced));
      return { resultado: outcome.tipo, next };
    } catch (error) {
      // After an abort, every error is only a consequence, so that the abort's reason decides.
      const cause: unknown = signal.aborted ? signal.reason : error;
      if (cause instanceof LeaseLostError) throw cause;
      if (cause instanceof HandBackError) {
        await this.#commit(() => this.#handBack(run));
        return makeEnd('devolvida');
      }
      if (isConnectionError(cause)) throw cause;
      return makeEnd(await this.#commit(() => this.#fail(run, toFailure(cause, this.#options, run))));
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  #readRun(claim: Claim): StageRun {
    const { configs: _, pagas: __, ...run } = claim;
    return { ...run, config: readConfig(claim) };
  }

  #paidCallsOf(run: StageRun, pagas: boolean): PaidCalls {
    const { db, catalog, metrics } = this.#options;
    const observer = {
      answered: (alvo: AlvoModelo, paga: Paga<unknown>) => metrics.call(run.etapa, alvo, paga),
      booked: (alvo: AlvoModelo, usd: number) => metrics.cost(run.etapa, alvo, usd),
    };
    return new PaidCalls(db, catalog, run, observer, { hasAnswers: pagas });
  }

  #contextOf(
    run: StageRun,
    { signal, paid, folders }: { signal: AbortSignal; paid: PaidCalls; folders: string[] },
  ): StageContext {
    const { db, store, ai, catalog, env, log } = this.#options;
    return {
      run,
      signal,
      db: db,
      store,
      ai: ai.of(run.itemId),
      catalog,
      env,
      log: log.child(
        { execucaoId: run.execucaoId, etapa: run.etapa },
        // Uses the company's log level, unless the operator has switched the log off.
        log.level === 'silent' ? {} : { level: run.config.loggingConfig.level },
      ),
      paid,
      workDir: async () => {
        const folder = await makeWorkDir();
        folders.push(folder);
        return folder;
      },
      progress: async (entry) => {
        if (signal.aborted) return;
        try {
          await sayProgress(db, run, entry);
          this.#announce(run, 'executando');
        } catch (error) {
          log.debug({ err: error, execucaoId: run.execucaoId }, 'O andamento da etapa não foi gravado');
        }
      },
    };
  }

  #handedOnBy(run: StageRun): string[] {
    return (Object.keys(run.saidas) as Etapa[]).flatMap(
      (etapa) => this.#options.stages[etapa].handedOn?.(run.saidas[etapa]) ?? [],
    );
  }

  /** Retries a commit without counting an attempt, because the results are paid for. */
  async #commit<T>(work: () => Promise<T>): Promise<T> {
    const limit = Date.now() + COMMIT_LIMIT_MS;
    for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
      try {
        return await work();
      } catch (error) {
        if (!(isConnectionError(error) || isCollision(error)) || Date.now() + wait > limit) throw error;
        await sleep(wait);
      }
    }
  }

  async #complete(
    run: StageRun,
    outcome: StageOutcome,
    unpriced: readonly string[],
  ): Promise<NextStage | null> {
    if (outcome.tipo === 'encerrada') {
      await this.#end(run, outcome, outcome.como);
      return null;
    }
    const next = await this.#options.db.transaction(async (tx) => {
      await closeStage(tx, run, {
        status: outcome.tipo === 'pulada' ? 'ignorada' : 'concluida',
        saida: outcome.tipo === 'concluida' ? outcome.saida : undefined,
        ...(outcome.entrada === undefined
          ? {}
          : { entradaHash: stageHash(run.etapa, outcome.entrada, run.entradas) }),
      });
      await outcome.write?.(tx);
      const next = await handOver(tx, run, [
        ...(outcome.avisos ?? []),
        ...unpriced.map((modelo) => ({
          evento: 'Preço não cadastrado',
          detalhes: `O modelo ${modelo} não tem preço em vigor: o uso do modelo não está nos custos.`,
        })),
        outcome.evento,
      ]);
      if (!next) {
        await finishRun(tx, run, {
          execucao: 'concluida',
          item: 'concluido',
          motivo: null,
          codigo: null,
          objetos: this.#handedOnBy(run),
        });
      }
      return next;
    });
    this.#announce(run, outcome.tipo === 'pulada' ? 'ignorada' : 'concluida', next ? null : 'concluido');
    if (!next) this.#options.onOutbox({ ended: true });
    return next;
  }

  /** Ends the run without a result; refunds the credits. */
  async #end(
    run: StageRun,
    end: {
      codigo: CodigoFalha;
      motivo: string;
      saida?: unknown;
      avisos?: StageOutcome['avisos'];
      evento?: StageOutcome['evento'];
      write?: (tx: Db) => Promise<void>;
    },
    como: 'ignorada' | 'erro',
  ): Promise<void> {
    const motivo = end.motivo.slice(0, MESSAGE_MAX);
    const item = await this.#options.db.transaction(async (tx) => {
      await closeStage(tx, run, {
        status: como,
        saida: end.saida,
        ...(como === 'erro' ? { erro: motivo } : {}),
      });
      await end.write?.(tx);
      await addTimeline(tx, run, [
        ...(end.avisos ?? []),
        end.evento ?? {
          evento: como === 'erro' ? 'Processamento encerrado com erro' : 'Processamento não realizado',
          detalhes: motivo,
        },
      ]);
      const status = await finishRun(tx, run, {
        execucao: como,
        item: como === 'erro' ? 'erro' : 'pendente',
        motivo,
        codigo: end.codigo,
        objetos: this.#handedOnBy(run),
      });
      if (como === 'erro' && FALHAS[end.codigo].letraMorta && run.config.retryConfig.dead_letter_queue) {
        await addDeadLetter(tx, run, newId(), motivo);
      }
      await refundCredit(tx, {
        empresaId: run.empresaId,
        execucaoId: run.execucaoId,
        descricao: motivo,
      });
      return status;
    });
    if (como === 'erro') this.#options.metrics.failure(run.etapa, end.codigo, 'definitiva');
    this.#options.onOutbox({ ended: true });
    this.#announce(run, como, item);
  }

  async #fail(run: StageRun, failure: StageFailure): Promise<string> {
    const { db, env, metrics } = this.#options;
    const { max_retries, enable_exponential_backoff } = run.config.retryConfig;
    const last = failure.adiada ? false : !failure.retryable || run.tentativa > max_retries;
    if (last) {
      await this.#end(run, { codigo: failure.codigo, motivo: failure.message }, 'erro');
      return 'erro';
    }
    const delayMs = failure.adiada
      ? (failure.retryAfterMs ?? 1000)
      : retryDelayMs(run.tentativa, {
          exponential: enable_exponential_backoff,
          retryAfterMs: failure.retryAfterMs,
          outageBaseMs: failure.codigo === 'provedor_indisponivel' ? env.PROVIDER_RETRY_MS : null,
          scattered: failure.avulsa,
        });
    await db.transaction(async (tx) => {
      await reopenStage(tx, run, {
        erro: failure.message.slice(0, MESSAGE_MAX),
        delayMs,
        counted: !failure.adiada,
      });
      if (!failure.adiada) {
        await addTimeline(tx, run, [
          {
            evento: 'Nova tentativa agendada',
            detalhes: `${ETAPA_LABEL[run.etapa]}, tentativa ${run.tentativa} de ${max_retries + 1}: ${failure.message.slice(
              0,
              MESSAGE_MAX,
            )} Próxima tentativa em ${SECONDS.format(delayMs / 1000)} s.`,
          },
        ]);
      }
      const waiting = failure.adiada ? WAITING[failure.codigo] : undefined;
      if (waiting) await addTimelineOnce(tx, run, { evento: waiting, detalhes: failure.message });
      await writeStageMessage(tx, jobOf(run), delayMs);
    });
    // Wakes the relay, because its own poll may be a second late.
    if (delayMs <= WAKE_MAX_MS)
      setTimeout(() => this.#options.onOutbox({ ended: false }), delayMs + WAKE_AFTER_MS).unref();
    metrics.failure(run.etapa, failure.codigo, failure.adiada ? 'adiada' : 'repetida');
    this.#announce(run, 'pendente');
    return failure.adiada ? 'adiada' : 'tentada';
  }

  /** Returns the stage unchanged for another worker. */
  async #handBack(run: StageRun): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      await reopenStage(tx, run, { erro: null, delayMs: 0, counted: false });
      await writeStageMessage(tx, jobOf(run));
    });
  }

  #announce(run: StageRun, status: string, item: StatusProcessamento | null = null): void {
    const { empresaId, projetoId, itemId, execucaoId, etapa } = run;
    this.#options.publish([
      { tipo: 'execucao', empresaId, projetoId, itemId, execucaoId, etapa, status },
      ...(item
        ? ([
            { tipo: 'item', empresaId, projetoId, itemId, status: item },
            { tipo: 'creditos', empresaId },
          ] as const)
        : []),
    ]);
  }
}

function jobOf(run: StageRun): StageJob {
  return { execucaoId: run.execucaoId, empresaId: run.empresaId, etapa: run.etapa, versao: run.versao };
}

function toFailure(
  error: unknown,
  { log, env }: Pick<RunnerOptions, 'log' | 'env'>,
  run: StageRun,
): StageFailure {
  // A full disk is not the recording's fault, so the attempt does not count.
  if (isDiskFull(error)) {
    log.warn(
      { execucaoId: run.execucaoId, etapa: run.etapa, err: error },
      'Etapa adiada: sem espaço em disco',
    );
    return new StageFailure('armazenamento_indisponivel', {
      mensagem: SEM_ESPACO_EM_DISCO,
      adiada: true,
      retryAfterMs: env.STAGE_LEASE_MS,
      cause: error,
    });
  }
  if (error instanceof StageFailure) {
    log.info(
      { execucaoId: run.execucaoId, etapa: run.etapa, codigo: error.codigo, tentativa: run.tentativa },
      'Etapa falhou',
    );
    return error;
  }
  log.error({ err: error, execucaoId: run.execucaoId, etapa: run.etapa }, 'Erro inesperado em uma etapa');
  return new StageFailure('erro_interno', { cause: error });
}

/** True for a deadlock, a serialisation failure or a lock timeout, after which a retry may succeed. */
function isCollision(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return code === '40P01' || code === '40001' || code === '55P03';
}

/** True if PostgreSQL is away or restarting (classes 08 and 57P), or the connection broke. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    return /^(?:08|57P)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code);
  }
  return /Connection terminated|timeout exceeded when trying to connect|connection.*closed/i.test(
    error.message,
  );
}
