import { type CodigoFalha, FALHAS } from '../../runs/failures.ts';
import { ETAPAS, STATUS_LETRA_MORTA } from '../../runs/status.ts';
import { EMPRESA, type Filtros, id, PERIODO, palavra } from '../filtro-valor.ts';

const CODIGOS = Object.keys(FALHAS) as [CodigoFalha, ...CodigoFalha[]];
/** Reasons that put an item into the dead-letter queue. */
export const CODIGOS_NA_FILA = CODIGOS.filter((codigo) => FALHAS[codigo].letraMorta);

/** Filters of the failures to reprocess: all filters except the state. */
export const FILTROS_FALHA = {
  etapa: { rotulo: 'Etapa', valor: palavra(ETAPAS, 'Etapa inválida.') },
  codigo: {
    rotulo: 'Motivo',
    valor: palavra(CODIGOS, 'Motivo inválido.'),
    opcoes: CODIGOS_NA_FILA,
    endereco: 'motivo',
  },
  empresaId: EMPRESA,
  projetoId: { rotulo: 'Projeto', valor: id, endereco: null },
  ...PERIODO,
} as const satisfies Filtros;

export const FILTROS_FALHAS = {
  status: {
    rotulo: 'Situação',
    valor: palavra(STATUS_LETRA_MORTA, 'Situação inválida.'),
    // Open failures are the page's default.
    opcoes: ['reprocessada', 'descartada', 'todas'],
    endereco: 'situacao',
  },
  ...FILTROS_FALHA,
} as const satisfies Filtros;
