/**
 * An insight's checked answer as stored in insights.resultado and insights.alertas_identificados. Quotes are stored by
 * `criterio`: a criterion's id or `alerta:<index>`.
 */
export type InsightResultado = {
  /** The provider's own score, 0 to 1; insights.pontuacao is computed by the product. */
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
     * The reason why a quoted answer is not scored. `sem_falantes`: speakers are not separated; `outra_pessoa`: only
     * the other speaker was quoted.
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
  /** False: the transcript contains none of the alert's quotes. */
  comprovado: boolean;
};

/** Value of `evidencias.criterio` in the quotes of an alert. */
export function alertKey(index: number): string {
  return `alerta:${index}`;
}
