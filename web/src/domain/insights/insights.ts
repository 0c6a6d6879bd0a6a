/** What an insight's claims rest on, and in which words the page says it. */
import type { AlertaWire, CriterioWire, EvidenciaWire } from '@escuta/shared/contracts/insight-parts';

export type Criterio = CriterioWire;
export type Alerta = AlertaWire;
export type Evidencia = EvidenciaWire;

/** Failed critical criteria first, then other failures, the met ones, and last what does not apply; else as given. */
export function sortCriterios(criterios: readonly Criterio[]): Criterio[] {
  const rank = ({ atendido, critico }: Criterio) =>
    atendido === 'nao' ? (critico ? 0 : 1) : atendido === 'sim' ? 2 : 3;
  return [...criterios].sort((a, b) => rank(a) - rank(b));
}

/** Gravest first; else as given. */
export function sortAlertas(alertas: readonly Alerta[]): Alerta[] {
  const rank = { alta: 0, media: 1, baixa: 2 } as const;
  return [...alertas].sort((a, b) => rank[a.gravidade] - rank[b.gravidade]);
}

/** How many criteria apply and how many of these are met. */
export function countCriterios(criterios: readonly Criterio[]): { atendidos: number; aplicaveis: number } {
  const applicable = criterios.filter((criterio) => criterio.atendido !== 'nao_se_aplica');
  return {
    atendidos: applicable.filter((criterio) => criterio.atendido === 'sim').length,
    aplicaveis: applicable.length,
  };
}
