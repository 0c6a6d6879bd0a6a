import { createHash } from 'node:crypto';
import { canonicalJson, ETAPA_ANTERIOR } from '../../domain/runs/stage-inputs.ts';
import type { Etapa } from '../../domain/runs/status.ts';

/** Prefix of hashes; older versions' hashes have another meaning. */
export const ENTRADA_V2 = 'v2:';

export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * Computes a stage's `entrada_hash` from its input (domain/runs/stage-inputs.ts) and its predecessor's hash.
 * @param entradas hashes of the run's earlier stages
 */
export function stageHash(
  etapa: Etapa,
  entrada: unknown,
  entradas: Partial<Record<Etapa, string | null>>,
): string {
  const anterior = ETAPA_ANTERIOR[etapa];
  return `${ENTRADA_V2}${digestOf([etapa, entrada, anterior ? (entradas[anterior] ?? null) : null])}`;
}
