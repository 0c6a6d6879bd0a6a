import { createHash } from 'node:crypto';
import type { AppDeps } from '../../deps.ts';
import { AttemptLimits } from '../../sign-in/attempt-limits.ts';

/** An address's limit as a multiple of an account's, because in a call centre many people share an address. */
const ADDRESS_FACTOR = 10;
/** Time for which an address stays known for an account after a sign-in, ms. */
const KNOWN_MS = 30 * 24 * 3_600_000;

/**
 * Limits failed sign-ins per account and per address (ADDRESS_FACTOR times as many) in 15 minutes. A known address has
 * a separate count for its account, so that guesses from elsewhere lock nobody out. An attempt counts as failed until
 * it succeeds.
 */
export class LoginLimits {
  readonly #limits: AttemptLimits;
  readonly #prefix: string;
  readonly #max: number;
  readonly #redis: AppDeps['redis'];

  constructor(deps: Pick<AppDeps, 'redis' | 'log' | 'env' | 'processes'>) {
    this.#limits = new AttemptLimits(deps, 'login');
    this.#max = deps.env.LOGIN_MAX_FAILURES;
    this.#redis = deps.redis;
    this.#prefix = `${deps.env.REDIS_PREFIX}:login-conhecido`;
  }

  #account(cnpj: string, email: string) {
    return { what: 'conta', id: JSON.stringify([cnpj, email]), max: this.#max };
  }

  #here(cnpj: string, email: string, addressKey: string) {
    return { what: 'conta-ip', id: JSON.stringify([cnpj, email, addressKey]), max: this.#max };
  }

  #knownKey(cnpj: string, email: string, addressKey: string): string {
    const id = JSON.stringify([cnpj, email, addressKey]);
    return `${this.#prefix}:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  }

  /** True if the account signed in from this address before; false without Redis. */
  async #isKnown(cnpj: string, email: string, addressKey: string): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    const found = await this.#redis.exists(this.#knownKey(cnpj, email, addressKey)).catch(() => 0);
    return found === 1;
  }

  /**
   * Counts an attempt.
   * @returns 0, or the wait before the next permitted attempt, ms
   */
  async reserve(cnpj: string, email: string, addressKey: string): Promise<number> {
    return this.#limits.reserve(
      (await this.#isKnown(cnpj, email, addressKey))
        ? [this.#here(cnpj, email, addressKey)]
        : [this.#account(cnpj, email), { what: 'ip', id: addressKey, max: this.#max * ADDRESS_FACTOR }],
    );
  }

  /** Clears the counts after a successful attempt, and remembers its address. */
  async forgive(cnpj: string, email: string, addressKey: string): Promise<void> {
    if (await this.#isKnown(cnpj, email, addressKey))
      await this.#limits.clear(this.#here(cnpj, email, addressKey));
    else {
      await this.clearAccount(cnpj, email);
      await this.#limits.giveBack({ what: 'ip', id: addressKey });
    }
    if (this.#redis.status !== 'ready') return;
    await this.#redis
      .set(this.#knownKey(cnpj, email, addressKey), '1', 'PX', KNOWN_MS)
      .catch(() => undefined);
  }

  clearAccount(cnpj: string, email: string): Promise<void> {
    return this.#limits.clear(this.#account(cnpj, email));
  }
}
