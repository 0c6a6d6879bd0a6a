import type { TipoItem } from '../runs/status.ts';

/** The kinds of audit; this folder defines all their differences. */
export const PERFIS = ['ligacao', 'entrevista'] as const;
export type Perfil = (typeof PERFIS)[number];

const PERFIL_DO_TIPO: Record<TipoItem, Perfil> = {
  ligacao: 'ligacao',
  arquivo: 'ligacao',
  call_data: 'ligacao',
  pesquisa: 'entrevista',
  entrevista: 'entrevista',
};

export function profileOf(tipo: TipoItem): Perfil {
  return PERFIL_DO_TIPO[tipo];
}
