/** What people's opinions make of a signal. Pure. */
import type { Papel } from '../../accounts/permissions.ts';

/** 'procede': what the signal shows was not an honest interview. 'explica': there is an innocent explanation. */
export const PARECERES = ['procede', 'explica'] as const;
export type Parecer = (typeof PARECERES)[number];

export const ESTADOS_SINAL = ['aberto', 'em_verificacao', 'confirmado', 'descartado'] as const;
export type EstadoSinal = (typeof ESTADOS_SINAL)[number];

export type ParecerDado = { parecer: Parecer; usuarioId: string; papel: Papel };

/** Roles that may settle a signal; anybody else is a second opinion. */
const isManager = ({ papel }: ParecerDado): boolean => papel === 'gerente' || papel === 'admin';

/**
 * The state that the opinions in force make (one a person, given on the evidence as it is now). Confirmed: two people say that it stands,
 * one of them a gerente or administrator, and nobody explains it. Dismissed: a gerente or administrator explains it, and nobody says that
 * it stands. Any other opinion: being looked into.
 */
export function stateOf(pareceres: readonly ParecerDado[]): EstadoSinal {
  if (pareceres.length === 0) return 'aberto';
  const stands = pareceres.filter(({ parecer }) => parecer === 'procede');
  const explains = pareceres.filter(({ parecer }) => parecer === 'explica');
  const people = new Set(stands.map(({ usuarioId }) => usuarioId));
  if (explains.length === 0 && people.size >= 2 && stands.some(isManager)) return 'confirmado';
  if (stands.length === 0 && explains.some(isManager)) return 'descartado';
  return 'em_verificacao';
}
