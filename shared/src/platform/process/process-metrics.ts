import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../../domain/version.ts';

export type PoolUsage = { totalCount: number; idleCount: number; waitingCount: number };

/** Every process's Prometheus metrics: Node's figures, version, connections, readiness. */
export class ProcessMetrics {
  readonly registry = new Registry();
  readonly #ready: Gauge;

  constructor(db: PoolUsage) {
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
        this.set({ estado: 'abertas' }, db.totalCount);
        this.set({ estado: 'ociosas' }, db.idleCount);
        this.set({ estado: 'em_espera' }, db.waitingCount);
      },
    });
  }

  ready(pronto: boolean): void {
    this.#ready.set(pronto ? 1 : 0);
  }

  close(): void {
    this.registry.clear();
  }
}
