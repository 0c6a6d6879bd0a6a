import { NENHUM } from '../filters/filtro-campos.ts';

/** Which way a call went, seen from the company. By itself: a page that shows a list carries no schema for it. */
export const DIRECOES = ['recebida', 'efetuada', 'interna'] as const;
export type Direcao = (typeof DIRECOES)[number];
export const DIRECAO_LABEL: Record<Direcao, string> = {
  recebida: 'Recebida',
  efetuada: 'Efetuada',
  interna: 'Interna',
};

/** What lists and reports may be asked for: a direction, or the calls of which nobody said it. */
export const DIRECOES_PROCURADAS = [...DIRECOES, NENHUM] as const;
export type DirecaoProcurada = (typeof DIRECOES_PROCURADAS)[number];
/** Of one call, as a choice says it. */
export const DIRECAO_PROCURADA_LABEL: Record<DirecaoProcurada, string> = {
  ...DIRECAO_LABEL,
  [NENHUM]: 'Sem direção',
};
/** Of many calls. */
export const DIRECAO_DE_MUITAS: Record<DirecaoProcurada, string> = {
  recebida: 'Recebidas',
  efetuada: 'Efetuadas',
  interna: 'Internas',
  [NENHUM]: 'Sem direção',
};
