import { NENHUM } from '../filters/filtro-campos.ts';

/** From the company's point of view. */
export const DIRECOES = ['recebida', 'efetuada', 'interna'] as const;
export type Direcao = (typeof DIRECOES)[number];
export const DIRECAO_LABEL: Record<Direcao, string> = {
  recebida: 'Recebida',
  efetuada: 'Efetuada',
  interna: 'Interna',
};

/** Filter values: a direction, or calls without one. */
export const DIRECOES_PROCURADAS = [...DIRECOES, NENHUM] as const;
export type DirecaoProcurada = (typeof DIRECOES_PROCURADAS)[number];
export const DIRECAO_PROCURADA_LABEL: Record<DirecaoProcurada, string> = {
  ...DIRECAO_LABEL,
  [NENHUM]: 'Sem direção',
};
export const DIRECAO_DE_MUITAS: Record<DirecaoProcurada, string> = {
  recebida: 'Recebidas',
  efetuada: 'Efetuadas',
  interna: 'Internas',
  [NENHUM]: 'Sem direção',
};
