/** Which way a call went, seen from the company. By itself: a page that shows a list carries no schema for it. */
export const DIRECOES = ['recebida', 'efetuada', 'interna'] as const;
export type Direcao = (typeof DIRECOES)[number];
export const DIRECAO_LABEL: Record<Direcao, string> = {
  recebida: 'Recebida',
  efetuada: 'Efetuada',
  interna: 'Interna',
};
