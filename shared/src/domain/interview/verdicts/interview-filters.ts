/** Filters of interview lists and exports. Imports no zod, because web pages load this file. */
import { dia, type Filtros, id, logico, type Pedidos, palavra, texto } from '../../filters/filtro-valor.ts';
import { SITUACOES_ENTREVISTA } from '../device/events.ts';
import { REVISOES_ENTREVISTA } from './review-state.ts';

/** Values of the filter `recebimento`, used by the field board's counts. */
export const FILTROS_RECEBIMENTO = [
  'aguardando_aparelho',
  'em_quarentena',
  'sem_gravacao',
  'nao_montada',
] as const;
export type FiltroRecebimento = (typeof FILTROS_RECEBIMENTO)[number];

/**
 * Filters of interviews. The SQL (services/interviews/interview-filter.ts) and the web's controls (features/pesquisas)
 * do not compile without a line for each filter.
 */
export const FILTROS_ENTREVISTA = {
  q: { rotulo: 'Busca', valor: texto(100) },
  situacao: { rotulo: 'Situação', valor: palavra(SITUACOES_ENTREVISTA) },
  revisao: { rotulo: 'Revisão', valor: palavra(REVISOES_ENTREVISTA) },
  questionario_id: { rotulo: 'Questionário', valor: id },
  agente_id: { rotulo: 'Entrevistador', valor: id },
  com_gravacao: { rotulo: 'Gravação', valor: logico, endereco: null },
  /**
   * Interviews that wait for their device, are held, were concluded without sound, or whose recordings could not be
   * joined.
   */
  recebimento: { rotulo: 'Recebimento', valor: palavra(FILTROS_RECEBIMENTO) },
  de: { rotulo: 'Período', valor: dia },
  ate: { rotulo: 'Período', valor: dia },
} as const satisfies Filtros;
export type FiltrosEntrevista = Pedidos<typeof FILTROS_ENTREVISTA>;
