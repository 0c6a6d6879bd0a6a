import { stagesAfter } from '@escuta/shared/domain/profiles/flows';
import { ETAPAS, type Etapa } from '@escuta/shared/domain/runs/status';
import type { WorkerPart } from '@escuta/shared/platform/process/worker-parts';

/** The sets of slots: what needs a core, what waits for a provider, what only keeps the books. */
export const STAGE_POOLS = ['livros', 'provedor', 'som'] as const;
export type StagePool = (typeof STAGE_POOLS)[number];

/** Who takes a stage's jobs. A stage that stands in no pool does not compile: its queue would fill and never be emptied. */
const POOL_OF_STAGE: Record<Etapa, StagePool> = {
  audio: 'som',
  transcricao: 'provedor',
  analise_texto: 'provedor',
  confronto: 'provedor',
  negocio: 'provedor',
  contabilizacao: 'livros',
};

/** Whose the pools are: a worker for what waits for a provider keeps its books too. */
const PART_OF_POOL: Record<StagePool, WorkerPart> = { livros: 'ia', provedor: 'ia', som: 'audio' };

/** The pools of a worker that is for these parts. */
export function poolsOf(parts: readonly WorkerPart[]): StagePool[] {
  return STAGE_POOLS.filter((pool) => parts.includes(PART_OF_POOL[pool]));
}

/** The stages of a part, as the demand by part counts them (deploy/helm). */
export function stagesOfPart(part: WorkerPart): Etapa[] {
  return poolsOf([part]).flatMap(stagesOf);
}

/** The stages of a pool, the later ones first, so that what was begun gets finished. */
export function stagesOf(pool: StagePool): Etapa[] {
  return ETAPAS.filter((etapa) => POOL_OF_STAGE[etapa] === pool).sort(
    (a, b) => stagesAfter(a) - stagesAfter(b),
  );
}
