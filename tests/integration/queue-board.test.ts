// The queue board: only an administrator opens it, in exchange for a ticket, for a limited time. It shows only job ids.
import { ETAPAS } from '@escuta/shared/domain/runs/status';
import { STAGE_QUEUES, stageJobSchema } from '@escuta/shared/queues/pipeline';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BOARD_PATH } from '../../api/src/plugins/queue-board/queue-board-session.ts';
import { StageQueues } from '../../worker/src/engine/queues.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { createPipelineTenant, createRecordedItem, request, startTestWorker } from '../support/pipeline.ts';

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  tenant = await createTenant(test.deps);
});
afterAll(() => test.close());
afterEach(() => {
  vi.useRealTimers();
});

const exchange = (token: string, app = test.app) =>
  app.inject({ method: 'POST', url: '/api/v1/admin/filas/sessao', headers: bearer(token) });
const cookieOf = async (token: string, app = test.app) => {
  const header = (await exchange(token, app)).headers['set-cookie'];
  return String(header).split(';')[0] ?? '';
};
const visit = (cookie: string, path = '', options: InjectOptions = {}) =>
  test.app.inject({
    url: `${BOARD_PATH}${path}`,
    ...options,
    headers: { accept: 'text/html', ...(cookie ? { cookie } : {}), ...options.headers },
  });

describe('people let in', () => {
  it('the administrator, by a cookie that no script reads and that goes to the board only', async () => {
    const answer = await exchange(tenant.tokens.admin);
    expect(answer.json().data).toMatchObject({ url: BOARD_PATH, escrita: false });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toContain(`; Path=${BOARD_PATH};`);
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(600);
    const page = await visit(cookie.split(';')[0] ?? '');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Filas da Escuta');
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page.body).toContain('<html lang="pt-BR"');
    expect(page.body).toMatch(/<body[^>]*><a class="[^"]*" href="\/admin">← Voltar à Escuta<\/a>/);
    expect(page.body).not.toContain('Loading');
    expect(page.body).toContain(
      'a[title="escuta-analise-texto"] > span::before { content: "Análise de texto"',
    );
    const words = await visit(cookie.split(';')[0] ?? '', '/static/locales/pt-BR/messages.json');
    expect(words.statusCode).toBe(200);
    const { DASHBOARD, QUEUE } = words.json();
    expect([DASHBOARD.JOBS_COUNT_one, QUEUE.STATUS.COMPLETED, QUEUE.STATUS.ALL]).toEqual([
      'Trabalhos: {{count}}',
      'Concluídos',
      'Todos',
    ]);
    expect(await test.deps.prisma.registroAcesso.count({ where: { acao: 'filas_abertas' } })).toBeGreaterThan(
      0,
    );
  });

  it('nobody else: not without the cookie, not with the token, not with another cookie', async () => {
    const good = await cookieOf(tenant.tokens.admin);
    expect((await exchange(tenant.tokens.gerente)).statusCode).toBe(403);
    for (const cookie of ['', 'escuta_filas=', 'escuta_filas=abc.def', `${good.slice(0, -3)}AAA`]) {
      const page = await visit(cookie);
      expect(page.statusCode, cookie).toBe(401);
      expect(page.body).toContain('O painel das filas está fechado');
      const api = await visit(cookie, '/api/queues', { headers: { accept: 'application/json' } });
      expect(api.json()).toMatchObject({ success: false, code: 'nao_autenticado' });
      expect((await visit(cookie, '/static/favicon.ico')).statusCode).toBe(401);
    }
    expect((await visit('', '', { headers: bearer(tenant.tokens.admin) })).statusCode).toBe(401);
    // The board accepts no session token in its cookie, and the API accepts no board cookie as a session token.
    expect((await visit(`escuta_filas=${tenant.tokens.admin}`)).statusCode).toBe(401);
    const asBearer = await test.app.inject({
      url: '/api/v1/users/profile',
      headers: bearer(good.slice('escuta_filas='.length)),
    });
    expect(asBearer.statusCode).toBe(401);
  });

  it('until the session ends, or ten minutes', async () => {
    const admin = await createMembro(test.deps, tenant.empresa, { papel: 'admin' });
    const cookie = await cookieOf(signToken(test.deps, admin));
    expect((await visit(cookie)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await visit(cookie)).statusCode).toBe(401);
    vi.useRealTimers();
    expect((await visit(cookie)).statusCode).toBe(200);
    await test.deps.sessions.endSessions(admin.id);
    expect((await visit(cookie)).statusCode).toBe(401);
    const demoted = await createMembro(test.deps, tenant.empresa, { papel: 'admin' });
    const second = await cookieOf(signToken(test.deps, demoted));
    await test.deps.prisma.membro.update({ where: { id: demoted.id }, data: { papel: 'gerente' } });
    test.deps.sessions.announce(demoted.id);
    expect((await visit(second)).statusCode).toBe(401);
  });

  it('not by requests of another site', async () => {
    const cookie = await cookieOf(tenant.tokens.admin);
    const site = (value: string) => visit(cookie, '/api/queues', { headers: { 'sec-fetch-site': value } });
    expect((await site('cross-site')).statusCode).toBe(401);
    expect((await site('same-origin')).statusCode).toBe(200);
  });

  it("the board's content policy stays in the board", async () => {
    const board = (await visit(await cookieOf(tenant.tokens.admin))).headers['content-security-policy'];
    expect(board).toContain("base-uri 'self'");
    expect(board).toContain("script-src 'self';");
    const elsewhere = (await test.app.inject({ url: '/qualquer' })).headers['content-security-policy'];
    expect(elsewhere).toContain("base-uri 'none'");
  });
});

