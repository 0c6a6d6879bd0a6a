/** Rules of a company. Imports no zod, because web pages load this file. */

export const GRAVIDADES = ['alta', 'media', 'baixa'] as const;
export type Gravidade = (typeof GRAVIDADES)[number];
export const GRAVIDADE_LABEL: Record<Gravidade, string> = { alta: 'Alta', media: 'Média', baixa: 'Baixa' };

export const AGRUPAMENTOS = ['nenhum', 'agente', 'projeto'] as const;
export type Agrupamento = (typeof AGRUPAMENTOS)[number];
export const AGRUPAMENTO_LABEL: Record<Agrupamento, string> = {
  nenhum: 'Um aviso por regra',
  agente: 'Um aviso por agente',
  projeto: 'Um aviso por projeto',
};

/** `aberto`, `visto`: undecided; `deixou_de_valer`: undecided, and the call no longer matches. */
export const ESTADOS_DISPARO = ['aberto', 'visto', 'resolvido', 'deixou_de_valer'] as const;
export type EstadoDisparo = (typeof ESTADOS_DISPARO)[number];
export const ESTADO_DISPARO_LABEL: Record<EstadoDisparo, string> = {
  aberto: 'Aberto',
  visto: 'Visto',
  resolvido: 'Resolvido',
  deixou_de_valer: 'Deixou de valer',
};
export const CORRIGIDO_LABEL = 'Corrigido pela revisão';

export const REGRAS_PADRAO = ['falha_critica', 'ofensa_agente', 'orgaos'] as const;
export type RegraPadrao = (typeof REGRAS_PADRAO)[number];

/** Watched figures, computed from roll-ups. `nota_agente`: mean score of each agent over `dias` days. */
export const MEDIDAS = ['ligacoes_dia', 'ligacoes_hora', 'nota_agente'] as const;
export type Medida = (typeof MEDIDAS)[number];
export const MEDIDA_LABEL: Record<Medida, string> = {
  ligacoes_dia: 'Ligações por dia',
  ligacoes_hora: 'Ligações por hora',
  nota_agente: 'Pontuação média de um agente',
};
/** `desvio`: over DESVIOS standard deviations from the mean of the same weekday in the last SEMANAS weeks. */
export const COMPARACOES = ['acima', 'abaixo', 'desvio'] as const;
export type Comparacao = (typeof COMPARACOES)[number];
export const DESVIOS = 3;
export const SEMANAS = 8;
/** Days of an agent's mean score, and minimum scored calls in these days. */
export const NOTA_AGENTE = { dias: 7, minimo: 20 } as const;

/**
 * A figure to watch. `limite`: number of calls, or a score of 0 to 100; null for a deviation. `projeto_id`: null if
 * each project or agent counts separately.
 */
export type JanelaDaRegra = {
  medida: Medida;
  comparacao: Comparacao;
  limite: number | null;
  projeto_id: string | null;
};

export const REGRAS_MAX = 100;
export const REGRA_CONDICOES_MAX = 20;
export const REGRA_NOME_MAX = 80;
export const OBSERVACAO_MAX = 500;
/** Maximum firings that a request changes. */
export const DISPAROS_MAX = 500;
/** Minimum pauses between messages of a rule, minutes. */
export const ESPERAS_MIN = [15, 60, 240, 1440, 10_080] as const;
export type Espera = (typeof ESPERAS_MIN)[number];
export const ESPERA_LABEL: Record<Espera, string> = {
  15: '15 minutos',
  60: '1 hora',
  240: '4 horas',
  1440: '1 dia',
  10080: '1 semana',
};
/** Days of a backtest. */
export const TESTE_DIAS = 30;
/** Firings a month above which a backtest shows a warning. */
export const DISPAROS_MES_AVISO = 300;

/** Minimum resolved firings for a precision, and precision below which a rule should be changed. */
export const PRECISAO = { minimo: 10, baixa: 0.3 } as const;

/** Share of resolved firings that people confirmed, 0 to 1; null: too few. */
export function precisionOf(resolvidos: number, procedentes: number): number | null {
  return resolvidos < PRECISAO.minimo ? null : procedentes / resolvidos;
}

export function isImprecise(resolvidos: number, procedentes: number): boolean {
  const precisao = precisionOf(resolvidos, procedentes);
  return precisao !== null && precisao < PRECISAO.baixa;
}

/** Extrapolates firings in `dias` days to 30 days. */
export function perMonth(n: number, dias: number): number {
  return dias <= 0 ? 0 : Math.round((n * 30) / dias);
}
