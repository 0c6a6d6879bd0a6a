import type { Database, Db } from '@escuta/prisma/db';
import { tryLock } from '@escuta/shared/platform/database/locks';
import { isTimeout } from '@escuta/shared/platform/database/timeouts';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import {
  endFirings,
  insightsBehind,
  type Julgada,
  judge,
  lockFirings,
  recordCorrections,
  reopenFirings,
} from '@escuta/shared/services/rules/judge';
import { activeRules } from '@escuta/shared/services/rules/rules';
import type { RoundWork, Turn } from '../background/loop.ts';
import { fire, followAgents, followInsights } from './firings-repo.ts';
import { companiesQueued, dropQueued, LOTE, queueUnnamed, switchOff, takeQueued } from './queue-repo.ts';

const POLL_MS = 5000;
/**
 * Rest after a change, ms. Waiting collects calls, because planning a rule's query over the searched months costs more
 * than judging the calls.
 */
const REST_MS = 15_000;
/** Time limit for judging a rule, ms. */
const STATEMENT_MS = 20_000;

type Options = {
  db: Database;
  log: Logger;
  publish: LivePublisher;
  isMyTurn?: Turn;
  pollMs?: number;
  restMs?: number;
  statementMs?: number;
};

class SlowRule extends Error {
  constructor(readonly regraId: string) {
    super('A conferência da regra demorou demais.');
  }
}

/**
 * Judges queued calls by their company's rules. A rule that is too slow makes the company's batches smaller and, if too
 * slow for a single call, is switched off, so that the other rules work. One transaction takes up to LOTE changes,
 * writes the firings and deletes the changes, so that none is lost or judged twice. One worker at a time serves a
 * company.
 */
export function judgingRules({
  db,
  log,
  publish,
  isMyTurn,
  pollMs = POLL_MS,
  restMs = REST_MS,
  statementMs = STATEMENT_MS,
}: Options): RoundWork {
  const sizes = new Map<string, number>();
  return {
    nome: 'regras',
    pollMs,
    isMyTurn,
    begin: () => queueUnnamed(db),
    round: async ({ isStopped, moved }) => {
      let came = true;
      for (let busy = true; busy; ) {
        busy = false;
        for (const empresaId of await companiesQueued(db, restMs)) {
          if (isStopped()) return came;
          const size = sizes.get(empresaId) ?? LOTE;
          try {
            const { fired, more } = await judgeBatch(db, empresaId, { size, statementMs });
            sizes.delete(empresaId);
            if (fired) publish([{ tipo: 'alertas', empresaId }]);
            busy ||= more;
            moved();
          } catch (error) {
            // The changes stay queued, and the other companies are served.
            log.warn({ err: error, empresaId, ligacoes: size }, 'Regras não avaliadas: serão de novo');
            if (!(error instanceof SlowRule)) came = false;
            else {
              if (size === 1) await switchOff(db, empresaId, error.regraId);
              sizes.set(empresaId, size === 1 ? LOTE : Math.max(1, Math.floor(size / 10)));
              busy = true;
            }
          }
        }
      }
      return came;
    },
  };
}

/** @returns `fired`: true if firings changed; `more`: true if more changes may wait */
function judgeBatch(
  db: Database,
  empresaId: string,
  { size, statementMs }: { size: number; statementMs: number },
): Promise<{ fired: boolean; more: boolean }> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx, 'regras', empresaId))) return { fired: false, more: false };
    await tx.query(`set local statement_timeout = ${statementMs}`);
    const { linhas, itens } = await takeQueued(tx, empresaId, size);
    if (linhas.length === 0) return { fired: false, more: false };
    const fired = itens.length > 0 && (await judgeItems(tx, empresaId, itens));
    await dropQueued(tx, empresaId, linhas);
    return { fired, more: true };
  });
}

async function judgeItems(tx: Db, empresaId: string, itens: readonly string[]): Promise<boolean> {
  await lockFirings(tx, empresaId, itens);
  let fired = (await followAgents(tx, empresaId, itens)) > 0;
  for (const rule of await activeRules(tx, empresaId, 'ligacao', itens)) {
    const guarded = <T>(judging: Promise<T>): Promise<T> =>
      judging.catch((error: unknown) => {
        throw isTimeout(error) ? new SlowRule(rule.id) : error;
      });
    const judged = await guarded(judge(tx, rule, itens));
    const ended = judged.filter(({ vale }) => !vale).map(({ disparoId }) => disparoId as string);
    const findos = await guarded(endFirings(tx, rule, ended));
    const held = judged.filter(({ vale }) => vale);
    // Reopens a firing that a withdrawn correction had ended; after a newer analysis, the rule fires anew instead.
    const reabertos = await reopenFirings(
      tx,
      rule,
      held.flatMap(({ reabrivel, disparoId }) => (reabrivel && disparoId ? [disparoId] : [])),
    );
    const news = held.filter((one) => rule.ativa && one.nova && !one.reabrivel && mayFire(one));
    const pending = held.filter(({ estado }) => estado === 'aberto' || estado === 'visto');
    const insights = await insightsBehind(
      tx,
      rule,
      [...news, ...pending].map(({ itemId }) => itemId),
    );
    await followInsights(
      tx,
      rule,
      pending.map(({ disparoId, itemId }) => ({
        id: disparoId as string,
        insights: insights.get(itemId) ?? [],
      })),
    );
    const n = await fire(
      tx,
      rule,
      news.map(({ itemId, projetoId, agenteId, raizId }) => ({
        chave: itemId,
        itemId,
        projetoId,
        agenteId,
        raizId,
        insights: insights.get(itemId) ?? [],
        dados: {},
      })),
    );
    await recordCorrections(tx, SYSTEM_ACTOR, empresaId, { findos, reabertos });
    fired ||= n > 0 || ended.length > 0 || reabertos.length > 0;
  }
  return fired;
}

/** True if the firing is not open, and no person has decided on it. */
const mayFire = ({ estado, corrigido }: Julgada): boolean =>
  estado === null || estado === 'deixou_de_valer' || corrigido;
