/** A worker's parts: `audio`; `ia`: provider stages and accounting; `tarefas`: all work that belongs to no run. */
export const WORKER_PARTS = ['audio', 'ia', 'tarefas'] as const;
export type WorkerPart = (typeof WORKER_PARTS)[number];

const isPart = (name: string): name is WorkerPart => (WORKER_PARTS as readonly string[]).includes(name);
const split = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export function isPartList(list: string): boolean {
  return split(list).every(isPart);
}

/** Parts named by WORKER_ETAPAS; empty: all. */
export function partsOf(list: string): readonly WorkerPart[] {
  const named = split(list).filter(isPart);
  return named.length === 0 ? WORKER_PARTS : WORKER_PARTS.filter((part) => named.includes(part));
}
