import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createLivePublisher } from '@escuta/shared/node/live-events';
import type pg from 'pg';
import { closeTestDeps, createTestDeps } from '../tests/support/app.ts';
import { bearer, signToken } from '../tests/support/factories.ts';
import { startApi, type Volume } from './installation.ts';
import { percentile, type Row, row } from './support.ts';

const CLIENTS = 500;
/** Of an account: the product allows ten. */
const TABS = 10;
const LONE = { events: 25, everyMs: 400 };
const STREAM = { events: 200, everyMs: 10 };
const PATIENCE_MS = 60_000;

/** Live events of one company to 500 open pages: one by itself, and one after the other; every page hears every one. */
export async function measureLiveEvents(pool: pg.Pool, { empresaId, projetoId }: Volume): Promise<Row[]> {
  const deps = createTestDeps();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const { rows: members } = await pool.query(
    `with pessoas as (insert into usuarios (id, email, nome) select gen_random_uuid(), 'ao-vivo-' || gen_random_uuid() || '@medida.example', 'Ao vivo'
       from generate_series(1, $2::int) returning id)
     insert into membros (id, empresa_id, usuario_id, papel, termos_versao, termos_aceitos_em)
     select gen_random_uuid(), $1, id, 'usuario', 'medida', now() from pessoas
     returning id, usuario_id as "usuarioId", empresa_id as "empresaId", papel, versao_token as "versaoToken"`,
    [empresaId, CLIENTS / TABS],
  );
  const api = await startApi({ REDIS_PREFIX: deps.env.REDIS_PREFIX, RATE_LIMIT_MAX: '100000000' });
  const publish = createLivePublisher(deps.redis, deps.log, deps.env.REDIS_PREFIX);
  /** When each event was sent, and how long each of its deliveries took. */
  const sent = new Map<string, number>();
  let taken: number[] = [];
  const hear = (text: string) => {
    const now = performance.now();
    for (const [, id] of text.matchAll(/"itemId":"([^"]+)"/g)) {
      const at = sent.get(id ?? '');
      if (at !== undefined) taken.push(now - at);
    }
  };
  try {
    await Promise.all(
      members.flatMap((member) => {
        const headers = bearer(signToken(deps, member));
        return Array.from(
          { length: TABS },
          () =>
            new Promise<void>((resolve, reject) => {
              get(`${api.base}/eventos`, { agent, headers }, (answer) => {
                if (answer.statusCode !== 200) return reject(new Error(`eventos: ${answer.statusCode}`));
                // An event may come in two parts.
                let rest = '';
                answer.setEncoding('utf8').on('data', (part: string) => {
                  const text = rest + part;
                  const end = text.lastIndexOf('\n\n');
                  rest = end < 0 ? text : text.slice(end + 2);
                  if (text.includes('event: ligado')) resolve();
                  if (end >= 0) hear(text.slice(0, end));
                });
                answer.on('error', () => undefined);
              }).on('error', reject);
            }),
        );
      }),
    );
    const run = async ({ events, everyMs }: typeof LONE) => {
      sent.clear();
      taken = [];
      for (let n = 0; n < events; n++) {
        const itemId = randomUUID();
        sent.set(itemId, performance.now());
        publish([{ tipo: 'item', empresaId, projetoId, itemId, status: 'concluido' }]);
        await delay(everyMs);
      }
      const until = Date.now() + PATIENCE_MS;
      while (taken.length < events * CLIENTS && Date.now() < until) await delay(50);
      return { delivered: taken.length / (events * CLIENTS), taken };
    };
    await run({ events: 5, everyMs: 100 });
    const lone = await run(LONE);
    const many = await run(STREAM);
    const said = ({ taken }: typeof lone) =>
      [0.5, 0.95, 0.99].map((part) => percentile(taken, part).toFixed(1)).join(' / ');
    console.log(
      `  ${CLIENTS} páginas, p50 / p95 / p99 em ms: sozinho ${said(lone)}; a cada ${STREAM.everyMs} ms ${said(many)}; carga ${loadavg()[0]?.toFixed(1)}`,
    );
    return [
      row('Evento ao vivo sozinho: p50', percentile(lone.taken, 0.5), 10, 'max', ' ms'),
      row(`Eventos seguidos a ${CLIENTS} páginas: p95`, percentile(many.taken, 0.95), 60, 'max', ' ms'),
      row('Eventos ao vivo entregues ÷ esperados', Math.min(lone.delivered, many.delivered), 1, 'min'),
    ];
  } finally {
    agent.destroy();
    await api.stop();
    await closeTestDeps(deps);
  }
}
