import type { Etapa } from '../runs/status.ts';
import type { DefinicaoDePerfil } from './definition.ts';
import type { Perfil } from './profile.ts';
import { PROFILES } from './table.ts';

/** The stages of a new run of each profile, in order. */
export const FLUXOS: Record<Perfil, DefinicaoDePerfil['fluxo']> = {
  ligacao: PROFILES.ligacao.fluxo,
  entrevista: PROFILES.entrevista.fluxo,
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
