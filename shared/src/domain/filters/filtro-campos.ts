/** Vocabulary of the calls' filters without zod, for pages with lists. */
export const SENTIMENTOS = ['positivo', 'neutro', 'negativo'] as const;
export type Sentimento = (typeof SENTIMENTOS)[number];
export const SENTIMENTO_LABEL: Record<Sentimento, string> = {
  positivo: 'Positivo',
  neutro: 'Neutro',
  negativo: 'Negativo',
};

/** Day of the call itself, or day of its registration. */
export const DATAS = ['ligacao', 'entrada'] as const;
export type DataDe = (typeof DATAS)[number];
export const DATA_LABEL: Record<DataDe, string> = { ligacao: 'Data da ligação', entrada: 'Data de entrada' };
/** By default, insights count on the day of analysis, verdicts on the day of review. */
export const DATAS_DE_INSIGHTS = ['analise', ...DATAS] as const;
export type DataDeInsights = (typeof DATAS_DE_INSIGHTS)[number];
export const DATAS_DE_VEREDITOS = ['revisao', ...DATAS] as const;
export type DataDeVereditos = (typeof DATAS_DE_VEREDITOS)[number];
export const TODAS_AS_DATAS_LABEL: Record<DataDeInsights | DataDeVereditos, string> = {
  ...DATA_LABEL,
  analise: 'Data da análise',
  revisao: 'Data da revisão',
};

/**
 * Orders of calls, by a column's value, ascending or descending. Unknown values come last; equal values are newest
 * first.
 */
export const ORDEM_LABEL = {
  ligacao: 'Ligação mais recente',
  ligacao_antiga: 'Ligação mais antiga',
  entrada: 'Entrada mais recente',
  entrada_antiga: 'Entrada mais antiga',
  nota_maior: 'Maior pontuação',
  nota_menor: 'Menor pontuação',
  sentimento: 'Pior sentimento',
  sentimento_melhor: 'Melhor sentimento',
  alertas: 'Mais alertas da IA',
  alertas_menos: 'Menos alertas da IA',
  agente: 'Agente, de A a Z',
  agente_z: 'Agente, de Z a A',
  revisada_por: 'Revisor, de A a Z',
  revisada_por_z: 'Revisor, de Z a A',
  duracao: 'Maior duração',
  duracao_menor: 'Menor duração',
  espera: 'Maior espera',
  espera_menor: 'Menor espera',
  numero: 'Número crescente',
  numero_z: 'Número decrescente',
  nome: 'Nome, de A a Z',
  nome_z: 'Nome, de Z a A',
  ramal: 'Ramal crescente',
  ramal_z: 'Ramal decrescente',
  status: 'Processadas primeiro',
  status_z: 'Processadas por último',
  direcao: 'Efetuadas primeiro',
  direcao_z: 'Recebidas primeiro',
  responsavel: 'Responsável, de A a Z',
  responsavel_z: 'Responsável, de Z a A',
} as const;
export type Ordem = keyof typeof ORDEM_LABEL;
export const ORDENS = Object.keys(ORDEM_LABEL) as [Ordem, ...Ordem[]];

/** Maximum calls for orders without an index, which sort all calls. */
export const ORDEM_LIMITE = 20_000;
const SEM_INDICE = ['espera', 'numero', 'nome', 'ramal', 'status', 'direcao', 'responsavel'] as const;
/** True if ORDEM_LIMITE applies. */
export const isLimitedOrder = (ordem: Ordem): boolean =>
  SEM_INDICE.some((one) => ordem === one || ordem === `${one}_z` || ordem === `${one}_menor`);

/** Maximum characters of a word or phrase in a condition. */
export const FALA_MAX = 80;

/** Value in place of an id, to match rows without an id. */
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

/** Maximum calls selected by id; a larger selection is sent as its filter. */
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
