import { TIPOS_SINAL } from '../../interview/signals/kinds.ts';
import { ESTADOS_SINAL } from '../../interview/signals/opinions.ts';
import { type Filtros, id, palavra } from '../filtro-valor.ts';

const agente_id = { rotulo: 'Entrevistador', valor: id } as const;

export const FILTROS_SINAL = {
  tipo: { rotulo: 'Tipo de sinal', valor: palavra(TIPOS_SINAL) },
  estado: { rotulo: 'Status', valor: palavra(ESTADOS_SINAL) },
  agente_id,
} as const satisfies Filtros;

export const FILTROS_VERIFICACAO = {
  /** `pendente` includes verifications with a failed attempt to reach the respondent. */
  estado: { rotulo: 'Status', valor: palavra(['pendente', 'feita']) },
  responsavel_id: { rotulo: 'Responsável', valor: id },
  agente_id: { ...agente_id, endereco: null },
} as const satisfies Filtros;
