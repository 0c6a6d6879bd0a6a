import { type Filtros, id, PERIODO, palavra, texto } from '../filtro-valor.ts';

/** `recebendo`: partly still on the device, or being joined. */
export const FILTROS_ARQUIVO = ['com_gravacao', 'recebendo', 'com_lacunas', 'sem_gravacao'] as const;
export type FiltroArquivo = (typeof FILTROS_ARQUIVO)[number];

export const FILTROS_ARQUIVOS = {
  q: { rotulo: 'Busca', valor: texto(100) },
  arquivo: { rotulo: 'Status', valor: palavra(FILTROS_ARQUIVO) },
  agente_id: { rotulo: 'Entrevistador', valor: id },
  de: { ...PERIODO.de, endereco: null },
  ate: { ...PERIODO.ate, endereco: null },
} as const satisfies Filtros;
