import type { Database } from '@escuta/prisma/db';
import type { FimDeTrabalho, TrabalhoDeFundo } from '@escuta/shared/domain/background-work';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { CodigoFalha } from '@escuta/shared/domain/runs/failures';
import { ETAPAS, type Etapa } from '@escuta/shared/domain/runs/status';
import { TAREFA_ABERTA, TIPOS_TAREFA, type TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import { ProcessMetrics } from '@escuta/shared/platform/process/process-metrics';
import { oldestWaitSeconds } from '@escuta/shared/platform/redis/queue-state';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Paga } from '../engine/stage.ts';
import { Cached } from './cached.ts';
import { countBalanceMismatches, readFigures, readStoredBytes } from './figures.ts';

const FIGURES_TTL_MS = 15_000;
/** Cache time of `countBalanceMismatches`, ms; long, because the comparison reads every company. */
const MISMATCH_TTL_MS = 600_000;

/** Sequel of a failed attempt: a retry, an uncounted wait, or the end. */
export type FimDaFalha = 'repetida' | 'adiada' | 'definitiva';

/**
 * The worker's Prometheus metrics: counters of its work, and the installation's state, which every worker reports alike
 * (take the maximum). Labels are few and bounded, never an item's or a person's id.
 */
export class Metrics extends ProcessMetrics {
  readonly #stages: Counter;
  readonly #stageSeconds: Histogram;
  readonly #failures: Counter;
  readonly #providerSeconds: Histogram;
  readonly #units: Counter;
  readonly #cost: Counter;
  readonly #mails: Counter;
  readonly #tasks: Counter;
  readonly #background: Counter;

