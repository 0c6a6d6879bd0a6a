import type { UsoTeste } from '@escuta/shared/contracts/insights/template-tests';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { costOf } from '../engine/cost-of.ts';
import type { Paga } from '../engine/stage.ts';

export const NO_USAGE: UsoTeste = { chamadas: 0, tokensEntrada: 0, tokensSaida: 0 };

/**
 * A test side's paid calls. An answer is paid once within the test, belongs to no run's costs, and takes no credits.
 */
export class TestCalls {
  readonly #prefix: string;
  readonly #catalog: ModelCatalog;
  readonly #mayPay: () => Promise<void>;
  readonly #onPaid: (alvo: AlvoModelo, paga: Paga<unknown>) => Promise<void>;
  readonly #answers = new Map<string, unknown>();
  readonly #unpriced = new Set<string>();
  #usage: UsoTeste = NO_USAGE;
  #usd = 0;

  /** `prefix` names the test's side. `mayPay` is called before a paid call, `onPaid` before its answer is used. */
  constructor(
    prefix: string,
    catalog: ModelCatalog,
    mayPay: () => Promise<void>,
    onPaid: (alvo: AlvoModelo, paga: Paga<unknown>) => Promise<void>,
  ) {
    this.#prefix = prefix;
    this.#catalog = catalog;
    this.#mayPay = mayPay;
    this.#onPaid = onPaid;
  }

  get usage(): UsoTeste {
    return this.#usage;
  }

  /** Cost so far in USD, with 8 decimals. */
  get usd(): number {
    return Math.round(this.#usd * 1e8) / 1e8;
  }

  /** Models without a price, whose answers count as 0. */
  get unpriced(): string[] {
    return [...this.#unpriced];
  }

  async call<T>(
    key: string,
    { alvo }: { alvo: AlvoModelo; request: string },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ): Promise<T> {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    await this.#mayPay();
    const paga = await ask(`${this.#prefix}:${key}`);
    this.#answers.set(key, paga.resposta);
    const { chamadas, tokensEntrada, tokensSaida } = this.#usage;
    this.#usage = {
      chamadas: chamadas + 1,
      tokensEntrada: tokensEntrada + (paga.uso.tokensEntrada ?? 0),
      tokensSaida: tokensSaida + (paga.uso.tokensSaida ?? 0),
    };
    for (const { usd, unpriced } of await costOf(this.#catalog, alvo, paga.uso)) {
      this.#usd += usd;
      if (unpriced) this.#unpriced.add(alvo.modelo);
    }
    await this.#onPaid(alvo, paga);
    return paga.resposta;
  }
}
