/**
 * The AI's checked answer for an insight, in insights.resultado and insights.alertas_identificados. Each quote is
 * stored in `evidencias`, whose `criterio` is a criterion's id or `alerta:<index>`.
 */
export type InsightResultado = {
  /** The provider's score, 0 to 1; the product computes insights.pontuacao. */
  pontuacaoIa: number;
  criterios: {
    id: string;
    descricao: string;
    peso: number;
    critico: boolean;
    atendido: 'sim' | 'nao' | 'nao_se_aplica';
    justificativa: string;
    /** False: the transcript lacks the quotes, so the answer does not count. */
    comprovado: boolean;
    /**
     * Reason for not scoring a quoted answer. `sem_falantes`: speakers are not separated; `outra_pessoa`: only the
     * other speaker was quoted.
     */
    naoPontuado?: NaoPontuado;
  }[];
};

export const NAO_PONTUADO = ['sem_falantes', 'outra_pessoa'] as const;
export type NaoPontuado = (typeof NAO_PONTUADO)[number];

export type AlertaIdentificado = {
  titulo: string;
  descricao: string;
  gravidade: 'baixa' | 'media' | 'alta';
  /** False: the transcript contains none of the quotes. */
  comprovado: boolean;
};

/** Value of `evidencias.criterio` for an alert's quotes. */
export function alertKey(index: number): string {
  return `alerta:${index}`;
}
