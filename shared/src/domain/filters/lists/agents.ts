import { EMPRESA, type Filtros, id, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_AGENTE = {
  q: { rotulo: 'Busca', valor: texto(100) },
  /** Another company, only for administrators. */
  empresaId: EMPRESA,
  ativo: { rotulo: 'Situação', valor: palavra(['sim', 'nao'], 'Situação inválida.') },
  pesquisa_id: { rotulo: 'Pesquisa', valor: id, endereco: null },
} as const satisfies Filtros;
