import type { UsoTeste } from '@escuta/shared/contracts/insights/template-tests';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { costOf } from '../engine/cost-of.ts';
import type { Paga } from '../engine/stage.ts';

export const NO_USAGE: UsoTeste = { chamadas: 0, tokensEntrada: 0, tokensSaida: 0 };

/**
 * The paid calls of a side of a test. An answer is paid once within the test; it belongs to the costs of no run, and
 * takes no credits.
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

  /** `prefix` names this side of the test. `mayPay` is called before a paid call, `onPaid` before its answer's use. */
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

  /** Models that have no price, so that their answers are counted as 0. */
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
