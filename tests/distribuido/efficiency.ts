// Compares the calls per minute of one worker and of two workers, each with the same slots, at a slow provider.
import { createLoad, requestReady } from '../faults/load.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { Cluster } from './cluster.ts';
import type { Ground } from './ground.ts';
import { until } from './servers.ts';
import { buildHere, plainEngines } from './tiers.ts';

/** Latency that is usual for an AI provider, ms; with it, slots wait while cores are idle. */
const LATENCY = { transcricao: 4000, chat: 1500 };
const SLOTS = 5;
/** Shares of all completions between which the rate is measured: earlier ones are warm-up, later ones the tail. */
const FROM = 0.25;
const TO = 0.85;
const LIMIT_MS = 1_200_000;

/**
 * Runs the same load with one worker and with two.
 * @returns a text with the figures of both runs
 */
export async function measureEfficiency(ground: Ground, items: number): Promise<string> {
  const provider = await startFakeProvider();
  provider.latencyMs = LATENCY;
  const here = await buildHere();
  const { engines } = await plainEngines(ground);
  const cluster = new Cluster(ground);
  await cluster.start(here, provider.url, engines, {
    apis: 1,
    workers: 1,
    environment: { PROVIDER_SLOTS: String(SLOTS), COMPANY_MAX_RUNNING: '1000' },
  });
  Object.assign(process.env, cluster.environment, { LOG_LEVEL: 'silent' });
  const deps = createTestDeps();
  const measure = async (n: number): Promise<number> => {
    const load = await createLoad(deps, n, 3);
    await requestReady(deps, load);
    const ends = async () => {
      const { rows } = await deps.db.query<{ at: Date }>(
        `select terminada_em as at from execucoes where empresa_id = $1 and status = 'concluida' order by 1`,
        [load.tenant.empresa.id],
      );
      return rows.map(({ at }) => at.getTime());
    };
    const all = async () => (await ends()).length === load.ready.length;
    await until(all, 'os itens não terminaram', LIMIT_MS);
    const at = await ends();
    const [first, last] = [Math.ceil(at.length * FROM) - 1, Math.ceil(at.length * TO) - 1];
    return ((last - first) / (((at[last] ?? 0) - (at[first] ?? 0)) / 1000)) * 60;
  };
  try {
    const one = await measure(items);
    await cluster.addWorker(here);
    const two = await measure(items * 2);
    const say = (value: number) => value.toLocaleString('pt-BR', { maximumFractionDigits: 2 });
    return `1 worker ${say(one)}, 2 workers ${say(two)} por minuto: eficiência ${say(two / one / 2)}`;
  } finally {
    await closeTestDeps(deps);
    await provider.close();
  }
}
