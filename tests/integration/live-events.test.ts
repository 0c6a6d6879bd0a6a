import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { Processes, processesKey } from '@escuta/shared/platform/process/processes';
import { createLivePublisher } from '@escuta/shared/platform/redis/live-events';
import { gapChannel, type LiveEvent } from '@escuta/shared/queues/pipeline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_STREAMS_PER_ACCOUNT } from '../../api/src/features/sistema/event-streams.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
let mine: Tenant;
let theirs: Tenant;
let base: string;
const open: AbortController[] = [];
/** The timeout is long, so that a busy machine does not fail the test, which checks only events and their order. */
const POLL = { timeout: 60_000 };

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const controller of open) controller.abort();
  await test.close();
});

/** Opens a client of /eventos that keeps the received text, and notes whether the server ended the stream. */
async function listen(token: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${base}/api/v1/eventos`, {
    headers: { ...bearer(token), ...headers },
    signal: controller.signal,
  });
  const client = { response, text: '', ended: false, close: () => controller.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) client.text += decoder.decode(part as Uint8Array);
    client.ended = true;
  };
  read().catch(() => {
    client.ended = true;
  });
  return client;
}

const publish = (...events: LiveEvent[]) =>
  createLivePublisher(test.deps.redis, test.deps.log, test.deps.env.REDIS_PREFIX)(events);
const itemEvent = (
  tenant: Tenant,
  itemId: string,
  status: 'processando' | 'concluido' = 'concluido',
): LiveEvent => ({
  tipo: 'item',
  empresaId: tenant.empresa.id,
  projetoId: tenant.projeto.id,
  itemId,
  status,
});
/** Parses the events that follow the opening message. */
const eventsOf = (text: string) =>
  [...text.matchAll(/event: (?!ligado)(\w+)\ndata: (.*)\n\n/g)].map((m) => ({
    tipo: m[1],
    data: JSON.parse(m[2] ?? ''),
  }));

describe('GET /eventos', () => {
  it("sends the company's events, and only those, without an intermediary that holds them", async () => {
    const [client, other] = [await listen(mine.tokens.usuario), await listen(theirs.tokens.admin)];
    expect(client.response.status).toBe(200);
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(client.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(client.response.headers.get('x-accel-buffering')).toBe('no');
    const itemId = randomUUID();
    publish(itemEvent(mine, itemId), { tipo: 'creditos', empresaId: mine.empresa.id });
    await expect
      .poll(() => eventsOf(client.text))
      .toEqual([
        { tipo: 'item', data: itemEvent(mine, itemId) },
        { tipo: 'creditos', data: { tipo: 'creditos', empresaId: mine.empresa.id } },
      ]);
    expect(client.text).toMatch(/^id: \d+$/m);
    // Even an administrator's stream has only events of the administrator's own company.
    expect(eventsOf(other.text)).toEqual([]);
    client.close();
    other.close();
  });

  it('tells a newcomer how long ago something changed, so that he reads again what he read before', async () => {
    const tenant = await createTenant(test.deps);
    const agoOf = (text: string) => {
      const [, data] = /event: ligado\ndata: (.*)\n\n/.exec(text) ?? [];
      return data ? (JSON.parse(data) as { mudouHaMs: number }).mudouHaMs : null;
    };
    const quiet = await listen(tenant.tokens.usuario);
    await expect.poll(() => agoOf(quiet.text), POLL).toBe(10 * 60_000);
    const before = Date.now();
    publish({ tipo: 'creditos', empresaId: tenant.empresa.id });
    await expect.poll(() => eventsOf(quiet.text).at(-1)?.tipo, POLL).toBe('creditos');
    const late = await listen(tenant.tokens.usuario);
    await expect.poll(() => agoOf(late.text), POLL).not.toBeNull();
    expect(agoOf(late.text)).toBeLessThanOrEqual(Date.now() - before);
    const other = await listen(mine.tokens.usuario);
    await expect.poll(() => agoOf(other.text), POLL).not.toBeNull();
    for (const one of [quiet, late, other]) one.close();
  });

  it("joins an item's repeated events into the last", async () => {
    const tenant = await createTenant(test.deps);
    const { subscriptions } = test.deps;
    const subscribe = subscriptions.listen.bind(subscriptions);
    const held: string[] = [];
    // Each event is a message in Redis. This test collects all messages, and passes them on together.
    vi.spyOn(subscriptions, 'listen').mockImplementation((channel, onMessage) =>
      subscribe(channel, (message) => {
        held.push(message);
        if (held.length === 102) for (const one of held) onMessage(one);
      }),
    );
    const client = await listen(tenant.tokens.usuario);
    const [a, b] = [randomUUID(), randomUUID()];
    publish(
      ...Array.from({ length: 50 }, () => [
        itemEvent(tenant, a, 'processando'),
        itemEvent(tenant, b, 'processando'),
      ]).flat(),
      itemEvent(tenant, a, 'concluido'),
      // This event is the last: once it has arrived, all other events have arrived.
      { tipo: 'creditos', empresaId: tenant.empresa.id },
    );
    await expect.poll(() => eventsOf(client.text).at(-1)?.tipo, POLL).toBe('creditos');
    // Of the 101 events about two items, the last event of each item arrives.
    expect(eventsOf(client.text)).toEqual([
      { tipo: 'item', data: itemEvent(tenant, a, 'concluido') },
      { tipo: 'item', data: itemEvent(tenant, b, 'processando') },
      { tipo: 'creditos', data: { tipo: 'creditos', empresaId: tenant.empresa.id } },
    ]);
    client.close();
  });

  it('asks for a refresh of everything when a client returns after an interruption', async () => {
    const client = await listen(mine.tokens.usuario, { 'last-event-id': '1' });
    await expect.poll(() => eventsOf(client.text)).toEqual([{ tipo: 'atualizar', data: {} }]);
    client.close();
  });

  it('asks for a refresh of everything, once, when a process dies without goodbye: it may not have told what it wrote', async () => {
    const { redis, processes, log, env } = test.deps;
    const prefix = env.REDIS_PREFIX;
    const worker = (id: string) =>
      JSON.stringify({ id, tipo: 'worker', maquina: 'm', desde: 1, pasta: null });
    const told: string[] = [];
    const stop = await test.deps.subscriptions.listen(gapChannel(prefix), () => void told.push('lacuna'));
    const mark = async () => {
      await redis.publish(gapChannel(prefix), '');
      await expect.poll(() => told.length, POLL).toBeGreaterThan(0);
      return told.splice(0).length - 1;
    };
    const quiet = await createTenant(test.deps);
    const clients = await Promise.all([listen(mine.tokens.usuario), listen(theirs.tokens.usuario)]);

    // Neither a process that signs off nor a living process that is late causes an event.
    const other = new Processes({ redis, prefix, log }, { tipo: 'worker', maquina: 'm', pasta: null });
    await other.start();
    const [late] = (await redis.zrange(processesKey(prefix), 0, '-1')).filter((one) =>
      one.includes('"worker"'),
    );
    await redis.zadd(processesKey(prefix), 1, late as string);
    await other.capacity();
    await other.stop();
    await processes.capacity();
    expect(await mark()).toBe(0);
    // `mark` publishes an event: once it has arrived, all earlier events have.
    await expect.poll(() => clients.map(({ text }) => eventsOf(text).length), POLL).toEqual([1, 1]);

    // Two workers were killed: the first process that looks reports both, and the process after it reports none.
    await redis.zadd(processesKey(prefix), 1, worker(randomUUID()), 2, worker(randomUUID()));
    await Promise.all([processes.capacity(), processes.capacity()]);
    await expect.poll(() => clients.map(({ text }) => eventsOf(text).length), POLL).toEqual([2, 2]);
    expect(told).toEqual(['lacuna']);
    for (const { text } of clients) expect(eventsOf(text)[1]).toEqual({ tipo: 'atualizar', data: {} });

    // The opening message says how long ago workers were lost, so that a page with older data reads the data again.
    const before = await listen(quiet.tokens.usuario);
    await expect.poll(() => before.text, POLL).toContain('mudouHaMs');
    expect(Number(/"mudouHaMs":(\d+)/.exec(before.text)?.[1])).toBeLessThan(10 * 60_000);
    for (const client of [...clients, before]) client.close();
    stop();
  });

  it('ends with the session: at once, when the account is closed', async () => {
    const membro = await createMembro(test.deps, mine.empresa);
    const [client, other] = [await listen(signToken(test.deps, membro)), await listen(mine.tokens.usuario)];
    await test.deps.sessions.endSessions(membro.id);
    await expect.poll(() => client.ended).toBe(true);
    expect(other.ended).toBe(false);
    expect((await listen(signToken(test.deps, membro))).response.status).toBe(401);
    other.close();
  });

  it("limits an account's connections, and gives back the place of one that leaves", async () => {
    const membro = await createMembro(test.deps, mine.empresa);
    const token = signToken(test.deps, membro);
    const clients = await Promise.all(Array.from({ length: MAX_STREAMS_PER_ACCOUNT }, () => listen(token)));
    expect(clients.every(({ response }) => response.status === 200)).toBe(true);
    const refused = await listen(token);
    expect(refused.response.status).toBe(429);
    clients[0]?.close();
    await expect
      .poll(async () => {
        const next = await listen(token);
        if (next.response.status === 200) next.close();
        return next.response.status;
      })
      .toBe(200);
    for (const client of clients) client.close();
  });

  it('uses one Redis subscription a company, and drops it when nobody listens any more', async () => {
    const tenant = await createTenant(test.deps);
    const subscribers = async () =>
      Number(
        (
          await test.deps.redis.pubsub('NUMSUB', `${process.env.REDIS_PREFIX}:eventos:${tenant.empresa.id}`)
        )[1],
      );
    const clients = await Promise.all([
      listen(tenant.tokens.admin),
      listen(tenant.tokens.gerente),
      listen(tenant.tokens.usuario),
    ]);
    await expect.poll(subscribers).toBe(1);
    for (const client of clients) client.close();
    await expect.poll(subscribers).toBe(0);
    const again = await listen(tenant.tokens.usuario);
    publish({ tipo: 'creditos', empresaId: tenant.empresa.id });
    await expect.poll(() => eventsOf(again.text).length).toBe(1);
    again.close();
  });

  it('drops a client that does not read', async () => {
    const tenant = await createTenant(test.deps);
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write(
      `GET /api/v1/eventos HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.tokens.usuario}\r\n\r\n`,
    );
    socket.pause();
    socket.on('error', () => undefined);
    const healthy = await listen(tenant.tokens.gerente);
    // Both streams are open, and those of earlier tests are closed.
    await expect.poll(openStreams).toBe(2);
    // Sends events until the system's buffers and the server's are full. Each message is smaller than the limit of
    // unread bytes and waits for the fast reader, so that only a full buffer can drop the slow client.
    while ((await openStreams()) > 1) {
      const ids = Array.from({ length: 800 }, () => randomUUID());
      publish(...ids.map((id) => itemEvent(tenant, id)));
      healthy.text = '';
      await expect.poll(() => ids.every((id) => healthy.text.includes(id)), POLL).toBe(true);
    }
    expect(await openStreams()).toBe(1);
    expect(healthy.ended).toBe(false);
    socket.destroy();
    healthy.close();
  });

  it('tells and releases all when the connection to Redis fell', async () => {
    const client = await listen(mine.tokens.usuario);
    const list = String(await test.deps.redis.client('LIST'));
    const ids = list
      .split('\n')
      .filter((line) => line.includes('name=escuta-api-eventos'))
      .map((line) => /id=(\d+)/.exec(line)?.[1] ?? '');
    expect(ids.length).toBeGreaterThan(0);
    await Promise.all(ids.map((id) => test.deps.redis.client('KILL', 'ID', id)));
    await expect.poll(() => eventsOf(client.text)).toEqual([{ tipo: 'atualizar', data: {} }]);
    await expect.poll(() => client.ended).toBe(true);
    const again = await listen(mine.tokens.usuario, { 'last-event-id': '1' });
    const itemId = randomUUID();
    await expect.poll(() => eventsOf(again.text).length).toBe(1);
    publish(itemEvent(mine, itemId));
    await expect.poll(() => eventsOf(again.text).at(-1)?.data.itemId).toBe(itemId);
    again.close();
  });
});

async function openStreams(): Promise<number> {
  const metric = await test.deps.metrics.eventStreams.get();
  return metric.values[0]?.value ?? 0;
}

it('ending the application ends the open streams', async () => {
  const app = await createTestApp();
  const tenant = await createTenant(app.deps);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/eventos`, {
    headers: bearer(tenant.tokens.usuario),
  });
  const ended = (async () => {
    for await (const _ of response.body ?? []);
  })();
  await app.close();
  await ended;
});
