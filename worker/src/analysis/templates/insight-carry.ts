import {
  type AlertaIdentificado,
  alertKey,
  type InsightResultado,
} from '@escuta/shared/domain/insights/insight-result';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';

/** What an insight claims, as far as a person's verdict rests on it. */
export type InsightJulgado = {
  templateId: string;
  status: string;
  /** Why there is no result. */
  motivo: string | null;
  resultado: InsightResultado | null;
  alertas: readonly AlertaIdentificado[];
  evidencias: readonly { criterio: string; citacao: string; verificada: boolean }[];
};

/**
 * What a person judged, as text: two insights with the same text say the same, criterion by criterion, of the same words,
 * and a verdict or a comment on the one holds for the other. Confidence, wording of reasons, order and the quotes' exact
 * spelling (case, accents, punctuation) are not part of it; the template's version only by its criteria.
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