  /** @param ttlMs cache time of figures from PostgreSQL, ms */
  constructor(
    db: Database,
    ttlMs: number = FIGURES_TTL_MS,
    settings: Pick<WorkerEnv, 'COMPANY_MAX_GB'> = { COMPANY_MAX_GB: 0 },
  ) {
    super(db.pool);
    const registers = [this.registry];
    this.#stages = new Counter({
      name: 'escuta_etapas_total',
      help: 'Etapas encerradas, por desfecho',
      labelNames: ['etapa', 'resultado'],
      registers,
    });
    this.#stageSeconds = new Histogram({
      name: 'escuta_etapa_segundos',
      help: 'Tempo em que uma etapa ocupou sua vaga',
      labelNames: ['etapa'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    });
    this.#failures = new Counter({
      name: 'escuta_falhas_total',
      help: 'Tentativas que falharam, por motivo e pelo que veio depois (repetida, adiada, definitiva)',
      labelNames: ['etapa', 'codigo', 'fim'],
      registers,
    });
    this.#providerSeconds = new Histogram({
      name: 'escuta_provedor_segundos',
      help: 'Latência das chamadas pagas aos provedores',
      labelNames: ['etapa', 'provedor', 'modelo'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    });
    this.#units = new Counter({
      name: 'escuta_provedor_unidades_total',
      help: 'Minutos e tokens como cobrados',
      labelNames: ['provedor', 'modelo', 'unidade'],
      registers,
    });
    this.#cost = new Counter({
      name: 'escuta_custo_usd_total',
      help: 'Custo lançado, em dólares, ao preço em vigor',
      labelNames: ['etapa', 'provedor', 'modelo'],
      registers,
    });
    this.#mails = new Counter({
      name: 'escuta_emails_total',
      help: 'Tentativas de enviar um e-mail, por desfecho',
      labelNames: ['resultado'],
      registers,
    });
    this.#tasks = new Counter({
      name: 'escuta_tarefas_total',
      help: 'Tarefas encerradas, por tipo e desfecho',
      labelNames: ['tipo', 'resultado'],
      registers,
    });
    this.#background = new Counter({
      name: 'escuta_fundo_total',
      help: 'Trabalhos de fundo encerrados, por tipo e desfecho (feito, adiado, desistiu, devolvido, perdido)',
      labelNames: ['tipo', 'resultado'],
      registers,
    });
    this.#describeInstallation(db, ttlMs, settings);
  }

  #describeInstallation(db: Database, ttlMs: number, settings: Pick<WorkerEnv, 'COMPANY_MAX_GB'>): void {
    const registers = [this.registry];
    const missed = new Counter({
      name: 'escuta_coleta_falhas_total',
      help: 'Leituras do banco de dados para estas métricas que falharam',
      registers,
    });
    const onError = () => missed.inc();
    const wait = new Cached(ttlMs, async () => (await oldestWaitSeconds(db)) ?? 0, onError);
    const figures = new Cached(ttlMs, () => readFigures(db), onError);
    const stored = new Cached(ttlMs, () => readStoredBytes(db, settings), onError);
    const mismatches = new Cached(
      Math.min(MISMATCH_TTL_MS, ttlMs * 40),
      () => countBalanceMismatches(db),
      onError,
    );
    /** Creates a gauge, without a value while the database is away, because an old value would hide the outage. */
    const gauge = (
      name: string,
      help: string,
      labelNames: string[],
      read: (set: (labels: Record<string, string>, value: number) => void) => Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const rows: [Record<string, string>, number][] = [];
          await read((labels, value) => rows.push([labels, value]));
          this.reset();
          // Sets NaN (unknown), because a reset gauge without labels would show 0.
          if (labelNames.length === 0 && rows.length === 0) this.set(Number.NaN);
          for (const [labels, value] of rows) this.set(labels, value);
        },
      });

    gauge(
      'escuta_execucao_espera_segundos',
      'Há quanto tempo espera o que espera há mais tempo',
      [],
      async (set) => {
        const seconds = await wait.get();
        if (seconds !== null) set({}, seconds);
      },
    );
    gauge(
      'escuta_fila_espera_segundos',
      'Há quanto tempo espera o trabalho mais antigo de cada etapa, fora os que aguardam nova tentativa',
      ['etapa'],
      async (set) => {
        const found = await figures.get();
        if (!found) return;
        for (const etapa of ETAPAS) {
          set({ etapa }, found.esperas.find((row) => row.etapa === etapa)?.esperaS ?? 0);
        }
      },
    );
    gauge(
      'escuta_trabalhos',
      'Execuções abertas por etapa, estado e empresa (as maiores pelo id; outras, somadas)',
      ['etapa', 'estado', 'empresa'],
      async (set) => {
        for (const { n, ...labels } of (await figures.get())?.trabalhos ?? []) set(labels, n);
      },
    );
    gauge(
      'escuta_execucoes_abertas',
      'Execuções em andamento, pela etapa em que estão',
      ['etapa'],
      async (set) => {
        const found = await figures.get();
        if (!found) return;
        for (const etapa of ETAPAS) {
          set(
            { etapa },
            found.trabalhos.reduce((sum, row) => (row.etapa === etapa ? sum + row.n : sum), 0),
          );
        }
      },
    );
    gauge('escuta_falhas_abertas', 'Falhas abertas na fila de falhas, por etapa', ['etapa'], async (set) => {
      const found = await figures.get();
      if (!found) return;
      for (const etapa of ETAPAS) set({ etapa }, found.falhas.find((row) => row.etapa === etapa)?.n ?? 0);
    });
    gauge(
      'escuta_creditos_lancamentos_hoje',
      'Lançamentos de créditos do dia, por tipo (sem capturas); recomeça à meia-noite de São Paulo',
      ['tipo'],
      async (set) => {
        for (const { tipo, n } of (await figures.get())?.creditos ?? []) set({ tipo }, n);
      },
    );
    gauge(
      'escuta_creditos_hoje',
      'Créditos lançados no dia, por tipo e sentido; recomeça à meia-noite de São Paulo',
      ['tipo', 'sentido'],
      async (set) => {
        for (const { tipo, entrada, saida } of (await figures.get())?.creditos ?? []) {
          set({ tipo, sentido: 'entrada' }, entrada);
          set({ tipo, sentido: 'saida' }, saida);
        }
      },
    );
    gauge(
      'escuta_saldo_divergencias',
      'Empresas cujo saldo não é a soma de seus lançamentos (deve ser sempre 0)',
      [],
      async (set) => {
        const n = await mismatches.get();
        if (n !== null) set({}, n);
      },
    );
    gauge(
      'escuta_empresa_bytes',
      'Bytes guardados por empresa (as maiores pelo id; outras, somadas)',
      ['empresa'],
      async (set) => {
        for (const { empresa, bytes } of (await stored.get())?.empresas ?? []) set({ empresa }, bytes);
      },
    );
    gauge(
      'escuta_empresas_na_cota',
      'Empresas perto da sua cota de armazenamento (a partir de 90 %), e as que chegaram a ela',
      ['situacao'],
      async (set) => {
        for (const [situacao, n] of Object.entries((await stored.get())?.cotas ?? {})) set({ situacao }, n);
      },
    );
    gauge('escuta_tarefas_abertas', 'Tarefas abertas, por tipo e estado', ['tipo', 'estado'], async (set) => {
      const found = await figures.get();
      if (!found) return;
      for (const tipo of TIPOS_TAREFA) {
        for (const estado of TAREFA_ABERTA) {
          const row = found.tarefas.find((one) => one.tipo === tipo && one.status === estado);
          set({ tipo, estado }, row?.n ?? 0);
        }
      }
    });
    gauge(
      'escuta_tarefa_espera_segundos',
      'Há quanto tempo ninguém trabalha na tarefa que espera há mais tempo',
      [],
      async (set) => {
        const found = await figures.get();
        if (found) set({}, Math.max(0, ...found.tarefas.map(({ esperaS }) => esperaS ?? 0)));
      },
    );
    gauge(
      'escuta_creditos_comprados_mes',
      'Créditos comprados neste mês por todas as empresas, a faturar',
      [],
      async (set) => {
        const found = await figures.get();
        if (found) set({}, found.compras.mes);
      },
    );
    gauge(
      'escuta_creditos_pedidos_pendentes',
      'Pedidos de créditos à espera de um administrador',
      [],
      async (set) => {
        const found = await figures.get();
        if (found) set({}, found.compras.pedidos);
      },
    );
    gauge(
      'escuta_creditos_pedido_espera_segundos',
      'Há quanto tempo espera o pedido de créditos mais antigo',
      [],
      async (set) => {
        const found = await figures.get();
        if (found) set({}, found.compras.esperaS);
      },
    );
    gauge('escuta_emails_pendentes', 'E-mails à espera de envio', ['estado'], async (set) => {
      const found = await figures.get();
      if (!found) return;
      set({ estado: 'todos' }, found.emails.pendentes);
      set({ estado: 'atrasados' }, found.emails.atrasados);
    });
  }

  stage(etapa: Etapa, resultado: string, seconds: number): void {
    this.#stages.inc({ etapa, resultado });
    this.#stageSeconds.observe({ etapa }, seconds);
  }

  failure(etapa: Etapa, codigo: CodigoFalha, fim: FimDaFalha): void {
    this.#failures.inc({ etapa, codigo, fim });
  }

  /** Counts an e-mail. `resultado`: 'enviado', 'adiado' (will be retried) or 'falhou'. */
  mail(resultado: string): void {
    this.#mails.inc({ resultado });
  }

  task(tipo: TipoTarefa, resultado: string): void {
    this.#tasks.inc({ tipo, resultado });
  }

  background(tipo: TrabalhoDeFundo, resultado: FimDeTrabalho): void {
    this.#background.inc({ tipo, resultado });
  }

  call(etapa: Etapa, alvo: AlvoModelo, paga: Paga<unknown>): void {
    this.#providerSeconds.observe({ etapa, ...alvo }, paga.latenciaMs / 1000);
    const { minutos = 0, tokensEntrada = 0, tokensSaida = 0 } = paga.uso;
    if (minutos > 0) this.#units.inc({ ...alvo, unidade: 'minuto_audio' }, minutos);
    if (tokensEntrada > 0) this.#units.inc({ ...alvo, unidade: 'token_entrada' }, tokensEntrada);
    if (tokensSaida > 0) this.#units.inc({ ...alvo, unidade: 'token_saida' }, tokensSaida);
  }

  cost(etapa: Etapa, alvo: AlvoModelo, usd: number): void {
    if (usd > 0) this.#cost.inc({ etapa, ...alvo }, usd);
  }

  /** Adds a gauge of open circuit breakers; `read` is called whenever the metrics are read. */
  watchCircuits(read: () => Promise<{ provedor: string; aberto: boolean }[]>): void {
    new Gauge({
      name: 'escuta_provedor_circuito_aberto',
      help: '1 enquanto as chamadas ao provedor de IA esperam porque ele não responde a ninguém',
      labelNames: ['provedor'],
      registers: [this.registry],
      async collect() {
        for (const { provedor, aberto } of await read()) this.set({ provedor }, aberto ? 1 : 0);
      },
    });
  }
}
