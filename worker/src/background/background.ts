import type { WorkerPart } from '@escuta/shared/platform/process/worker-parts';
import { Loop } from './loop.ts';
import { KINDS, type KindDeps } from './table.ts';

/** Creates the loops of the worker's `parts`, and maps PostgreSQL channels to the loops they wake. */
export function backgroundOf(deps: KindDeps, parts: readonly WorkerPart[]) {
  const own = Object.values(KINDS)
    .filter(({ parte }) => parts.includes(parte))
    .map(({ canal, make }) => {
      const onEnd = deps.metrics.background.bind(deps.metrics);
      return { canal, loop: new Loop(make(deps), { log: deps.log, onEnd }) };
    });
  return {
    loops: own.map(({ loop }) => loop),
    handlers: Object.fromEntries(
      own.flatMap(({ canal, loop }) => (canal ? [[canal, () => loop.wake()]] : [])),
    ),
  };
}
