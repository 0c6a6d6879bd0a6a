import { type LoteWire, lote } from '@escuta/shared/contracts/operacao';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** How long the progress of a batch can be asked for, s. */
const KEEP_S = 3600;

const stored = z.object({ dono: z.string(), lote });

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
    await this.#redis.set(this.#key(value.id), JSON.stringify({ dono, lote: value }), 'EX', KEEP_S);
  }

  /** The batch, for the account that asked for it; null for anybody else, or when it is too long ago. */
  async find(dono: string, id: string): Promise<LoteWire | null> {
    const text = await this.#redis.get(this.#key(id));
    const parsed = text === null ? null : stored.safeParse(JSON.parse(text));
    return parsed?.success && parsed.data.dono === dono ? parsed.data.lote : null;
  }
}
