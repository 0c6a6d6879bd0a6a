import type { TipoItem } from '../runs/status.ts';

/** The kinds of audit. What each is made of stands in this folder, and nowhere else. */
export const PERFIS = ['ligacao', 'entrevista'] as const;
export type Perfil = (typeof PERFIS)[number];

const PERFIL_DO_TIPO: Record<TipoItem, Perfil> = {
  ligacao: 'ligacao',
  arquivo: 'ligacao',
  call_data: 'ligacao',
  pesquisa: 'entrevista',
  entrevista: 'entrevista',
};

/** How an item is audited. */
export function profileOf(tipo: TipoItem): Perfil {
  return PERFIL_DO_TIPO[tipo];
}
