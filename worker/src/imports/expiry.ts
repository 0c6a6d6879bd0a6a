// SQL instead of Prisma, because the files of expired imports are deleted in bulk.

import { IMPORTACAO_ABERTA } from '@escuta/shared/domain/call-sheet/fields';
import { sql } from '@escuta/shared/platform/database/sql';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import type { Expiring } from '../intake/intake-repo.ts';

/** Deletes expired imports' files and rows, and cancels unconfirmed imports. */
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
      `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
       select gen_random_uuid(), empresa_id, chave_objeto, now() from importacoes where id = any ($1::uuid[])
         and chave_objeto is not null
       on conflict (chave) do update set apagar_em = now()`,
      ids,
    );
    await tx.query('delete from importacao_linhas where importacao_id = any ($1::uuid[])', ids);
    await tx.query(
      `update importacoes set chave_objeto = null, envio_id = null, colunas = null, avisos = null, leitura = null,
         simulacao = simulacao - 'direcoes', resultado = resultado - 'direcoes',
         estado = case when estado = any ($2::text[]) then 'cancelada' else estado end, updated_at = now()
           where id = any ($1::uuid[])`,
      [...ids, IMPORTACAO_ABERTA],
    );
  },
};
