import type { Etapa } from '../runs/status.ts';
import type { DefinicaoDePerfil } from './definition.ts';
import type { Perfil } from './profile.ts';
import { PROFILES } from './table.ts';

export const FLUXOS: Record<Perfil, DefinicaoDePerfil['fluxo']> = {
  ligacao: PROFILES.ligacao.fluxo,
  entrevista: PROFILES.entrevista.fluxo,
};

/** A flow up to and including a stage. */
export function flowUpTo(fluxo: readonly Etapa[], etapa: Etapa): Etapa[] {
  return fluxo.slice(0, fluxo.indexOf(etapa) + 1);
}

/** Maximum number of stages that follow `etapa` in any flow; 0: `etapa` is the last. */
export function stagesAfter(etapa: Etapa): number {
  const left = Object.values(FLUXOS).flatMap((fluxo) =>
    fluxo.includes(etapa) ? [fluxo.length - 1 - fluxo.indexOf(etapa)] : [],
  );
  return Math.max(0, ...left);
}
