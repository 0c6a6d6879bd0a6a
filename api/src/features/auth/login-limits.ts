import { AttemptLimits } from '../../attempt-limits.ts';
import type { AppDeps } from '../../deps.ts';

/**
 * Holds sign-ins of an account, and of an address, after LOGIN_MAX_FAILURES wrong ones in 15 minutes. Every attempt
 * counts as wrong until it proves right.
 */
export class LoginLimits {
  readonly #limits: AttemptLimits;
  readonly #max: number;

  constructor(deps: Pick<AppDeps, 'redis' | 'log' | 'env'>) {
    this.#limits = new AttemptLimits(deps, 'login');
    this.#max = deps.env.LOGIN_MAX_FAILURES;
  }

  #account(cnpj: string, email: string) {
    return { what: 'conta', id: JSON.stringify([cnpj, email]), max: this.#max };
  }

  /** Counts an attempt. @returns 0, or how long to wait, ms, when it must not be made. */
  reserve(cnpj: string, email: string, addressKey: string): Promise<number> {
    return this.#limits.reserve([this.#account(cnpj, email), { what: 'ip', id: addressKey, max: this.#max }]);
  }

  /** The attempt was right: the account starts afresh, and the address gets this one back. */
  async forgive(cnpj: string, email: string, addressKey: string): Promise<void> {
    await this.clearAccount(cnpj, email);
    await this.#limits.giveBack({ what: 'ip', id: addressKey });
  }

  /** The account starts afresh. */
  clearAccount(cnpj: string, email: string): Promise<void> {
    return this.#limits.clear(this.#account(cnpj, email));
  }
}
