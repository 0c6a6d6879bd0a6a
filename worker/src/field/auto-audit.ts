import { AppError } from '@escuta/shared/domain/errors';
import type { LivePublisher } from '@escuta/shared/node/live-events';
import type { Logger } from '@escuta/shared/node/log';
import type { BalanceNotices } from '@escuta/shared/node/low-balance';
import { Rounds } from '@escuta/shared/node/rounds';
import { requestRun } from '@escuta/shared/node/runs';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { Pool } from 'pg';

/** How often interviews that are to be audited by themselves are looked for, ms. */
const POLL_MS = 5000;
/** One that could not be asked for now is asked for again after this long. */
const RETRY = "interval '1 minute'";

type Wish = { entrevistaId: string; empresaId: string; projetoId: string; itemId: string; status: string };

type AutoAuditOptions = {
  pool: Pool;
  log: Logger;
  publish: LivePublisher;
  entrevistaMinutos: number;
  notices: BalanceNotices;
  isMyTurn?: (everyMs: number) => boolean;
};

/**
 * Asks for the audit of interviews that came in from devices, where their project says so (projetos.auditoria_automatica): once the joined
 * recording was measured, because its length is its price. By the sampling and the credits of every batch; without credits the item stays
 * as it is and says why. The wish stands in the interview and goes in the transaction of the run: nobody asks twice.
 */
export class AutoAudit {
  readonly #options: AutoAuditOptions;
  readonly #rounds = new Rounds(() => this.#round());

  constructor(options: AutoAuditOptions) {
    this.#options = options;
  }

  start(): void {
    const { isMyTurn = () => true } = this.#options;
    this.#rounds.start(POLL_MS, () => isMyTurn(POLL_MS));
  }

  async #round(): Promise<boolean> {
    const { pool, log } = this.#options;
    try {
      for (;;) {
        const wish = this.#rounds.stopped ? null : await take(pool);
        if (!wish) return true;
        await this.#ask(wish).catch((error: Error) => {
          log.warn({ entrevistaId: wish.entrevistaId, motivo: error.message }, 'Auditoria automática adiada');
        });
        this.#rounds.moved();
      }
    } catch (error) {
      log.debug({ motivo: (error as Error).message }, 'Auditorias automáticas em espera');
      return false;
    }
  }

  async #ask({ entrevistaId, empresaId, projetoId, itemId, status }: Wish): Promise<void> {
    const { pool, publish, entrevistaMinutos, notices } = this.#options;
    // Somebody was faster.
    if (status !== 'pendente') return forget(pool, entrevistaId);
    try {
      await requestRun(
        pool,
        {
          scope: { kind: 'empresa', empresaId },
          itemId,
          origem: 'lote',
          solicitadoPor: null,
          entrevistaMinutos,
          prioridade: 'lote',
          alongside: (tx) => forget(tx, entrevistaId),
        },
        publish,
        notices,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It was refused, and would be again: whoever looks at the item reads why.
      await pool.query({
        name: 'auto-audit-refused',
        text: `UPDATE auditoria_itens SET motivo = $2, updated_at = now() WHERE id = $1 AND status = 'pendente'`,
        values: [itemId, `Auditoria automática não iniciada: ${error.message}`],
      });
      await forget(pool, entrevistaId);
      publish([{ tipo: 'item', empresaId, projetoId, itemId, status: 'pendente' }]);
    }
  }

  /** Resolves when the one in hand was asked for. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}

/** Takes the next whose recording was measured; who dies with it leaves it for later. */
async function take(db: Queryable): Promise<Wish | null> {
  const { rows } = await db.query<Wish>({
    name: 'auto-audit-take',
    text: `UPDATE entrevistas SET auditar_em = now() + ${RETRY}
           FROM (SELECT e.id, i.id AS item_id, i.status FROM entrevistas e JOIN auditoria_itens i ON i.entrevista_id = e.id
             WHERE e.auditar_em <= now() AND e.quarentena IS NULL
               AND (i.gravacao_ms > 0 OR e.auditar_em < now() - interval '3 days')
             ORDER BY e.auditar_em LIMIT 1 FOR UPDATE OF e SKIP LOCKED) due
           WHERE entrevistas.id = due.id
           RETURNING entrevistas.id AS "entrevistaId", entrevistas.empresa_id AS "empresaId",
             entrevistas.projeto_id AS "projetoId", due.item_id AS "itemId", due.status::text AS status`,
  });
  return rows[0] ?? null;
}

async function forget(db: Queryable, entrevistaId: string): Promise<void> {
  await db.query({
    name: 'auto-audit-forget',
    text: 'UPDATE entrevistas SET auditar_em = NULL WHERE id = $1',
    values: [entrevistaId],
  });
}
