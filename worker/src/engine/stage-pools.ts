import { stagesAfter } from '@escuta/shared/domain/profiles/flows';
import { ETAPAS, type Etapa } from '@escuta/shared/domain/runs/status';
import type { WorkerPart } from '@escuta/shared/platform/process/worker-parts';

/** Pool of accounting stages. Answers of /ready contain this value, so it must not change. */
export const BOOKKEEPING_POOL = 'livros';
/** Pools of slots: `som` needs a core, `provedor` waits for AI providers, BOOKKEEPING_POOL settles credits. */
export const STAGE_POOLS = [BOOKKEEPING_POOL, 'provedor', 'som'] as const;
export type StagePool = (typeof STAGE_POOLS)[number];

const POOL_OF_STAGE: Record<Etapa, StagePool> = {
  audio: 'som',
  transcricao: 'provedor',
  analise_texto: 'provedor',
  confronto: 'provedor',
  negocio: 'provedor',
  contabilizacao: BOOKKEEPING_POOL,
};

/** The part that waits for AI providers also settles credits. */
const PART_OF_POOL: Record<StagePool, WorkerPart> = {
  [BOOKKEEPING_POOL]: 'ia',
  provedor: 'ia',
  som: 'audio',
};

export function poolsOf(parts: readonly WorkerPart[]): StagePool[] {
  return STAGE_POOLS.filter((pool) => parts.includes(PART_OF_POOL[pool]));
}

/** A part's stages, by which the Helm chart counts the demand (deploy/helm). */
export function stagesOfPart(part: WorkerPart): Etapa[] {
  return poolsOf([part]).flatMap(stagesOf);
}

/** A pool's stages, later ones first, so that started runs finish. */
export function stagesOf(pool: StagePool): Etapa[] {
  return ETAPAS.filter((etapa) => POOL_OF_STAGE[etapa] === pool).sort(
    (a, b) => stagesAfter(a) - stagesAfter(b),
  );
}