it('shows the five stages, and the jobs carry only ids', async () => {
  const provider = await startFakeProvider();
  const jobs = await createPipelineTenant(test.deps);
  provider.latencyMs = { transcricao: 60_000, chat: 60_000 };
  const worker = await startTestWorker(test.deps, provider.url, { PROVIDER_SLOTS: 1, AUDIO_SLOTS: 1 });
  const cookie = await cookieOf(tenant.tokens.admin);
  const queues = new StageQueues(test.deps.redis, test.deps.env.REDIS_PREFIX, () => undefined);
  try {
    const runs: { execucaoId: string }[] = [];
    for (let index = 0; index < 3; index += 1) {
      runs.push(await request(test.deps, await createRecordedItem(test.deps, jobs)));
    }
    // Queues a job of the first run for every stage from the third on, as a message that is delivered twice can do.
    const addLater = () =>
      queues.add(
        ETAPAS.slice(2).map((etapa) => ({
          execucaoId: runs[0]!.execucaoId,
          empresaId: jobs.empresa.id,
          etapa,
          versao: 0,
        })),
      );
    type Seen = {
      name: string;
      readOnlyMode: boolean;
      counts: { active: number };
      jobs: { data: unknown; name: string }[];
    };
    const walk = async (): Promise<Seen[]> =>
      Promise.all(
        ETAPAS.map(async (etapa) => {
          const answer = await visit(
            cookie,
            `/api/queues?activeQueue=${STAGE_QUEUES[etapa]}&status=latest&page=1&jobsPerPage=50`,
          );
          const { queues: all } = answer.json() as { queues: Seen[] };
          return all.find(({ name }) => name === STAGE_QUEUES[etapa])!;
        }),
      );
    const filled = async () =>
      (await walk()).filter((queue) => queue.jobs.length > 0).map(({ name }) => name);
    await expect.poll(filled).toContain(STAGE_QUEUES.transcricao);
    // One run holds the only provider slot, so exactly one transcription job is active.
    const active = async () =>
      (await walk()).find(({ name }) => name === STAGE_QUEUES.transcricao)?.counts.active;
    await expect.poll(active).toBe(1);
    await worker.drain(0);
    await addLater();
    const seen = await walk();
    expect(seen.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    const found = seen.flatMap((queue) => queue.jobs);
    expect(found.length).toBeGreaterThanOrEqual(4);
    for (const { data, name } of found) {
      expect(ETAPAS).toContain(name);
      expect(stageJobSchema.strict().parse(data)).toEqual(data);
    }
  } finally {
    await queues.close();
    provider.latencyMs = { transcricao: 0, chat: 0 };
    await provider.close();
    await worker.close();
  }
});

describe('changes', () => {
  const writes: [method: 'PUT' | 'POST' | 'PATCH', path: string][] = [
    ['PUT', '/api/queues/pause'],
    ['PUT', `/api/queues/${STAGE_QUEUES.audio}/pause`],
    ['PUT', `/api/queues/${STAGE_QUEUES.audio}/empty`],
    ['PUT', `/api/queues/${STAGE_QUEUES.audio}/obliterate`],
    ['POST', `/api/queues/${STAGE_QUEUES.audio}/add`],
    ['PATCH', `/api/queues/${STAGE_QUEUES.audio}/1/update-data`],
  ];

  it.each(writes)("nothing, without the operator's leave: %s %s", async (method, path) => {
    const cookie = await cookieOf(tenant.tokens.admin);
    const answer = await visit(cookie, path, {
      method,
      payload: {},
      headers: { accept: 'application/json' },
    });
    expect(answer.json()).toMatchObject({ code: 'sem_permissao' });
  });

  it('with QUEUE_BOARD_WRITE changes the queues and is logged, but does no jobs by hand', async () => {
    const writable = await createTestApp({ QUEUE_BOARD_WRITE: true });
    try {
      const cookie = await cookieOf(tenant.tokens.admin, writable.app);
      const put = (path: string, method: 'PUT' | 'POST' = 'PUT') =>
        writable.app.inject({ method, url: `${BOARD_PATH}${path}`, headers: { cookie } });
      const path = `/api/queues/${STAGE_QUEUES.audio}`;
      expect((await put(`${path}/pause`)).statusCode).toBe(200);
      expect((await put(`${path}/resume`)).statusCode).toBe(200);
      expect((await put(`${path}/add`, 'POST')).statusCode).toBe(403);
      const rows = await test.deps.prisma.registroAcesso.findMany({
        where: { acao: 'filas_alteradas', usuarioId: tenant.admin.usuarioId },
        orderBy: { createdAt: 'asc' },
      });
      expect(rows.map(({ detalhes }) => detalhes)).toEqual([
        { metodo: 'PUT', caminho: `${path}/pause` },
        { metodo: 'PUT', caminho: `${path}/resume` },
      ]);
    } finally {
      await writable.close();
    }
  });
});
