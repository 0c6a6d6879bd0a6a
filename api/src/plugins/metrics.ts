import { type PoolUsage, ProcessMetrics } from '@escuta/shared/platform/process/process-metrics';
import { Gauge, Histogram } from 'prom-client';

/** Prometheus metrics of an app; main.ts serves them on the private port. */
export class Metrics extends ProcessMetrics {
  readonly #requests: Histogram<'metodo' | 'rota' | 'status'>;
  readonly eventStreams: Gauge;

  constructor(db: PoolUsage) {
    super(db);
    const registers = [this.registry];
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

  /** Records a finished request. `route`: the route's pattern, never the path with ids. */
  request(method: string, route: string, status: number, ms: number): void {
    this.#requests.observe({ metodo: method, rota: route, status: String(status) }, ms / 1000);
  }
}
