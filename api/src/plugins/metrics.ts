import { VERSION } from '@escuta/shared/domain/version';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How a pool of connections is used. */
type PoolUsage = { totalCount: number; idleCount: number; waitingCount: number };

/** Figures of one app for Prometheus; see main.ts for the private port that shows them. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'metodo' | 'rota' | 'status'>;
  readonly eventStreams: Gauge;
  readonly #ready: Gauge;

  constructor(pool: PoolUsage) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    new Gauge({ name: 'escuta_versao', help: 'Versão em execução', labelNames: ['versao'], registers }).set(
      { versao: VERSION },
      1,
    );
    this.#ready = new Gauge({ name: 'escuta_pronto', help: '1 quando /ready está verde', registers });
    new Gauge({
      name: 'escuta_banco_conexoes',
      help: 'Conexões com o banco de dados: abertas, ociosas, e quem espera por uma',
      labelNames: ['estado'],
      registers,
      collect() {
        this.set({ estado: 'abertas' }, pool.totalCount);
        this.set({ estado: 'ociosas' }, pool.idleCount);
        this.set({ estado: 'em_espera' }, pool.waitingCount);
      },
    });
    this.#requests = new Histogram({
      name: 'escuta_http_segundos',
      help: 'Duração das requisições, em segundos',
      labelNames: ['metodo', 'rota', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.eventStreams = new Gauge({
      name: 'escuta_sse_conexoes',
      help: 'Conexões de eventos ao vivo abertas',
      registers,
    });
  }

  /** Notes one finished request. `route` is its pattern, never the path with its ids. */
  request(method: string, route: string, status: number, ms: number): void {
    this.#requests.observe({ metodo: method, rota: route, status: String(status) }, ms / 1000);
  }

  /** What /ready says. */
  ready(pronto: boolean): void {
    this.#ready.set(pronto ? 1 : 0);
  }

  close(): void {
    this.registry.clear();
  }
}
