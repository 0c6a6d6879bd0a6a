// The sweep deletes everything due, even if an object's deletion fails.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoundWork } from '../../worker/src/background/loop.ts';
import { Sweeper } from '../../worker/src/sweep.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createEmpresa } from '../support/factories.ts';

const deps = createTestDeps();
let empresaId: string;
beforeAll(async () => {
  empresaId = (await createEmpresa(deps)).id;
});
afterAll(() => closeTestDeps(deps));

/** Makes a sweeper over a store that refuses to delete the keys for which `refuses` is true. Records all requests. */
function sweeper(refuses: (key: string) => boolean = () => false) {
  const asked: string[] = [];
  const store = {
    delete: async (key: string) => {
      asked.push(key);
      if (refuses(key)) throw new Error('AccessDenied');
    },
  };
  const options = {
    db: deps.db,
    queues: { add: async () => undefined },
    store,
    log: deps.log,
    intervalMs: 60_000,
    onSwept: () => undefined,
  };
  return { asked, sweeper: new Sweeper(options as never) };
}

async function due(n: number, nome: string): Promise<string[]> {
  const chaves = Array.from({ length: n }, (_, index) => `${empresaId}/${nome}-${index}-${randomUUID()}`);
  await deps.prisma.objetoPendente.createMany({
    data: chaves.map((chave, index) => ({ empresaId, chave, apagarEm: new Date(1_700_000_000_000 + index) })),
  });
  return chaves;
}
const waiting = async () =>
  (await deps.prisma.objetoPendente.findMany({ where: { empresaId } })).map((r) => r.chave);

it('one object that cannot be deleted holds up none of the others, and waits longer each time', async () => {
  const poison = (await due(1, 'veneno'))[0] as string;
  await due(250, 'comum');
  const { asked, sweeper: sweep } = sweeper((key) => key === poison);
  await sweep.sweep();
  // One sweep deletes all other objects, and tries the refused object only once.
  expect(await waiting()).toEqual([poison]);
  expect(asked).toHaveLength(251);
  const row = () => deps.prisma.objetoPendente.findUniqueOrThrow({ where: { chave: poison } });
  const first = await row();
  expect(first.tentativas).toBe(1);
  expect(first.apagarEm.getTime()).toBeGreaterThan(Date.now());
  await sweep.sweep();
  expect(asked).toHaveLength(251);
  await deps.prisma.objetoPendente.update({ where: { chave: poison }, data: { apagarEm: new Date(0) } });
  const before = Date.now();
  await sweep.sweep();
  const second = await row();
  expect(second.tentativas).toBe(2);
  expect(second.apagarEm.getTime()).toBeGreaterThanOrEqual(before + 119_000);
  await deps.prisma.objetoPendente.deleteMany({ where: { empresaId } });
});

it('says with each object that it moves: a slow store is no standstill', async () => {
  await due(120, 'lento');
  let moves = 0;
  const moved = () => {
    moves += 1;
  };
  const movesBefore: number[] = [];
  const { sweeper: sweep } = sweeper(() => {
    movesBefore.push(moves);
    return false;
  });
  await (sweep.work as RoundWork).round({ isStopped: () => false, moved });
  expect(movesBefore).toHaveLength(120);
  expect(movesBefore.at(-1)).toBeGreaterThan(100);
});

it('two workers that sweep at one moment share the work', async () => {
  await due(300, 'dividido');
  const [one, two] = [sweeper(), sweeper()];
  await Promise.all([one.sweeper.sweep(), two.sweeper.sweep()]);
  expect(await waiting()).toEqual([]);
  expect([...one.asked, ...two.asked]).toHaveLength(300);
});
