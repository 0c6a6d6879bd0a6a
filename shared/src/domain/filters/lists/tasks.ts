import { STATUS_TAREFA, TIPOS_TAREFA } from '../../tasks/task-names.ts';
import { EMPRESA, type Filtros, palavra } from '../filtro-valor.ts';

export const FILTROS_TAREFA = {
  /** `abertas`: waiting, running or paused. */
  status: {
    rotulo: 'Situação',
    valor: palavra([...STATUS_TAREFA, 'abertas'], 'Situação inválida.'),
    endereco: 'situacao',
  },
  tipo: { rotulo: 'Tipo', valor: palavra(TIPOS_TAREFA, 'Tipo inválido.') },
  /** `sem`: without concluded readings and simulations, which have their own pages. */
  etapas: { rotulo: 'Leituras e simulações', valor: palavra(['sem']), endereco: null },
  empresaId: EMPRESA,
} as const satisfies Filtros;
