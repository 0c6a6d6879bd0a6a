import type { Criterio } from './insight-criteria.ts';

/** Highest score of a call that fails a critical criterion. */
export const NOTA_MAXIMA_COM_FALHA_CRITICA = 0.4;

export type CriterioAvaliado = Pick<Criterio, 'id' | 'peso' | 'critico'> & {
  atendido: 'sim' | 'nao' | 'nao_se_aplica';
  /** Its evidence stands in the transcript (or it needs none: see `isProven`). */
  comprovado: boolean;
};

/** Whether an answer says that something was said: 'sim', or 'nao' to a criterion that asks for its absence. */
export function claimsSpeech(atendido: CriterioAvaliado['atendido'], ausencia = false): boolean {
  return atendido !== 'nao_se_aplica' && (atendido === 'sim') !== ausencia;
}

/**
 * Whether an answer rests on something. Who says that something was said ('sim'; or 'nao' to a criterion that asks for
 * its absence) needs at least one quote that was found. Who says that it was not said has nothing to quote, and needs a
 * found quote only when quotes were given. 'nao_se_aplica' claims nothing.
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
 * Score of a call by one template, 0 to 1:
 *
 *   Σ weight of proven 'sim' ÷ Σ weight of proven 'sim' and 'nao'
 *
 * at most NOTA_MAXIMA_COM_FALHA_CRITICA when a critical criterion is a proven 'nao'. Criteria that do not apply and
 * unproven answers count on neither side: an invention neither helps nor harms, it goes to review. Null when nothing is
 * left to count (no criteria, none applies, none proven). Rounded to 4 decimals.
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

/** A person's verdict in force, as far as an insight's score rests on it. */
export type VereditoSobreNota = {
  veredito: 'aprovado' | 'rejeitado';
  /** Of a rejection: it rejects the whole insight. Null: given by a version that did not store this. */
  inteiro: boolean | null;
  /** The person's answers, by criterion. */
  respostas: ReadonlyMap<string, CriterioAvaliado['atendido']>;
};

/** Whether the person answered this criterion otherwise than the AI. */
function isCorrected({ id, atendido }: CriterioAvaliado, { respostas }: VereditoSobreNota): boolean {
  return (respostas.get(id) ?? atendido) !== atendido;
}

/**
 * Whether a verdict rejects the whole insight. An old verdict does when it answers the opposite of every criterion that
 * applies, which is how it was stored. A rejection that corrects no criterion rejects the whole insight, too.
 */
export function rejectsWhole(criterios: readonly CriterioAvaliado[], verdict: VereditoSobreNota): boolean {
  if (verdict.veredito !== 'rejeitado') return false;
  if (verdict.inteiro === true || !criterios.some((criterio) => isCorrected(criterio, verdict))) return true;
  if (verdict.inteiro === false) return false;
  return criterios.every(
    (criterio) => criterio.atendido === 'nao_se_aplica' || isCorrected(criterio, verdict),
  );
}

/**
 * Score of an insight under a person's verdict, 0 to 1; null when the whole insight is rejected or nothing is left to
 * count. A corrected criterion counts as the person answered it, whether or not the AI's answer was proven; all others
 * count as the AI answered them. Without a corrected criterion an approval keeps the AI's score.
 */
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

/**
 * One score of a call over its templates: the mean of those that have one, 0 to 1, rounded to 4 decimals; null without
 * any. The same figure as `item_qualidade.pontuacao`, which the dashboards sum up (escuta_grava_qualidade).
 */
export function overallScore(pontuacoes: readonly (number | null)[]): number | null {
  const given = pontuacoes.filter((one) => one !== null);
  if (given.length === 0) return null;
  return Math.round((given.reduce((sum, one) => sum + one, 0) / given.length) * 10_000) / 10_000;
}
