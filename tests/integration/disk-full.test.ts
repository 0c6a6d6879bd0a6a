// A disk without room: the run waits, says why, and goes on by itself; nothing is charged twice and nothing given up.
import { SEM_ESPACO_EM_DISCO } from '@escuta/shared/domain/failures';
import type { ObjectStore } from '@escuta/shared/node/object-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
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
let full: 'ENOSPC' | 'EDQUOT' | null = null;

beforeAll(async () => {
  fake = await startFakeProvider();
  const { store: disk } = deps;
  const store: ObjectStore = {
    get: (key, range) => disk.get(key, range),
    head: (key) => disk.head(key),
    delete: (key) => disk.delete(key),
    check: () => disk.check(),
    // What the system answers to a write when there is no room, at the place where the stages write.
    put: (key, body, options) => {
      if (full === null) return disk.put(key, body, options);
      body.destroy();
      return Promise.reject(Object.assign(new Error(`${full}: write`), { code: full }));
    },
  };
  worker = await startTestWorker({ ...deps, store }, fake.url);
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
});

it.each(['ENOSPC', 'EDQUOT'] as const)(
  '%s: o processamento espera e termina sozinho quando há espaço',
  async (code) => {
    const tenant = await createPipelineTenant(deps);
    const item = await createRecordedItem(deps, tenant);
    full = code;
    const { execucaoId } = await request(deps, item);
    const stage = () => deps.prisma.execucaoEtapa.findFirstOrThrow({ where: { execucaoId, etapa: 'audio' } });
    // Twice, at the least, it found no room: the fencing token counts the claims.
    await expect.poll(async () => (await stage()).versao, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await expect.poll(stage, { timeout: 30_000 }).toMatchObject({
      status: 'pendente',
      erro: SEM_ESPACO_EM_DISCO,
      tentativa: 0,
    });
    const { status } = await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
    expect(status).toBe('processando');
    expect(await deps.prisma.letraMorta.count({ where: { empresaId: tenant.empresa.id } })).toBe(0);
    full = null;
    const run = await waitForRun(deps, execucaoId, 30_000);
    expect(run.status).toBe('concluida');
    expect(run.item.status).toBe('concluido');
    expect(run.eventos.filter(({ evento }) => evento === 'Aguardando espaço em disco')).toHaveLength(1);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  },
  90_000,
);
