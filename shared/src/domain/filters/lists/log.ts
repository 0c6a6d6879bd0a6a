import { TIPOS_ACESSO } from '../../log/accesses.ts';
import { ACOES_REGISTRADAS } from '../../log/audit-actions.ts';
import { EMPRESA, type Filtros, PERIODO, palavra, texto } from '../filtro-valor.ts';

/** Part of the acting person's e-mail. */
const q = { rotulo: 'Busca', valor: texto(100) } as const;

export const FILTROS_REGISTRO = {
  acao: { rotulo: 'Ação', valor: palavra(ACOES_REGISTRADAS) },
  q,
  empresaId: EMPRESA,
  ...PERIODO,
} as const satisfies Filtros;

export const FILTROS_ACESSO = {
  tipo: { rotulo: 'Acesso', valor: palavra(TIPOS_ACESSO), exportado: 'acesso' },
  empresaId: EMPRESA,
  q,
  ...PERIODO,
} as const satisfies Filtros;
