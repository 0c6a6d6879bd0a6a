import type { AlvoModelo } from '@escuta/shared/domain/default-models';
import type { Etapa } from '@escuta/shared/domain/status';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Paga } from './paid-calls.ts';

/** What the worker tells Prometheus. Labels are few and bounded: stages, outcomes, models; never ids. */
export class Metrics {
  readonly registry = new Registry();
  readonly #stages: Counter;
  readonly #stageSeconds: Histogram;
  readonly #providerSeconds: Histogram;
  readonly #units: Counter;
  readonly #mails: Counter;

  constructor(pool: Pool) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#stages = new Counter({
      name: 'escuta_etapas_total',
      help: 'Stages ended, by outcome',
      labelNames: ['etapa', 'resultado'],
      registers,
    });
    this.#stageSeconds = new Histogram({
      name: 'escuta_etapa_segundos',
      help: 'Time a stage held its slot',
      labelNames: ['etapa'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    });
    this.#providerSeconds = new Histogram({
      name: 'escuta_provedor_segundos',
      help: 'Latency of paid provider calls',
      labelNames: ['etapa', 'provedor', 'modelo'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    });
    this.#units = new Counter({
      name: 'escuta_provedor_unidades_total',
      help: 'Minutes and tokens as billed',
      labelNames: ['provedor', 'modelo', 'unidade'],
      registers,
    });
    this.#mails = new Counter({
      name: 'escuta_emails_total',
      help: 'Attempts to send an e-mail, by outcome',
      labelNames: ['resultado'],
      registers,
    });
    const waiting = new Gauge({
      name: 'escuta_execucao_espera_segundos',
      help: 'Age of the oldest run that waits for its turn',
      registers,
      async collect() {
        this.set(await oldestWaitSeconds(pool));
      },
    });
    const open = new Gauge({
      name: 'escuta_execucoes_abertas',
      help: 'Runs under way, by the stage they are in',
      labelNames: ['etapa'],
      registers,
      async collect() {
        const { rows } = await pool.query<{ etapa: string; n: number }>(
          `SELECT etapa_atual::text AS etapa, count(*)::int AS n FROM execucoes
           WHERE status IN ('na_fila', 'executando') AND admitida_em IS NOT NULL GROUP BY 1`,
        );
        this.reset();
        for (const { etapa, n } of rows) this.set({ etapa }, n);
      },
    });
    void waiting;
    void open;
  }

  stage(etapa: Etapa, resultado: string, seconds: number): void {
    this.#stages.inc({ etapa, resultado });
    this.#stageSeconds.observe({ etapa }, seconds);
  }

  /** An attempt to send an e-mail ended: enviado, adiado (to be tried again) or falhou. */
  mail(resultado: string): void {
    this.#mails.inc({ resultado });
  }

  call(etapa: Etapa, alvo: AlvoModelo, paga: Paga<unknown>): void {
    this.#providerSeconds.observe({ etapa, ...alvo }, paga.latenciaMs / 1000);
    const { minutos = 0, tokensEntrada = 0, tokensSaida = 0 } = paga.uso;
    if (minutos > 0) this.#units.inc({ ...alvo, unidade: 'minuto_audio' }, minutos);
    if (tokensEntrada > 0) this.#units.inc({ ...alvo, unidade: 'token_entrada' }, tokensEntrada);
    if (tokensSaida > 0) this.#units.inc({ ...alvo, unidade: 'token_saida' }, tokensSaida);
  }
}

/** Age in seconds of the oldest run that nobody has begun; 0 when none waits. Two conditions, each with its own index. */
export async function oldestWaitSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ espera: number | null }>(
    `SELECT extract(epoch FROM now() - least(
       (SELECT min(created_at) FROM execucoes WHERE status = 'na_fila' AND admitida_em IS NULL),
       (SELECT min(created_at) FROM execucoes WHERE status IN ('na_fila', 'executando') AND admitida_em IS NOT NULL
        AND iniciada_em IS NULL)))::float8 AS espera`,
  );
  return rows[0]?.espera ?? 0;
}
