import { type LoteWire, lote } from '@escuta/shared/contracts/operacao';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** How long the progress of a batch can be asked for, s. */
const KEEP_S = 3600;
/**
 * How long a batch counts as under way after its process was last heard of, s: Redis forgets the sign of life by itself, so
 * that no two clocks have to agree.
 */
export const ALIVE_S = 15;

const stored = z.object({
  dono: z.string(),
  // Begun by the version before: it did not count these.
  lote: lote.extend({ processadasDepois: lote.shape.processadasDepois.default(0) }),
});

/** Progress of batches, in Redis, so that every API process knows it. What a batch changes stands in PostgreSQL. */
export class BatchStore {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  #key(id: string): string {
    return `${this.#prefix}:lote-falhas:${id}`;
  }

  /** @param dono account that asked for the batch. @throws while Redis is away */
  async save(dono: string, value: LoteWire): Promise<void> {
    await this.#redis
      .multi()
      .set(this.#key(value.id), JSON.stringify({ dono, lote: value }), 'EX', KEEP_S)
      .set(`${this.#key(value.id)}:vivo`, '1', 'EX', ALIVE_S)
      .exec();
  }

  /**
   * The batch, for the account that asked for it; null for anybody else, or when it is too long ago. One whose process
   * gives no sign of life is `interrompido`: what it had not come to is still open.
   */
  async find(dono: string, id: string): Promise<LoteWire | null> {
    const [text, alive] = await this.#redis.mget(this.#key(id), `${this.#key(id)}:vivo`);
    const parsed = text ? stored.safeParse(JSON.parse(text)) : null;
    if (!parsed?.success || parsed.data.dono !== dono) return null;
    const { lote: batch } = parsed.data;
    return batch.status === 'em_andamento' && !alive ? { ...batch, status: 'interrompido' } : batch;
  }
}
