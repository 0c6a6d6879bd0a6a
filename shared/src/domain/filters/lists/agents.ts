/** The filters of a company's agents. */
import { EMPRESA, type Filtros, id, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_AGENTE = {
  q: { rotulo: 'Busca', valor: texto(100) },
  /** Another company's, for administrators. */
  empresaId: EMPRESA,
  /** Only those who still speak for the company, or who do no more. */
  ativo: { rotulo: 'Situação', valor: palavra(['sim', 'nao'], 'Situação inválida.') },
  /** Only who interviewed in this survey. */
  pesquisa_id: { rotulo: 'Pesquisa', valor: id, endereco: null },
} as const satisfies Filtros;
