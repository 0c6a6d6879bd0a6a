import type { Reason } from './read.ts';

/** Statements that look plain and that the client cannot say: by path and place, the kind of reason and the reason itself. */
export const KEPT: Record<string, [Reason, string]> = {
  'api/src/features/auditoria-items/repo.ts createItem': [
    'expressao',
    'columns-repo.ts computes its columns',
  ],
  'api/src/features/importacoes/repo.ts discard': [
    'tabelas',
    'the keys of an import have no company of their own: the client would join the import',
  ],
  'api/src/features/leads/repo.ts deleteLead': [
    'expressao',
    "gives back what it deleted; the client's delete throws where there is nothing",
  ],
  'api/src/features/modelos/repo.ts deletePrice': [
    'expressao',
    'finds a price by the moment at which it ends',
  ],
  'api/src/features/preparos/corrections-repo.ts savePar': ['expressao', '`solta` depends on what it was'],
  'api/src/features/projetos/example-repo.ts deleteExampleTemplates': [
    'expressao',
    'leaves updated_at as it is, which the client would write',
  ],
  'api/src/features/verificacoes/repo.ts saveRegra': [
    'expressao',
    'leaves updated_at as it is, which the client would write',
  ],
  'api/src/features/verificacoes/repo.ts saveSemente': [
    'expressao',
    'leaves updated_at as it is, which the client would write',
  ],
};
