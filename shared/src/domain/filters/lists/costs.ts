import { ETAPAS_DE_CUSTO } from '../../runs/status.ts';
import { diasDe, type Filtros, id, palavra, texto } from '../filtro-valor.ts';

export const FILTROS_CUSTO = {
  ...diasDe('Período dos lançamentos'),
  etapa: { rotulo: 'Etapa', valor: palavra(ETAPAS_DE_CUSTO) },
  modelo: { rotulo: 'Modelo', valor: texto(200, 1) },
  projeto_id: { rotulo: 'Projeto', valor: id },
} as const satisfies Filtros;
