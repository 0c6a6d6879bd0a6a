import { ESTADOS_DISPARO, GRAVIDADES } from '../../rules/rules.ts';
import { type Filtros, id, PERIODO, palavra } from '../filtro-valor.ts';

/** 'pendente': open or seen. 'corrigido': closed as wrong, because a review corrected the results. */
export const SITUACOES_DISPARO = [
  'pendente',
  ...ESTADOS_DISPARO,
  'procedente',
  'improcedente',
  'corrigido',
] as const;
export type SituacaoDisparo = (typeof SITUACOES_DISPARO)[number];

export const FILTROS_DISPARO = {
  situacao: { rotulo: 'Situação', valor: palavra(SITUACOES_DISPARO), exportado: 'alerta' },
  gravidade: { rotulo: 'Gravidade', valor: palavra(GRAVIDADES) },
  regra_id: { rotulo: 'Regra', valor: id, endereco: 'regra' },
  agente_id: { rotulo: 'Agente', valor: id, endereco: 'agente' },
  projeto_id: { rotulo: 'Projeto', valor: id, endereco: 'projeto' },
  item_id: { rotulo: 'Ligação', valor: id, endereco: null, exportado: null },
  ...PERIODO,
} as const satisfies Filtros;
