/** Words and figures of the filters of calls (filtro.ts), apart from their schemas: a page that shows a list carries no zod for them. */
export const SENTIMENTOS = ['positivo', 'neutro', 'negativo'] as const;
export type Sentimento = (typeof SENTIMENTOS)[number];
export const SENTIMENTO_LABEL: Record<Sentimento, string> = {
  positivo: 'Positivo',
  neutro: 'Neutro',
  negativo: 'Negativo',
};

/** By which day a list or a report is cut: the call's own, or that on which it came into the product. */
export const DATAS = ['ligacao', 'entrada'] as const;
export type DataDe = (typeof DATAS)[number];
export const DATA_LABEL: Record<DataDe, string> = { ligacao: 'Data da ligação', entrada: 'Data de entrada' };
/** Insights are counted by the day of their analysis unless a call's is asked for; verdicts by the day on which they were given. */
export const DATAS_DE_INSIGHTS = ['analise', ...DATAS] as const;
export type DataDeInsights = (typeof DATAS_DE_INSIGHTS)[number];
export const DATAS_DE_VEREDITOS = ['revisao', ...DATAS] as const;
export type DataDeVereditos = (typeof DATAS_DE_VEREDITOS)[number];
export const TODAS_AS_DATAS_LABEL: Record<DataDeInsights | DataDeVereditos, string> = {
  ...DATA_LABEL,
  analise: 'Data da análise',
  revisao: 'Data da revisão',
};

/** In which order a list of calls stands; the newest first unless told. What is not known comes last. */
export const ORDENS = [
  'entrada',
  'ligacao',
  'nota_maior',
  'nota_menor',
  'sentimento',
  'alertas',
  'agente',
  'revisada_por',
  'duracao',
] as const;
export type Ordem = (typeof ORDENS)[number];
export const ORDEM_LABEL: Record<Ordem, string> = {
  entrada: 'Entrada mais recente',
  ligacao: 'Ligação mais recente',
  nota_maior: 'Maior pontuação',
  nota_menor: 'Menor pontuação',
  sentimento: 'Pior sentimento',
  alertas: 'Mais alertas',
  agente: 'Agente, de A a Z',
  revisada_por: 'Revisor, de A a Z',
  duracao: 'Maior duração',
};

/** Where an id is asked for: none at all. */
export const NENHUM = 'nenhum';

/** Monday first, as `dia_semana` numbers them from 1. */
export const DIAS_DA_SEMANA = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
] as const;

/** Calls that a person ticked by hand are told by their ids up to this many; more are told by their filter. */
export const SELECAO_IDS_MAX = 1000;

/** A filter's shape, whatever its conditions say. */
type Arvore =
  | { campo: string }
  | { todas: readonly Arvore[] }
  | { qualquer: readonly Arvore[] }
  | { nao: Arvore };

/** How many conditions a filter has. */
export function countConditions(filtro: Arvore): number {
  if ('campo' in filtro) return 1;
  if ('nao' in filtro) return countConditions(filtro.nao);
  const ramos = 'todas' in filtro ? filtro.todas : filtro.qualquer;
  return ramos.reduce((sum, one) => sum + countConditions(one), 0);
}
