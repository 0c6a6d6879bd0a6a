import type { getProjeto } from '@escuta/shared/contracts/projetos';
import type { Data } from '../../lib/api.ts';

/** A project with what its page shows. */
export type Projeto = Data<typeof getProjeto>;

/** What a project out of use takes no more of, by its type. */
export const NOVOS = {
  call_center: 'ligações novas',
  auditoria: 'itens novos',
  pesquisa: 'entrevistas novas',
} as const satisfies Record<Projeto['tipo_projeto'], string>;
