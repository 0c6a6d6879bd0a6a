// A full disk: the run waits with a reason and continues by itself; nothing is charged twice or given up. The process
// that finds the disk full says so at once in its readiness.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEM_ESPACO_EM_DISCO } from '@escuta/shared/domain/runs/failures';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readiness } from '../../worker/src/private-server.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestApp, createTestDeps, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { cases, longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker;
let api: TestApp;
let full: 'ENOSPC' | 'EDQUOT' | null = null;

const noRoom = () => Object.assign(new Error(`${full}: write`), { code: full });

beforeAll(async () => {
  fake = await startFakeProvider();
  const { store: disk } = deps;
  const store: ObjectStore = {
    get: (key, range) => disk.get(key, range),
    head: (key) => disk.head(key),
    list: () => disk.list(),
    delete: (key) => disk.delete(key),
    check: () => (full === null ? disk.check() : Promise.reject(noRoom())),
    // Makes the stages' writes fail as on a full disk.
    put: (key, body, options) => {
      if (full === null) return disk.put(key, body, options);
      body.destroy();
      return Promise.reject(noRoom());
    },
  };
  worker = await startTestWorker({ ...deps, store }, fake.url);
  api = await createTestApp({ OPENAI_BASE_URL: fake.url }, { parts: { store } });
});
afterAll(async () => {
  await api.close();
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
});

it.each(cases(['ENOSPC', 'EDQUOT'] as const))(
  '%s: the processing waits and ends by itself when there is room',
  async (code) => {
    const tenant = await createPipelineTenant(deps);
    const item = await createRecordedItem(deps, tenant);
    full = code;
    const { execucaoId } = await request(deps, item);
    const stage = () => deps.prisma.execucaoEtapa.findFirstOrThrow({ where: { execucaoId, etapa: 'audio' } });
    // The stage found the disk full at least twice: `versao` counts how often a worker took the stage.
    await expect.poll(async () => (await stage()).versao, { timeout: 120_000 }).toBeGreaterThanOrEqual(2);
    await expect.poll(stage, { timeout: 120_000 }).toMatchObject({
      status: 'pendente',
      erro: SEM_ESPACO_EM_DISCO,
      tentativa: 0,
    });
    const { status } = await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
    expect(status).toBe('processando');
    // The failed write makes the worker unready at once; the storage check runs only every ten seconds.
    expect(await readiness(worker, deps.env, false)).toMatchObject({ pronto: false, armazenamento: false });
    expect(await deps.prisma.letraMorta.count({ where: { empresaId: tenant.empresa.id } })).toBe(0);
    full = null;
    const run = await waitForRun(deps, execucaoId);
    expect(run.status).toBe('concluida');
    expect(run.item.status).toBe('concluido');
    expect(await readiness(worker, deps.env, false)).toMatchObject({ armazenamento: true });
    expect(run.eventos.filter(({ evento }) => evento === 'Aguardando espaço em disco')).toHaveLength(1);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  },
  240_000,
);

longo.test('an API that met a full disk says so at once, and comes back by itself', async () => {
  const tenant = await createTenant(deps);
  const mp3 = await readFile(join(import.meta.dirname, '../../samples/teste-curta.mp3'));
  const upload = async () => {
    const form = new FormData();
    form.append('file', new Blob([mp3], { type: 'audio/mpeg' }), 'chamada.mp3');
    const { id } = await createItem(deps, tenant.auditoria);
    const multipart = new Response(form);
    return api.app.inject({
      method: 'POST',
      url: `/api/v1/auditoria-item/${id}/upload`,
      headers: {
        ...bearer(tenant.tokens.gerente),
        'content-type': multipart.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await multipart.arrayBuffer()),
    });
  };
  const storage = async () => (await api.app.inject({ url: '/api/v1/health' })).json().dependencias.storage;
  await expect.poll(storage).toBe('ok');
  full = 'ENOSPC';
  const refused = await upload();
  expect(refused.json()).toMatchObject({ success: false, code: 'sem_espaco' });
  expect(await storage()).toBe('falha');
  full = null;
  expect((await upload()).statusCode).toBe(200);
  expect(await storage()).toBe('ok');
});
