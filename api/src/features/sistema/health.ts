import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { getHealth } from '@escuta/shared/contracts/operation/sistema';
import { AppError } from '@escuta/shared/domain/errors';
import { VERSION } from '@escuta/shared/domain/version';
import { oldestWaitSeconds } from '@escuta/shared/platform/redis/queue-state';
import { isProviderConfigured } from '@escuta/shared/services/runs/model-catalog';
import type { AppDeps } from '../../deps.ts';
import { countPendingMigrations, pingDatabase } from './repo.ts';

type Health = ResponseOf<typeof getHealth>;
type Probe = {
  name: string;
  everyMs: number;
  run: (signal: AbortSignal) => Promise<void>;
  failed: () => void;
};

const TIMEOUT_MS = 3000;

/**
 * Measures every dependency in the background with a time limit, so that /health and /ready cost nothing and never
 * hang.
 */
export class HealthMonitor {
  readonly #deps: AppDeps;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<string>();
  #postgres = false;
  #redis = false;
  #storage = false;
  #ia: Health['dependencias']['ia']['estado'] = 'falha';
  #pending: number | null = null;
  #waitS: number | null = null;

  constructor(deps: AppDeps) {
    this.#deps = deps;
  }

  /** Measures everything once, then periodically. */
  async start(): Promise<void> {
    const probes = this.#probes();
    for (const probe of probes) {
      this.#timers.push(setInterval(() => void this.#measure(probe), probe.everyMs).unref());
    }
    await Promise.all(probes.map((probe) => this.#measure(probe)));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #measure(probe: Probe): Promise<void> {
    if (this.#running.has(probe.name)) return;
    this.#running.add(probe.name);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('tempo esgotado')), { once: true });
    });
    try {
      await Promise.race([probe.run(signal), late]);
    } catch (error) {
      probe.failed();
      this.#deps.log.debug({ err: error, dependencia: probe.name }, 'Dependência não respondeu');
    } finally {
      this.#running.delete(probe.name);
    }
  }

  #probes(): Probe[] {
    const { db, redis, store } = this.#deps;
    return [
      {
        name: 'postgres',
        everyMs: 5000,
        run: async () => {
          await pingDatabase(db);
          this.#postgres = true;
          this.#pending = await countPendingMigrations(db);
          const wait = await oldestWaitSeconds(db);
          this.#waitS = wait === null ? null : Math.floor(wait);
        },
        failed: () => {
          this.#postgres = false;
          this.#pending = null;
        },
      },
      {
        name: 'redis',
        everyMs: 5000,
        run: async () => {
          await redis.ping();
          this.#redis = true;
        },
        failed: () => {
          this.#redis = false;
        },
      },
      {
        name: 'storage',
        everyMs: 10_000,
        run: async () => {
          await store.check();
          this.#storage = true;
        },
        failed: () => {
          this.#storage = false;
        },
      },
      {
        name: 'ia',
        everyMs: 60_000,
        run: async (signal) => {
          this.#ia = await this.#probeProvider(signal);
        },
        failed: () => {
          this.#ia = 'falha';
        },
      },
    ];
  }

  /** State of the AI provider: 'ok' if it accepts the key, even without a model list. */
  async #probeProvider(signal: AbortSignal): Promise<Health['dependencias']['ia']['estado']> {
    const { env } = this.#deps;
    if (!isProviderConfigured(env, 'openai'))
      return isProviderConfigured(env, 'anthropic') ? 'ok' : 'nao_configurado';
    const response = await fetch(`${env.OPENAI_BASE_URL.replace(/\/$/, '')}/models`, {
      headers: { authorization: `Bearer ${env.OPENAI_API_KEY ?? 'sem-chave'}` },
      signal,
    });
    await response.body?.cancel();
    return response.status >= 500 || response.status === 401 || response.status === 403 ? 'falha' : 'ok';
  }

  /**
   * The answer of /health.
   * @throws AppError indisponivel while the process ends
   */
  health(): Health {
    if (this.#deps.isStopping())
      throw new AppError('indisponivel', 'O servidor está encerrando.', { retryAfterS: 5 });
    const word = (isUp: boolean) => (isUp ? 'ok' : 'falha');
    // A full disk counts as a fault from the first write that meets it, even before the next measurement.
    const hasStorage = this.#storage && !this.#deps.store.isFull;
    return {
      status: this.#postgres && this.#redis && hasStorage && this.#ia === 'ok' ? 'ok' : 'degradado',
      version: VERSION,
      dependencias: {
        postgres: word(this.#postgres),
        redis: word(this.#redis),
        storage: word(hasStorage),
        ia: {
          estado: this.#ia,
          modo: this.#deps.env.IA_MODO_DEMONSTRACAO ? 'demonstracao' : 'provedor',
        },
      },
    };
  }

  /**
   * The answer of /ready, about this process's needs only; waiting runs concern the workers, not requests.
   * @throws AppError indisponivel, whose message names the missing dependency
   */
  ready(): { pronto: true; esperaMaisAntigaS: number | null } {
    const reasons: string[] = [];
    if (this.#deps.isStopping()) reasons.push('O servidor está encerrando.');
    if (!this.#postgres) reasons.push('O banco de dados não responde.');
    if (!this.#redis) reasons.push('O Redis não responde.');
    if (this.#postgres && this.#pending !== 0)
      reasons.push(`Migrações pendentes: ${this.#pending ?? 'todas'}.`);
    if (!this.#storage) reasons.push('O armazenamento não responde.');
    if (reasons.length > 0) {
      throw new AppError('indisponivel', reasons.join(' '), { retryAfterS: 5 });
    }
    return { pronto: true, esperaMaisAntigaS: this.#waitS };
  }
}
