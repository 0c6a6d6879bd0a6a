import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import { createLivePublisher } from '@escuta/shared/platform/redis/live-events';
import { closeTestDeps, createTestDeps } from '../tests/support/app.ts';
import { bearer, signToken } from '../tests/support/factories.ts';
import { startApi, type Volume } from './installation.ts';
import { percentile, type Row, row } from './support.ts';

const CLIENTS = 500;
/** Open tabs per account; the product allows at most ten. */
const TABS = 10;
const LONE = { events: 25, everyMs: 400 };
const STREAM = { events: 200, everyMs: 10 };
const PATIENCE_MS = 60_000;

type Page = { close: () => void };

const ID = Buffer.from('"itemId":"');
const ID_LENGTH = 36;

/**
 * Opens a page's event stream over a bare socket, because 500 of them in one process must cost little. Relies on the
 * API writing each event as a whole.
 * @returns the page, once connected
 * @throws if the API refuses the connection
 */
function openPage(
  base: string,
  authorization: string,
  hear: (id: string, now: number) => void,
): Promise<Page> {
  const { hostname, port, pathname } = new URL(`${base}/eventos`);
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let head = '';
    const buffer = Buffer.allocUnsafe(64 * 1024);
    /** Number of bytes kept at the buffer's start, because the id of their event is incomplete. */
    let kept = 0;
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: () => buffer.subarray(kept),
        callback: (size) => {
          const now = performance.now();
          const part = buffer.subarray(0, kept + size);
          if (!isOpen) {
            head += part.toString('latin1');
            if (!head.startsWith('HTTP/1.1 200'.slice(0, head.length))) reject(new Error(`eventos: ${head}`));
            isOpen = head.includes('event: ligado');
            if (isOpen) resolve({ close: () => socket.destroy() });
            return true;
          }
          let from = 0;
          for (;;) {
            const at = part.indexOf(ID, from);
            if (at < 0) break;
            if (at + ID.length + ID_LENGTH > part.length) {
              kept = buffer.copy(buffer, 0, at, part.length);
              return true;
            }
            from = at + ID.length + ID_LENGTH;
            hear(part.toString('latin1', at + ID.length, from), now);
          }
          // Keeps the buffer's last bytes, because they may be the start of an id's marker.
          const rest = Math.min(ID.length - 1, part.length - from);
          kept = buffer.copy(buffer, 0, part.length - rest, part.length);
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`eventos: ${head.slice(0, 200)}`)));
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`);
  });
}

/** Measures a company's live events on 500 open pages: single events, then a stream. Every page receives all events. */
export async function measureLiveEvents(pool: Database, { empresaId, projetoId }: Volume): Promise<Row[]> {
  const deps = createTestDeps();
  const { rows: members } = await pool.query(
    `with pessoas as (insert into usuarios (id, email, nome) select gen_random_uuid(),
      'ao-vivo-' || gen_random_uuid() || '@medida.example', 'Ao vivo'
       from generate_series(1, $2::int) returning id)
     insert into membros (id, empresa_id, usuario_id, papel, termos_versao, termos_aceitos_em)
     select gen_random_uuid(), $1, id, 'usuario', 'medida', now() from pessoas
     returning id, usuario_id as "usuarioId", empresa_id as "empresaId", papel, versao_token as "versaoToken"`,
    [empresaId, CLIENTS / TABS],
  );
  const api = await startApi({ REDIS_PREFIX: deps.env.REDIS_PREFIX, RATE_LIMIT_MAX: '100000000' });
  const publish = createLivePublisher(deps.redis, deps.log, deps.env.REDIS_PREFIX);
  /** Sending time of each event, by id; `taken` has the duration of each delivery. */
  const sent = new Map<string, number>();
  let taken: number[] = [];
  const pages: Page[] = [];
  const hear = (id: string, now: number) => {
    const at = sent.get(id);
    if (at !== undefined) taken.push(now - at);
  };
  try {
    for (const member of members) {
      const { authorization } = bearer(signToken(deps, member));
      const opened = Array.from({ length: TABS }, () => openPage(api.base, authorization, hear));
      pages.push(...(await Promise.all(opened)));
    }
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
    for (const page of pages) page.close();
    await api.stop();
    await closeTestDeps(deps);
  }
}
