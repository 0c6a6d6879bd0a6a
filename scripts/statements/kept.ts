import type { Reason } from './read.ts';

/**
 * Statements that look plain but that the client cannot express: by path and place, the kind of reason and the reason.
 */
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
  'api/src/features/preparos/corrections/corrections-repo.ts savePar': [
    'expressao',
    '`solta` depends on what it was',
  ],
  'api/src/accounts/accounts.ts removeAccount': [
    'expressao',
    "gives back whose account went; the client's delete throws where there is none",
  ],
  'shared/src/services/portal/preparos.ts discardPreparo': ['expressao', 'empties JSON columns'],
  'shared/src/services/interviews/joining.ts abandonAssembly': [
    'expressao',
    'finds the row by the moment until which it is held',
  ],
  'shared/src/services/interviews/receiving.ts resumeReceiving': [
    'expressao',
    '`reasonsHeld` puts two columns together',
  ],
  'shared/src/services/interviews/second.ts decide': ['expressao', 'empties a JSON column'],
  'worker/src/background/lease.ts dropWish': [
    'expressao',
    'finds the row by the moment until which it is held',
  ],
  'worker/src/sweep.ts deleteObject': ['expressao', 'finds the row by the moment until which it is held'],
  'worker/src/recordings/attach.ts keepsCall': [
    'tabelas',
    '`RAZAO_DE_FICAR_NO_LOTE` looks into other tables',
  ],
};
