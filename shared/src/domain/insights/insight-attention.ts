import type { Gravidade } from '../rules/rules.ts';
import type { StatusProcessamento } from '../runs/status.ts';

/** Lowest confidence of level alta (specification 2, §4). */
export const CONFIANCA_ALTA = 0.8;
export const CONFIANCA_MEDIA = 0.5;
/** A finished insight below this confidence needs validation. */
export const CONFIANCA_VALIDACAO = 0.7;

export type NivelConfianca = 'alta' | 'media' | 'baixa';

/** Level of a confidence from 0 to 1; null if the confidence is missing or not finite. */
export function nivelConfianca(confianca: number | null | undefined): NivelConfianca | null {
  if (confianca === null || confianca === undefined || !Number.isFinite(confianca)) return null;
  if (confianca >= CONFIANCA_ALTA) return 'alta';
  return confianca >= CONFIANCA_MEDIA ? 'media' : 'baixa';
}

export type PrioridadeAtencao = 'alta' | 'media' | 'baixa';

/** `scoreConfianca`: 0 to 1; null if the model gave no confidence. */
export type InsightParaAtencao = {
  statusProcessamento: StatusProcessamento;
  scoreConfianca: number | null;
  validadoHumano: boolean;
  alertas: number;
  semEvidencia?: boolean;
};

export type Atencao = {
  precisa: boolean;
  prioridade: PrioridadeAtencao;
  motivos: string[];
};

/**
 * Urgency of a person's check of an insight (specification 2, §4). An unproven claim needs a check until a person
 * validates the insight. The same in SQL: shared/src/platform/database/conditions/insight-attention.ts.
 */
export function insightAttention(insight: InsightParaAtencao): Atencao {
  const motivos: string[] = [];
  const confianca = insight.scoreConfianca;
  const falhou = insight.statusProcessamento === 'erro';
  if (falhou) motivos.push('Erro no processamento');
  if (confianca !== null && confianca < CONFIANCA_MEDIA) motivos.push('Baixa confiança');
  if (insight.alertas > 0) motivos.push(`${insight.alertas} alerta(s) identificado(s)`);
  if (
    !insight.validadoHumano &&
    insight.statusProcessamento === 'concluido' &&
    confianca !== null &&
    confianca < CONFIANCA_VALIDACAO
  ) {
    motivos.push('Precisa de validação humana');
  }
  if (insight.semEvidencia && !insight.validadoHumano) motivos.push('Afirmação sem evidência na transcrição');
  const precisa = motivos.length > 0;
  return { precisa, prioridade: falhou ? 'alta' : precisa ? 'media' : 'baixa', motivos };
}

/** Adds unresolved rule firings to an insight's urgency: each adds a reason; gravity alta makes the priority alta. */
export function attentionWithFirings(
  atencao: Atencao,
  disparos: readonly { regra: string; gravidade: Gravidade; alvo: 'insight' | 'ligacao' }[],
): Atencao {
  if (disparos.length === 0) return atencao;
  const isAlta = atencao.prioridade === 'alta' || disparos.some(({ gravidade }) => gravidade === 'alta');
  return {
    precisa: true,
    prioridade: isAlta ? 'alta' : 'media',
    motivos: [
      ...disparos.map(({ regra, alvo }) => `${alvo === 'insight' ? 'Regra' : 'Regra da ligação'}: ${regra}`),
      ...atencao.motivos,
    ],
  };
}
