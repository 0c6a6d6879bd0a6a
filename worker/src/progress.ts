import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { readRunsUnderWay } from '@escuta/shared/platform/redis/queue-state';

/** How a worker gets on. */
export type Progress = {
  /** Its rounds, and for how long each has come no further, ms. */
  rounds: readonly { nome: string; paradoMs: number }[];
  /** Its sets of slots: for how long each had one free and took nothing, ms. */
  pools: readonly { etapas: readonly Etapa[]; ociosoMs: number }[];
};

/**
 * Why a worker that has all it needs does not get on; empty while it does. That much waits is no reason: a worker whose
 * slots are in use, or that takes one job after the other, gets on. One whose rounds hang or fail, or that leaves work which
 * is due lying beside a free slot, does not; of a queue that an administrator has paused nothing is to be taken.
 * @param limitS READY_STALL_S
 * @param paused asks which stages' queues are paused; none while Redis does not say
 */
export async function standstills(
  db: Db,
  progress: Progress,
  limitS: number,
  paused: () => Promise<readonly Etapa[]>,
): Promise<string[]> {
  const limitMs = limitS * 1000;
  const hung = progress.rounds
    .filter(({ paradoMs }) => paradoMs > limitMs)
    .map(({ nome, paradoMs }) => `Sem progresso há ${Math.floor(paradoMs / 1000)} s: ${nome}.`);
  const idle = progress.pools.filter(({ ociosoMs }) => ociosoMs > limitMs);
  if (idle.length === 0) return hung;
  const { esperas } = await readRunsUnderWay(db);
  const lying = esperas.filter(
    ({ etapa, esperaS }) => esperaS > limitS && idle.some(({ etapas }) => etapas.includes(etapa)),
  );
  const held = lying.length > 0 ? await paused() : [];
  const left = lying.filter(({ etapa }) => !held.includes(etapa));
  return [
    ...hung,
    ...left.map(
      ({ etapa, esperaS }) =>
        `Sem progresso: há vaga livre e trabalho à espera há ${Math.floor(esperaS)} s na etapa ${etapa}.`,
    ),
  ];
}
