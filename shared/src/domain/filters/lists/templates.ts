import { CATEGORIAS_TEMPLATE } from '../../insights/insight-template.ts';
import { type Filtros, id, logicoComo, palavra, texto } from '../filtro-valor.ts';

const categoria = { rotulo: 'Categoria', valor: texto(100), opcoes: CATEGORIAS_TEMPLATE } as const;
const search = { rotulo: 'Busca', valor: texto(100), endereco: 'q' } as const;

export const FILTROS_TEMPLATE = {
  categoria,
  ativo: { rotulo: 'Status', valor: logicoComo('ativos', 'inativos'), endereco: 'status' },
  /** Part of the name or description. */
  search,
  /** Id of a project; the list contains only templates that are not linked to the project. */
  foraDoProjeto: { rotulo: 'Fora do projeto', valor: id, endereco: null },
} as const satisfies Filtros;

export const FILTROS_PROJETO_COM_TEMPLATES = {
  /** Part of a project's or a linked template's name. */
  search,
  filtro: { rotulo: 'Projetos', valor: palavra(['com', 'sem']) },
  categoria,
} as const satisfies Filtros;
