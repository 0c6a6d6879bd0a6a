/** Sorting, counting and verdicts of an insight's criteria and alerts, for the pages that show them. */
import type {
  AlertaWire,
  CriterioWire,
  EvidenciaWire,
  ValidacaoInsight,
} from '@escuta/shared/contracts/insights/insight-parts';

export type Criterio = CriterioWire;
export type Alerta = AlertaWire;
export type Evidencia = EvidenciaWire;

/** A criterion with a person's verdict on it. */
export type CriterioRevisto = Criterio & {
  /** The person's answer, where it differs from the AI's. */
  pessoa?: Criterio['atendido'] | undefined;
  /** True if the person rejected the whole insight, so that no answer counts. */
  rejeitado?: boolean | undefined;
};

/** The criteria of an insight with the answers of the verdict in force. */
export function underVerdict(
  criterios: readonly Criterio[],
  validacao: ValidacaoInsight | null,
): CriterioRevisto[] {
  if (!validacao) return [...criterios];
  if (validacao.inteiro) return criterios.map((criterio) => ({ ...criterio, rejeitado: true }));
  const answers = new Map(validacao.discordancias.map(({ id, atendido }) => [id, atendido]));
  return criterios.map((criterio) => ({ ...criterio, pessoa: answers.get(criterio.id) }));
}

/** The answer that counts: the person's, else the AI's. */
export function answerInForce({ atendido, pessoa }: CriterioRevisto): Criterio['atendido'] {
  return pessoa ?? atendido;
}

/**
 * Sorts failed critical criteria first, then other failures, met criteria, and criteria that do not apply; ties keep
 * their order.
 */
export function sortCriterios<C extends CriterioRevisto>(criterios: readonly C[]): C[] {
  const rank = (criterio: C) => {
    const atendido = answerInForce(criterio);
    return atendido === 'nao' ? (criterio.critico ? 0 : 1) : atendido === 'sim' ? 2 : 3;
  };
  return [...criterios].sort((a, b) => rank(a) - rank(b));
}

/** Sorts by gravity, the gravest first; ties keep their order. */
export function sortAlertas(alertas: readonly Alerta[]): Alerta[] {
  const rank = { alta: 0, media: 1, baixa: 2 } as const;
  return [...alertas].sort((a, b) => rank[a.gravidade] - rank[b.gravidade]);
}

/** Counts the criteria that apply, and those of them that are met. */
export function countCriterios(criterios: readonly CriterioRevisto[]): {
  atendidos: number;
  aplicaveis: number;
} {
  const applicable = criterios.filter((criterio) => answerInForce(criterio) !== 'nao_se_aplica');
  return {
    atendidos: applicable.filter((criterio) => answerInForce(criterio) === 'sim').length,
    aplicaveis: applicable.length,
  };
}
