import type { Papel } from '../../accounts/permissions.ts';

/** 'procede': the interview was not honest. 'explica': there is an innocent explanation. */
export const PARECERES = ['procede', 'explica'] as const;
export type Parecer = (typeof PARECERES)[number];

export const ESTADOS_SINAL = ['aberto', 'em_verificacao', 'confirmado', 'descartado'] as const;
export type EstadoSinal = (typeof ESTADOS_SINAL)[number];

export type ParecerDado = { parecer: Parecer; usuarioId: string; papel: Papel };

/** Only these roles can settle a signal. */
const isManager = ({ papel }: ParecerDado): boolean => papel === 'gerente' || papel === 'admin';

/**
 * State by the opinions in force, one per person. Confirmed: two 'procede', one by a gerente or administrator, and no
 * 'explica'. Dismissed: 'explica' by a gerente or administrator, and no 'procede'. Otherwise under examination.
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
