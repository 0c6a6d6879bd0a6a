import type { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import type { Data } from '../../lib/network/api.ts';

/** A project with what its page shows. */
export type Projeto = Data<typeof getProjeto>;

/** What a project is made of, by its type: one, several, and what it takes no more of when it is out of use. */
export const ITENS = {
  call_center: { um: 'ligação', varios: 'ligações', novos: 'ligações novas' },
  auditoria: { um: 'gravação', varios: 'gravações', novos: 'itens novos' },
  pesquisa: { um: 'entrevista', varios: 'entrevistas', novos: 'entrevistas novas' },
} as const satisfies Record<Projeto['tipo_projeto'], object>;
