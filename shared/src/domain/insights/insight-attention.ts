import type { StatusProcessamento } from '../runs/status.ts';

/** From this confidence on the level is alta (specification 2, §4). */
export const CONFIANCA_ALTA = 0.8;
/** From this confidence on the level is media; under it, baixa. */
export const CONFIANCA_MEDIA = 0.5;
/** A finished insight under this confidence needs a person's validation. */
export const CONFIANCA_VALIDACAO = 0.7;

export type NivelConfianca = 'alta' | 'media' | 'baixa';

/** Level of a confidence from 0 to 1; null when there is none. */
export function nivelConfianca(confianca: number | null | undefined): NivelConfianca | null {
  if (confianca === null || confianca === undefined || !Number.isFinite(confianca)) return null;
  if (confianca >= CONFIANCA_ALTA) return 'alta';
  return confianca >= CONFIANCA_MEDIA ? 'media' : 'baixa';
}

export type PrioridadeAtencao = 'alta' | 'media' | 'baixa';

/** What the attention rule looks at. `scoreConfianca` from 0 to 1, null when the model gave none. */
export type InsightParaAtencao = {
  statusProcessamento: StatusProcessamento;
  scoreConfianca: number | null;
  validadoHumano: boolean;
  /** How many alerts the insight raised. */
  alertas: number;
  /** One of its claims rests on nothing that was said. */
  semEvidencia?: boolean;
};

export type Atencao = {
  /** True when at least one rule applies. */
  precisa: boolean;
  prioridade: PrioridadeAtencao;
  /** Why, in the order of the rules; empty when nothing asks for attention. */
  motivos: string[];
};

/**
 * Whether a person should look at an insight, and how urgently (specification 2, §4): an error is alta; low confidence,
 * alerts, and a finished insight of middling confidence that nobody validated are at least media; otherwise baixa.
 * A missing confidence triggers no confidence rule. Beyond the specification, a claim that nothing in the transcript proves
 * asks for a person too, until one has validated it: an invention never passes for proven because the model was sure of it.
 * In SQL: shared/src/platform/database/conditions/insight-attention.ts.
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
