import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { readRunsUnderWay } from '@escuta/shared/platform/redis/queue-state';

export type Progress = {
  /** Poll loops, and the time since each last progressed, ms. */
  loops: readonly { nome: string; paradoMs: number }[];
  /** Pools of slots, and how long each had a free slot without taking a job, ms. */
  pools: readonly { etapas: readonly Etapa[]; ociosoMs: number }[];
};

/**
 * Reasons why a worker makes no progress: a poll loop hangs or fails, or due work waits despite a free slot. Long and
 * paused queues do not count.
 * @param limitS READY_STALL_S
 * @param paused reads the stages with paused queues; empty without Redis
 */
export async function standstills(
  db: Db,
  progress: Progress,
  limitS: number,
  paused: () => Promise<readonly Etapa[]>,
): Promise<string[]> {
  const limitMs = limitS * 1000;
  const hung = progress.loops
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
