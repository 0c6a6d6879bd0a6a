import type { getProjeto } from '@escuta/shared/contracts/projetos';
import type { Data } from '../../lib/api.ts';

/** A project with what its page shows. */
export type Projeto = Data<typeof getProjeto>;
