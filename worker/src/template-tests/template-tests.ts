import type { Database } from '@escuta/prisma/db';
import type { UsoTeste } from '@escuta/shared/contracts/template-tests';
import { AppError } from '@escuta/shared/domain/errors';
import { StageFailure } from '@escuta/shared/domain/failures';
import type { Logger } from '@escuta/shared/node/log';
import { assertMayPay } from '@escuta/shared/node/may-pay';
import type { ModelCatalog } from '@escuta/shared/node/model-catalog';
import { Rounds } from '@escuta/shared/node/rounds';
import { withLimit } from '@escuta/shared/node/with-limit';
import type { AiProviders } from '../engine/ai-client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { reasonOf, runTest } from './run-test.ts';
import { NO_USAGE, TestCalls } from './test-calls.ts';
import {
  type ClaimedTest,
  claimTests,
  closeLost,
  finishTest,
  interruptTests,
  renewTests,
  saveSpent,
} from './test-repo.ts';

/** Tests under way at once in one worker. */
const SLOTS = 3;
/** Without a notification the queue is looked at this often, ms: also for tests of workers that died. */
const POLL_MS = 5000;
/** Longest that one test may take, ms: somebody is waiting for it. */
const LIMIT_MS = 240_000;

export type TemplateTestsOptions = {
  db: Database;
  ai: AiProviders;
  catalog: ModelCatalog;
  log: Logger;
  metrics: Metrics;
  /** How long a test belongs to the worker that took it unless it says again that it works on it, ms. */
  leaseMs: number;
  /** For tests. */
  pollMs?: number;
};

type Held = { done: Promise<void>; abort: AbortController };

/**
 * Runs the tests of template drafts. Each is begun once: a worker that dies in the middle leaves it in erro with its
 * reason, because what it had asked by then may have been billed. No run, no credit, no insight of the call.
 */
export class TemplateTests {
  readonly #options: TemplateTestsOptions;
  readonly #held = new Map<string, Held>();
  readonly #rounds = new Rounds(() => this.#claim());
  #beat: NodeJS.Timeout | null = null;

  constructor(options: TemplateTestsOptions) {
    this.#options = options;
  }

  start(): void {
    const { pollMs = POLL_MS, leaseMs } = this.#options;
    this.#beat = setInterval(() => void this.#renew(), leaseMs / 3);
    this.#rounds.start(Math.min(pollMs, leaseMs));
  }

  /** There may be something to run. */
  wake(): void {
    this.#rounds.wake();
  }

  async #claim(): Promise<void> {
    const { db, log, leaseMs } = this.#options;
    try {
      const lost = await closeLost(db);
      if (lost > 0) log.warn({ testes: lost }, 'Testes de template interrompidos');
      const free = SLOTS - this.#held.size;
      if (free === 0) return;
      for (const test of await claimTests(db, free, leaseMs)) {
        const abort = new AbortController();
        const done = this.#run(test, abort.signal).finally(() => {
          this.#held.delete(test.id);
          this.wake();
        });
        this.#held.set(test.id, { done, abort });
      }
    } catch (error) {
      // The database is away: looked for again in a moment.
      log.debug({ motivo: (error as Error).message }, 'Testes de template em espera');
    }
  }

  async #renew(): Promise<void> {
    const ids = [...this.#held.keys()];
    if (ids.length === 0) return;
    try {
      const own = new Set(await renewTests(this.#options.db, ids, this.#options.leaseMs));
      for (const id of ids.filter((one) => !own.has(one))) this.#held.get(id)?.abort.abort();
    } catch (error) {
      this.#options.log.debug({ motivo: (error as Error).message }, 'Reserva de teste não renovada');
    }
  }

  /** One test, whose end is written down. Never throws. */
  async #run(test: ClaimedTest, lost: AbortSignal): Promise<void> {
    const { db, ai, catalog, log, metrics } = this.#options;
    const sides = new Map<string, TestCalls>();
    const spent = (): { uso: UsoTeste; custoUsd: number } => ({
      uso: [...sides.values()].reduce((sum, { usage }) => add(sum, usage), NO_USAGE),
      custoUsd: [...sides.values()].reduce((sum, { usd }) => sum + usd, 0),
    });
    const tooLong = AbortSignal.timeout(LIMIT_MS);
    const context = {
      db,
      ai: ai.of(test.id),
      catalog,
      signal: AbortSignal.any([lost, tooLong]),
      callsOf: (side: 'rascunho' | 'salvo') => {
        const calls = new TestCalls(
          `teste:${test.id}:${side}`,
          catalog,
          () => assertMayPay(db, test),
          async (alvo, paga) => {
            metrics.call('negocio', alvo, paga);
            const { uso, custoUsd } = spent();
            await saveSpent(db, test.id, uso, custoUsd).catch((error: Error) =>
              log.warn({ testeId: test.id, motivo: error.message }, 'Custo de teste anotado só no fim'),
            );
          },
        );
        sides.set(side, calls);
        return calls;
      },
    };
    try {
      const resultado = await runTest(context, test);
      const { status, motivo } = resultado.rascunho;
      await finishTest(db, test.id, { motivo: status === 'erro' ? motivo : null, resultado, ...spent() });
      log.info({ testeId: test.id, empresaId: test.empresaId, status }, 'Teste de template terminado');
    } catch (error) {
      if (lost.aborted) return;
      const motivo = tooLong.aborted ? 'A IA não respondeu a tempo. Teste de novo.' : reasonOf(error);
      const isExpected = error instanceof StageFailure || error instanceof AppError;
      if (!tooLong.aborted && !isExpected) {
        log.error({ err: error, testeId: test.id }, 'Erro inesperado em um teste de template');
      }
      await finishTest(db, test.id, { motivo, resultado: null, ...spent() }).catch((failure: Error) =>
        // Its lease ends, and whoever looks next writes it down.
        log.warn({ testeId: test.id, motivo: failure.message }, 'Fim de teste não anotado'),
      );
    }
  }

  /** Takes no more tests; those under way get `graceMs` to end and are then over. */
  async stop(graceMs: number): Promise<void> {
    await this.#rounds.stop();
    await withLimit(Promise.all([...this.#held.values()].map(({ done }) => done)), graceMs);
    if (this.#beat) clearInterval(this.#beat);
    const left = [...this.#held.keys()];
    if (left.length === 0) return;
    await interruptTests(this.#options.db, left).catch(() => undefined);
    for (const { abort } of this.#held.values()) abort.abort();
  }
}

const add = (a: UsoTeste, b: UsoTeste): UsoTeste => ({
  chamadas: a.chamadas + b.chamadas,
  tokensEntrada: a.tokensEntrada + b.tokensEntrada,
  tokensSaida: a.tokensSaida + b.tokensSaida,
});
