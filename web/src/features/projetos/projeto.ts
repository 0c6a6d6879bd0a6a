import type { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import type { Data } from '../../lib/network/api.ts';

/** A project with the figures of its page. */
export type Projeto = Data<typeof getProjeto>;

/** Words for a project's items, by its kind. `novos`: the new items that an inactive project does not accept. */
export const ITENS = {
  call_center: { um: 'ligação', varios: 'ligações', novos: 'ligações novas' },
  auditoria: { um: 'gravação', varios: 'gravações', novos: 'itens novos' },
  pesquisa: { um: 'entrevista', varios: 'entrevistas', novos: 'entrevistas novas' },
} as const satisfies Record<Projeto['tipo_projeto'], object>;
