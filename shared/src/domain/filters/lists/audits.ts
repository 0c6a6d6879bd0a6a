import { STATUS_PROCESSAMENTO } from '../../runs/status.ts';
import { diasDe, EMPRESA, type Filtros, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_AUDITORIA = {
  /** Part of the audit's, project's or (over all companies) company's name, ignoring accents and case. */
  q: { rotulo: 'Busca', valor: texto(100) },
  status: { rotulo: 'Status', valor: palavra(STATUS_PROCESSAMENTO) },
  ...diasDe('Data da auditoria'),
  empresaId: EMPRESA,
} as const satisfies Filtros;
