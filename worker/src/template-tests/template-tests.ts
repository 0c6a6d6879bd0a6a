import type { Database } from '@escuta/prisma/db';
import type { UsoTeste } from '@escuta/shared/contracts/insights/template-tests';
import type { FimDeTrabalho } from '@escuta/shared/domain/background-work';
import { AppError } from '@escuta/shared/domain/errors';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { Logger } from '@escuta/shared/platform/process/log';
import { assertMayPay } from '@escuta/shared/services/credits/may-pay';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import type { RowWork } from '../background/loop.ts';
import type { AiProviders } from '../engine/ai-client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { reasonOf, runTest, type TestContext } from './run-test.ts';
import { suggestCriteria } from './suggest-criteria.ts';
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

const SLOTS = 3;
/** Interval between polls, ms; a poll also ends the tests of dead workers. */
const POLL_MS = 5000;
/** Longest test, ms, because a person waits. */
const LIMIT_MS = 240_000;

export type TemplateTestsOptions = {
  db: Database;
  ai: AiProviders;
  catalog: ModelCatalog;
  log: Logger;
  metrics: Metrics;
  /** Lease, ms, renewed while the test runs. */
  leaseMs: number;
  pollMs?: number;
};

/**
 * Runs tests of template drafts. Each test starts once: after a crash it ends as `erro`, because its requests may have
 * been billed. A test creates no run, credit entry or insight.
 */
export function testingTemplates(options: TemplateTestsOptions): RowWork<ClaimedTest> {
  const { db, log, leaseMs, pollMs = POLL_MS } = options;
  return {
    nome: 'testes_template',
    places: SLOTS,
    pollMs,
    take: async (free) => {
      const lost = await closeLost(db);
      if (lost > 0) log.warn({ testes: lost }, 'Testes de template interrompidos');
      return claimTests(db, free, leaseMs);
    },
    lease: {
      ms: leaseMs,
      renew: async (held) =>
        new Set(
          await renewTests(
            db,
            held.map(({ id }) => id),
            leaseMs,
          ),
        ),
    },
    run: (test, { signal }) => run(options, test, signal),
    // Does nothing, because the lease expires and the next worker records the test's end.
    failed: async () => 'perdido',
    giveBack: ({ id }) => interruptTests(db, [id]),
    atEnd: 'grace',
  };
}

/** @throws the database's errors, or an error if another worker has claimed the test */
async function run(
  { db, ai, catalog, log, metrics }: TemplateTestsOptions,
  test: ClaimedTest,
  lost: AbortSignal,
): Promise<FimDeTrabalho> {
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
    callsOf: (side: 'rascunho' | 'salvo' | 'sugestao') => {
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
    const { resultado, motivo } = await outcomeOf(context, test);
    await finishTest(db, test.id, { motivo, resultado, ...spent() });
    const { tipo, empresaId } = test;
    log.info({ testeId: test.id, empresaId, tipo, motivo }, 'Teste de template terminado');
    return 'feito';
  } catch (error) {
    if (lost.aborted) throw error;
    const motivo = tooLong.aborted ? 'A IA não respondeu a tempo. Teste de novo.' : reasonOf(error);
    const isExpected = error instanceof StageFailure || error instanceof AppError;
    if (!tooLong.aborted && !isExpected) {
      log.error({ err: error, testeId: test.id }, 'Erro inesperado em um teste de template');
    }
    await finishTest(db, test.id, { motivo, resultado: null, ...spent() });
    return 'desistiu';
  }
}

async function outcomeOf(context: TestContext, test: ClaimedTest) {
  if (test.tipo === 'sugestao') return { resultado: await suggestCriteria(context, test), motivo: null };
  const resultado = await runTest(context, test);
  const { status, motivo } = resultado.rascunho;
  return { resultado, motivo: status === 'erro' ? motivo : null };
}

const add = (a: UsoTeste, b: UsoTeste): UsoTeste => ({
  chamadas: a.chamadas + b.chamadas,
  tokensEntrada: a.tokensEntrada + b.tokensEntrada,
  tokensSaida: a.tokensSaida + b.tokensSaida,
});
