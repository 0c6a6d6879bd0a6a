import { TIPOS_EXTRATO } from '../../runs/credits.ts';
import { type Filtros, PERIODO, palavra } from '../filtro-valor.ts';

export const FILTROS_EXTRATO = {
  tipo: { rotulo: 'Tipo', valor: palavra(TIPOS_EXTRATO), exportado: 'lancamento' },
  ...PERIODO,
} as const satisfies Filtros;
