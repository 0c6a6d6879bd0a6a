import { SEVERIDADES, STATUS_TICKET, TIPOS_TICKET } from '../../accounts/tickets.ts';
import { type Filtros, id, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_TICKET = {
  /** Words of the title or description. */
  q: { rotulo: 'Busca', valor: texto(100) },
  status: { rotulo: 'Status', valor: palavra(STATUS_TICKET) },
  severidade: { rotulo: 'Prioridade', valor: palavra(SEVERIDADES) },
  /** Synonym of `severidade`; given both, a ticket must match both. */
  prioridade: { rotulo: 'Prioridade', valor: palavra(SEVERIDADES), endereco: null },
  tipo: { rotulo: 'Tipo', valor: palavra(TIPOS_TICKET) },
  /** Synonym of `tipo`; given both, a ticket must match both. */
  categoria: { rotulo: 'Tipo', valor: palavra(TIPOS_TICKET), endereco: null },
  atribuidoPara: { rotulo: 'Responsável', valor: id, endereco: null },
} as const satisfies Filtros;
