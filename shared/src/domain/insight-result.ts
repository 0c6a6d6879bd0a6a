/**
 * What is stored in insights.resultado and insights.alertas_identificados once an answer was checked. The quotes stand in
 * `evidencias`, numbered over the whole insight, with `criterio` = the criterion's id, or `alerta:<index>`.
 */
export type InsightResultado = {
  /** The provider's own score, 0 to 1; ours, computed from the proven criteria, is insights.pontuacao. */
  pontuacaoIa: number;
  criterios: {
    id: string;
    descricao: string;
    peso: number;
    critico: boolean;
    atendido: 'sim' | 'nao' | 'nao_se_aplica';
    justificativa: string;
    /** False: the answer rests on quotes that do not stand in the transcript, and counts for nothing. */
    comprovado: boolean;
  }[];
};

export type AlertaIdentificado = {
  titulo: string;
  descricao: string;
  gravidade: 'baixa' | 'media' | 'alta';
  /** False: no quote of it stands in the transcript. */
  comprovado: boolean;
};

/** `evidencias.criterio` of an alert's quotes. */
export function alertKey(index: number): string {
  return `alerta:${index}`;
}
