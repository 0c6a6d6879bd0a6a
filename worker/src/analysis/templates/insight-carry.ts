import {
  type AlertaIdentificado,
  alertKey,
  type InsightResultado,
} from '@escuta/shared/domain/insights/insight-result';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';

/** The parts of an insight on which a person's verdict depends. */
export type InsightJulgado = {
  templateId: string;
  status: string;
  motivo: string | null;
  resultado: InsightResultado | null;
  alertas: readonly AlertaIdentificado[];
  evidencias: readonly { criterio: string; citacao: string; verificada: boolean }[];
};

/**
 * Text of what a person judges in an insight: insights with equal texts share verdicts and comments. Ignores
 * confidence, wording of reasons, order, quotes' case, accents, punctuation, and criteria of other template versions.
 */
export function judgedText(insight: InsightJulgado): string {
  const quotesOf = (criterio: string) =>
    [
      ...new Set(
        insight.evidencias
          .filter((evidencia) => evidencia.criterio === criterio)
          .map(({ citacao, verificada }) => `${verificada ? '+' : '-'}${normaliseQuote(citacao)}`),
      ),
    ].sort();
  const criterios = (insight.resultado?.criterios ?? [])
    .map(({ id, descricao, atendido, comprovado }) => [id, descricao, atendido, comprovado, quotesOf(id)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const alertas = insight.alertas
    .map(({ gravidade, comprovado }, index) =>
      JSON.stringify([gravidade, comprovado, quotesOf(alertKey(index))]),
    )
    .sort();
  const motivo = insight.resultado ? null : insight.motivo;
  return JSON.stringify([insight.templateId, insight.status, motivo, criterios, alertas]);
}
