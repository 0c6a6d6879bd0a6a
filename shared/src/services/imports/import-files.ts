// SQL: deletes the sheets, parts and rows of locked imports as sets.

import type { Db } from '@escuta/prisma/db';
import { sql } from '../../platform/database/sql.ts';
import { discardUploads } from '../intake/uploads.ts';

/**
 * Locks the imports whose sheets must go when an item is erased: finished imports of its project, and the import that
 * created the item. Lock them before the item, as an undo does. Other unfinished imports wrote nothing yet.
 */
export async function lockImportsOfItem(db: Db, itemId: string): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select m.id from importacoes m join auditoria_itens i on i.projeto_id = m.projeto_id
      where i.id = ${itemId}::uuid
        and (m.id = i.importacao_id
          or m.estado in ('interrompida', 'concluida', 'desfazendo', 'desfeita', 'falhou', 'cancelada'))
      order by m.id for no key update of m`,
    'importacoes_do_item',
  );
  return rows.map(({ id }) => id);
}

/** Locks a project's imports, to delete the project. */
export async function lockImportsOfProject(db: Db, projetoId: string): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select id from importacoes where projeto_id = ${projetoId}::uuid order by id for no key update`,
    'importacoes_do_projeto',
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes locked imports' sheets: files, parts (even during a backup), refused rows and examples; counts stay. Deletes
 * whole sheets, because one person's data cannot be removed from a sheet.
 * @returns keys scheduled for deletion
 */
export async function discardImportFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await discardUploads(db, { dono: 'importacao', ids });
  const held = sql`${[...ids]}::uuid[]`;
  const { rows } = await db.sql<{ chave: string }>(
    sql`with meus as (select id, empresa_id, chave_objeto from importacoes where id = any (${held})),
        chaves as (select empresa_id, chave_objeto as chave from meus where chave_objeto is not null
          union select o.empresa_id, o.chave from meus m join objetos_pendentes o
            on starts_with(o.chave, m.empresa_id::text || '/importacoes/' || m.id::text || '/'))
      insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
      select gen_random_uuid(), empresa_id, chave, now() from chaves
      on conflict (chave) do update set apagar_em = now() returning chave`,
    'importacoes_objetos',
  );
  await db.sql(sql`delete from importacao_linhas where importacao_id = any (${held})`, 'importacoes_linhas');
  await db.sql(sql`delete from importacao_chaves where importacao_id = any (${held})`, 'importacoes_chaves');
  await db.sql(
    sql`update importacoes set chave_objeto = null, envio_id = null, updated_at = now(), nome = 'planilha apagada',
        colunas = case when jsonb_typeof(colunas) = 'array' then
          (select jsonb_agg(case when jsonb_typeof(c) = 'object' then c || '{"exemplos": []}' else c end)
            from jsonb_array_elements(colunas) c) end,
        avisos = null, leitura = null, simulacao = simulacao - 'direcoes', resultado = resultado - 'direcoes'
          where id = any (${held})`,
    'importacoes_esquecem',
  );
  return rows.map(({ chave }) => chave);
}
