import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { HeldJob } from './queue-consumer.ts';

/** Reason of an abort: another worker claimed the stage, or the lease was renewed too late. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export class HandBackError extends Error {
  override readonly name = 'HandBackError';
}

type Held = {
  execucaoId: string;
  etapa: Etapa;
  versao: number;
  renewedAt: number;
  controller: AbortController;
  held: HeldJob | null;
};

/** Renews the leases of all running stages by one statement; a lost lease aborts its stage. */
export class Leases {
  readonly #db: Db;
  readonly #leaseMs: number;
  readonly #held = new Map<string, Held>();
  readonly #timer: NodeJS.Timeout;
  #renewing = false;

  constructor(db: Db, leaseMs: number) {
    this.#db = db;
    this.#leaseMs = leaseMs;
    this.#timer = setInterval(() => void this.#renew(), Math.max(500, leaseMs / 3));
    this.#timer.unref();
  }

  /** Keeps a claimed stage's lease until `release`. */
  hold(
    stage: { execucaoId: string; etapa: Etapa; versao: number },
    held: HeldJob | null,
  ): { signal: AbortSignal; release: () => void } {
    const key = `${stage.execucaoId}/${stage.etapa}`;
    const entry: Held = { ...stage, held, renewedAt: Date.now(), controller: new AbortController() };
    // Aborts the first execution of a stage that was lost and claimed again, so that it makes no more paid calls.
    this.#held.get(key)?.controller.abort(new LeaseLostError());
    this.#held.set(key, entry);
    return {
      signal: entry.controller.signal,
      release: () => {
        if (this.#held.get(key) === entry) this.#held.delete(key);
      },
    };
  }

  /** Aborts every running stage; its runner returns the stage for another worker. */
  handBack(): void {
    for (const entry of this.#held.values()) entry.controller.abort(new HandBackError());
  }

  async #renew(): Promise<void> {
    if (this.#renewing || this.#held.size === 0) return;
    this.#renewing = true;
    const entries = [...this.#held.values()];
    try {
      const { rows } = await this.#db.query<{ execucao_id: string; etapa: Etapa }>({
        name: 'lease_renew',
        text: `update execucao_etapas e set lease_ate = now() + $4 * interval '1 millisecond'
               from unnest($1::uuid[], $2::text[], $3::int[]) as h (execucao_id, etapa, versao)
               where e.execucao_id = h.execucao_id and e.etapa = h.etapa::etapa and e.versao = h.versao
                 and e.status = 'executando'
               returning e.execucao_id, e.etapa::text as etapa`,
        values: [
          entries.map((entry) => entry.execucaoId),
          entries.map((entry) => entry.etapa),
          entries.map((entry) => entry.versao),
          this.#leaseMs,
        ],
      });
      const renewed = new Set(rows.map((row) => `${row.execucao_id}/${row.etapa}`));
      for (const entry of entries) {
        if (renewed.has(`${entry.execucaoId}/${entry.etapa}`)) entry.renewedAt = Date.now();
        else this.#lose(entry);
      }
    } catch {
      // Gives up stages with expired leases, because another worker may claim them.
      for (const entry of entries) if (Date.now() - entry.renewedAt > this.#leaseMs) this.#lose(entry);
    } finally {
      this.#renewing = false;
    }
    // Also extends the jobs' locks in Redis, which only inform operators.
    const held = entries.map((entry) => entry.held).filter((job) => job !== null);
    for (const worker of new Set(held.map((job) => job.worker))) {
      const own = held.filter((job) => job.worker === worker);
      worker
        .extendJobLocks(
          own.map(({ job }) => job.id as string),
          own.map(({ token }) => token),
          this.#leaseMs,
        )
        .catch(() => undefined);
    }
  }

  #lose(entry: Held): void {
    const key = `${entry.execucaoId}/${entry.etapa}`;
    if (this.#held.get(key) !== entry) return;
    this.#held.delete(key);
    entry.controller.abort(new LeaseLostError());
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
