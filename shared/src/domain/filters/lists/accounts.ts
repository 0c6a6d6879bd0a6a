import { PAPEIS } from '../../accounts/permissions.ts';
import { EMPRESA, type Filtros, palavra, texto } from '../filtro-valor.ts';

export const SITUACOES_CONTA = ['ativo', 'inativo', 'convidado'] as const;
export type SituacaoConta = (typeof SITUACOES_CONTA)[number];

export const FILTROS_CONTA = {
  /** Part of the name or e-mail. */
  q: { rotulo: 'Busca', valor: texto(100) },
  role: { rotulo: 'Papel', valor: palavra(PAPEIS), endereco: 'papel', exportado: 'papel' },
  situacao: { rotulo: 'Situação', valor: palavra(SITUACOES_CONTA), exportado: 'conta' },
  empresaId: EMPRESA,
} as const satisfies Filtros;

export const FILTROS_LEAD = {
  q: { rotulo: 'Busca', valor: texto(100) },
  situacao: { rotulo: 'Situação', valor: palavra(['novo', 'atendido']) },
} as const satisfies Filtros;
