/** Vocabulary of the calls' filters (filtro.ts) without zod, for pages with lists. */
export const SENTIMENTOS = ['positivo', 'neutro', 'negativo'] as const;
export type Sentimento = (typeof SENTIMENTOS)[number];
export const SENTIMENTO_LABEL: Record<Sentimento, string> = {
  positivo: 'Positivo',
  neutro: 'Neutro',
  negativo: 'Negativo',
};

/** The day for filtering: the call's own, or that of its entry into the product. */
export const DATAS = ['ligacao', 'entrada'] as const;
export type DataDe = (typeof DATAS)[number];
export const DATA_LABEL: Record<DataDe, string> = { ligacao: 'Data da ligação', entrada: 'Data de entrada' };
/** Default 'analise': insights count by their analysis, verdicts by the day they were given. */
export const DATAS_DE_INSIGHTS = ['analise', ...DATAS] as const;
export type DataDeInsights = (typeof DATAS_DE_INSIGHTS)[number];
export const DATAS_DE_VEREDITOS = ['revisao', ...DATAS] as const;
export type DataDeVereditos = (typeof DATAS_DE_VEREDITOS)[number];
export const TODAS_AS_DATAS_LABEL: Record<DataDeInsights | DataDeVereditos, string> = {
  ...DATA_LABEL,
  analise: 'Data da análise',
  revisao: 'Data da revisão',
};

/** Orders of a list of calls; default: newest first. Unknown values come last. */
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

/** Characters of one word or phrase of a condition. */
export const FALA_MAX = 80;

/** Filter value in place of an id: none. */
export const NENHUM = 'nenhum';

export const DIAS_DA_SEMANA = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
] as const;

/** Maximum number of calls selected by id; a larger selection is sent as its filter. */
export const SELECAO_IDS_MAX = 1000;

type Arvore =
  | { campo: string }
  | { todas: readonly Arvore[] }
  | { qualquer: readonly Arvore[] }
  | { nao: Arvore };

export function countConditions(filtro: Arvore): number {
  if ('campo' in filtro) return 1;
  if ('nao' in filtro) return countConditions(filtro.nao);
  const ramos = 'todas' in filtro ? filtro.todas : filtro.qualquer;
  return ramos.reduce((sum, one) => sum + countConditions(one), 0);
}
