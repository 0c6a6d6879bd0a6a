import { createHash } from 'node:crypto';
import type { AppDeps } from '../../deps.ts';
import { AttemptLimits } from '../../sign-in/attempt-limits.ts';

/** How many times more an address may fail than one account: a call centre behind one address is many people. */
const ADDRESS_FACTOR = 10;
/** How long an address at which an account signed in is known for it, ms. */
const KNOWN_MS = 30 * 24 * 3_600_000;

/**
 * Holds sign-ins after LOGIN_MAX_FAILURES wrong ones in 15 minutes: of an account, and of an address after ADDRESS_FACTOR
 * times as many, over all accounts. An address at which the account has signed in before counts by itself, for this
 * account only: neither what others guess elsewhere nor what a neighbour mistypes shuts a person out of where they work.
 * Every attempt counts as wrong until it proves right.
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

  /** Whether the account signed in from here before. Without Redis nobody did. */
  async #isKnown(cnpj: string, email: string, addressKey: string): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    const found = await this.#redis.exists(this.#knownKey(cnpj, email, addressKey)).catch(() => 0);
    return found === 1;
  }

  /** Counts an attempt. @returns 0, or how long to wait, ms, when it must not be made. */
  async reserve(cnpj: string, email: string, addressKey: string): Promise<number> {
    return this.#limits.reserve(
      (await this.#isKnown(cnpj, email, addressKey))
        ? [this.#here(cnpj, email, addressKey)]
        : [this.#account(cnpj, email), { what: 'ip', id: addressKey, max: this.#max * ADDRESS_FACTOR }],
    );
  }

  /** The attempt was right: what counted it starts afresh, or gets this one back, and the address is known from now on. */
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

  /** The account starts afresh. */
  clearAccount(cnpj: string, email: string): Promise<void> {
    return this.#limits.clear(this.#account(cnpj, email));
  }
}
