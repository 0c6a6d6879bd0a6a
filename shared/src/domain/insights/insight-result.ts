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
    /**
     * Why it is not scored although quotes may stand there. `sem_falantes`: it is about agent or client, and the recording
     * keeps neither apart; `outra_pessoa`: only the other one's words were quoted.
     */
    naoPontuado?: NaoPontuado;
  }[];
};

/** See `InsightResultado`. */
export const NAO_PONTUADO = ['sem_falantes', 'outra_pessoa'] as const;
export type NaoPontuado = (typeof NAO_PONTUADO)[number];

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
