// SQL: files of imports go when their time is over, many at once.

import { IMPORTACAO_ABERTA } from '@escuta/shared/domain/call-sheet/fields';
import { sql } from '@escuta/shared/platform/database/sql';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import type { Expiring } from '../intake/intake-repo.ts';

/** Imports lose their file and their rows; one with which nobody went on is cancelled. */
export const expiringImports: Expiring = {
  open: IMPORTACAO_ABERTA,
  atOnce: 100,
  due: sql`n.estado not in ('lendo', 'simulando', 'importando', 'desfazendo')
    and (n.chave_objeto is not null or n.estado = any (${IMPORTACAO_ABERTA}::text[])
      or exists (select from importacao_linhas l where l.importacao_id = n.id))`,
  throwAway: async (tx, expired) => {
    const ids = [expired.map(({ id }) => id)];
    await discardUploads(tx, { dono: 'importacao', ids: ids.flat() });
    await tx.query(
      `INSERT INTO objetos_pendentes (id, empresa_id, chave, apagar_em)
       SELECT gen_random_uuid(), empresa_id, chave_objeto, now() FROM importacoes WHERE id = ANY ($1::uuid[]) AND chave_objeto IS NOT NULL
       ON CONFLICT (chave) DO UPDATE SET apagar_em = now()`,
      ids,
    );
    await tx.query('DELETE FROM importacao_linhas WHERE importacao_id = ANY ($1::uuid[])', ids);
    await tx.query(
      `UPDATE importacoes SET chave_objeto = NULL, envio_id = NULL, colunas = NULL, avisos = NULL, leitura = NULL,
         simulacao = simulacao - 'direcoes', resultado = resultado - 'direcoes',
         estado = CASE WHEN estado = ANY ($2::text[]) THEN 'cancelada' ELSE estado END, updated_at = now() WHERE id = ANY ($1::uuid[])`,
      [...ids, IMPORTACAO_ABERTA],
    );
  },
};
