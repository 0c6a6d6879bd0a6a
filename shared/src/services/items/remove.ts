// SQL: deletes items as a set, and the references to them that no foreign key deletes.

import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { retireObjects } from '../../platform/storage/pending-objects.ts';
import { discardUploads } from '../intake/uploads.ts';
import { forgetRow } from '../portal/preparos.ts';
import { forgetBatchFiles } from '../recordings/recording-batches.ts';

type Gone = { id: string; empresa_id: string; entrevista_id: string | null; chaves: string[] };

/**
 * Deletes locked and checked items (VIDA_DO_ITEM, 'excluir', or an undo), with recordings, peaks, interviews without
 * answers, and log details.
 */
export async function removeItems(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await db.sql<Gone>(
    sql`select i.id, i.empresa_id, i.entrevista_id, array_remove(array(
        select r.picos_path from auditoria_resultados r where r.item_id = i.id
        union all select g.chave_objeto from gravacoes_anteriores g where g.item_id = i.id
        union all select s.chave_objeto from entrevista_segundas s where s.entrevista_id = i.entrevista_id
        union all select i.arquivo_path), null) as chaves
      from auditoria_itens i where i.id = any (${[...ids]}::uuid[])`,
    'itens_que_vao',
  );
  const [first] = rows;
  if (first)
    await retireObjects(
      db,
      first.empresa_id,
      rows.flatMap(({ chaves }) => chaves),
    );
  for (const { id, entrevista_id: entrevistaId } of rows) if (entrevistaId) await forgetRow(db, id);
  await forgetBatchFiles(db, ids, { apaga: false });
  await db.query({
    name: 'itens_sem_nomes_no_registro',
    text: `update registros_acesso set detalhes = detalhes - 'antes' - 'depois' where recurso_id = any ($1::text[])
      and acao = 'item_alterado'`,
    values: [[...ids]],
  });
  await db.sql(sql`delete from auditoria_itens where id = any (${[...ids]}::uuid[])`, 'itens_vao');
  const interviews = rows.flatMap(({ entrevista_id }) => entrevista_id ?? []);
  if (interviews.length === 0) return;
  await discardUploads(db, { dono: 'entrevista', ids: interviews });
  await db.within(INSTALACAO).entrevista.deleteMany({ where: { id: { in: interviews } } });
}
