import type { Criterio } from './insight-criteria.ts';

/** Highest score of a call that fails a critical criterion. */
export const NOTA_MAXIMA_COM_FALHA_CRITICA = 0.4;

export type CriterioAvaliado = Pick<Criterio, 'id' | 'peso' | 'critico'> & {
  atendido: 'sim' | 'nao' | 'nao_se_aplica';
  /** The result of `isProven`. */
  comprovado: boolean;
};

/** True if an answer claims that something was said: 'sim', or 'nao' to a criterion with `ausencia`. */
export function claimsSpeech(atendido: CriterioAvaliado['atendido'], ausencia = false): boolean {
  return atendido !== 'nao_se_aplica' && (atendido === 'sim') !== ausencia;
}

/**
 * True if an answer is proven. A claim that something was said needs a verified quote; a claim that nothing was said
 * needs a verified quote only if quotes were given.
 */
export function isProven(
  atendido: CriterioAvaliado['atendido'],
  evidencias: readonly { verificada: boolean }[],
  ausencia = false,
): boolean {
  if (atendido === 'nao_se_aplica') return true;
  if (!claimsSpeech(atendido, ausencia) && evidencias.length === 0) return true;
  return evidencias.some(({ verificada }) => verificada);
}

/**
 * Score of a call by one template, 0 to 1, rounded to 4 decimals:
 *
 * Σ weight of proven 'sim' ÷ Σ weight of proven 'sim' and 'nao'
 *
 * at most NOTA_MAXIMA_COM_FALHA_CRITICA if a critical criterion is a proven 'nao'. A person reviews unproven answers.
 * Null: no answer counts.
 */
export function scoreCriteria(criterios: readonly CriterioAvaliado[]): number | null {
  let met = 0;
  let total = 0;
  let criticalFailure = false;
  for (const { atendido, comprovado, peso, critico } of criterios) {
    if (!comprovado || atendido === 'nao_se_aplica') continue;
    total += peso;
    if (atendido === 'sim') met += peso;
    else if (critico) criticalFailure = true;
  }
  if (total === 0) return criticalFailure ? 0 : null;
  const score = met / total;
  return Math.round(Math.min(score, criticalFailure ? NOTA_MAXIMA_COM_FALHA_CRITICA : 1) * 10_000) / 10_000;
}

export type VereditoSobreNota = {
  veredito: 'aprovado' | 'rejeitado';
  /** True: the whole insight is rejected. Null: the verdict is older than this field. */
  inteiro: boolean | null;
  respostas: ReadonlyMap<string, CriterioAvaliado['atendido']>;
};

function isCorrected({ id, atendido }: CriterioAvaliado, { respostas }: VereditoSobreNota): boolean {
  return (respostas.get(id) ?? atendido) !== atendido;
}

/** True if a rejection concerns the whole insight: it says so, corrects nothing, or (if older) inverts all criteria. */
export function rejectsWhole(criterios: readonly CriterioAvaliado[], verdict: VereditoSobreNota): boolean {
  if (verdict.veredito !== 'rejeitado') return false;
  if (verdict.inteiro === true || !criterios.some((criterio) => isCorrected(criterio, verdict))) return true;
  if (verdict.inteiro === false) return false;
  return criterios.every(
    (criterio) => criterio.atendido === 'nao_se_aplica' || isCorrected(criterio, verdict),
  );
}

/** Score after a person's verdict, 0 to 1; null: the insight is rejected, or no answer counts. */
export function reviewedScore(
  insight: { pontuacao: number | null; criterios: readonly CriterioAvaliado[] },
  verdict: VereditoSobreNota,
): number | null {
  const { criterios, pontuacao } = insight;
  if (rejectsWhole(criterios, verdict)) return null;
  if (!criterios.some((criterio) => isCorrected(criterio, verdict))) return pontuacao;
  return scoreCriteria(
    criterios.map((criterio) => {
      if (!isCorrected(criterio, verdict)) return criterio;
      return {
        ...criterio,
        atendido: verdict.respostas.get(criterio.id) ?? criterio.atendido,
        comprovado: true,
      };
    }),
  );
}

/** A call's score, 0 to 1: mean of the scores; null: none. Equals item_qualidade.pontuacao (escuta_grava_qualidade). */
export function overallScore(pontuacoes: readonly (number | null)[]): number | null {
  const given = pontuacoes.filter((one) => one !== null);
  if (given.length === 0) return null;
  return Math.round((given.reduce((sum, one) => sum + one, 0) / given.length) * 10_000) / 10_000;
}
