import { CATEGORIAS_TEMPLATE } from '../../insights/insight-template.ts';
import { STATUS_PROCESSAMENTO } from '../../runs/status.ts';
import { type Filtros, fracao, id, idOuNenhum, logico, palavra, texto } from '../filtro-valor.ts';

const categoria = { rotulo: 'Categoria', valor: texto(100), opcoes: CATEGORIAS_TEMPLATE } as const;
const confianca = { rotulo: 'Confiança', valor: fracao('A confiança vai de 0 a 1.') } as const;

export const FILTROS_INSIGHT = {
  categoria,
  status: { rotulo: 'Status', valor: palavra(STATUS_PROCESSAMENTO) },
  validadoHumano: { rotulo: 'Validado por uma pessoa', valor: logico },
  minConfianca: confianca,
  maxConfianca: confianca,
  hasAlertas: { rotulo: 'Alertas da IA', valor: logico },
} as const satisfies Filtros;

/** Filters of the review queue, except the days of the calls. */
export const FILTROS_FILA = {
  projetoId: { rotulo: 'Projeto', valor: id, endereco: 'projeto' },
  categoria,
  prioridade: { rotulo: 'Prioridade', valor: palavra(['alta', 'media']) },
  /** The call's assignee; 'nenhum' for nobody. */
  responsavel: { rotulo: 'Responsável', valor: idOuNenhum },
  /** Only randomly drawn calls can have a deadline. */
  prazo: { rotulo: 'Prazo', valor: palavra(['vencido']) },
} as const satisfies Filtros;
