import type { Etapa } from '../status.ts';
import type { Perfil } from './profile.ts';

/**
 * The stages of a new run, in order. A run's rows are written by it when the run is requested, and are its flow from then on
 * (execucao_etapas.ordem): a change here leaves open runs as they are.
 */
export const FLUXOS: Record<Perfil, readonly [Etapa, ...Etapa[]]> = {
  ligacao: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'],
  entrevista: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'],
};

/** A flow up to a stage, with it. */
export function flowUpTo(fluxo: readonly Etapa[], etapa: Etapa): Etapa[] {
  return fluxo.slice(0, fluxo.indexOf(etapa) + 1);
}

/** How many stages follow this one in the flow where the most do: 0 for what ends every run. */
export function stagesAfter(etapa: Etapa): number {
  const left = Object.values(FLUXOS).flatMap((fluxo) =>
    fluxo.includes(etapa) ? [fluxo.length - 1 - fluxo.indexOf(etapa)] : [],
  );
  return Math.max(0, ...left);
}
