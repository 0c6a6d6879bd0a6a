/** The filters of support tickets. */
import { SEVERIDADES, STATUS_TICKET, TIPOS_TICKET } from '../../accounts/tickets.ts';
import { type Filtros, id, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_TICKET = {
  /** Words of the title or of the description. */
  q: { rotulo: 'Busca', valor: texto(100) },
  status: { rotulo: 'Status', valor: palavra(STATUS_TICKET) },
  severidade: { rotulo: 'Prioridade', valor: palavra(SEVERIDADES) },
  /** Another name of `severidade`. Where both are given, both must hold. */
  prioridade: { rotulo: 'Prioridade', valor: palavra(SEVERIDADES), endereco: null },
  tipo: { rotulo: 'Tipo', valor: palavra(TIPOS_TICKET) },
  /** Another name of `tipo`. Where both are given, both must hold. */
  categoria: { rotulo: 'Tipo', valor: palavra(TIPOS_TICKET), endereco: null },
  /** Id of the person that tickets are assigned to. */
  atribuidoPara: { rotulo: 'Responsável', valor: id, endereco: null },
} as const satisfies Filtros;
