// SQL: files of imports go when their time is over, many at once.

import type { Database } from '@escuta/prisma/db';
import { IMPORTACAO_ABERTA } from '@escuta/shared/domain/call-sheet/fields';
import { discardUploads } from '@escuta/shared/services/intake/uploads';

import { settleStranded } from './import-repo.ts';

const IMPORTS_PER_SWEEP = 100;

/**
 * Imports whose time is over lose their file and their rows; one with which nobody went on is cancelled. Those whose task ended without
 * telling them say so.
 */
export async function sweepImports(db: Database): Promise<void> {
  await settleStranded(db, null);
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'sweep-imports',
      text: `SELECT id FROM importacoes WHERE expira_em < now() AND estado NOT IN ('lendo', 'simulando', 'importando', 'desfazendo')
               AND (chave_objeto IS NOT NULL OR estado = ANY ($1::text[]) OR EXISTS (SELECT FROM importacao_linhas l WHERE l.importacao_id = id))
             ORDER BY expira_em LIMIT ${IMPORTS_PER_SWEEP} FOR NO KEY UPDATE SKIP LOCKED`,
      values: [IMPORTACAO_ABERTA],
    });
    const ids = [rows.map(({ id }) => id)];
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
  });
}
