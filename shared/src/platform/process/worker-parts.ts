/** What a worker may be for: sound; what waits for a provider, with the books; everything that is no stage of a run. */
export const WORKER_PARTS = ['audio', 'ia', 'tarefas'] as const;
export type WorkerPart = (typeof WORKER_PARTS)[number];

const isPart = (name: string): name is WorkerPart => (WORKER_PARTS as readonly string[]).includes(name);
const split = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Whether WORKER_ETAPAS may say so. */
export function isPartList(list: string): boolean {
  return split(list).every(isPart);
}

/** The parts that WORKER_ETAPAS names; an empty one names all. */
export function partsOf(list: string): readonly WorkerPart[] {
  const named = split(list).filter(isPart);
  return named.length === 0 ? WORKER_PARTS : WORKER_PARTS.filter((part) => named.includes(part));
}
