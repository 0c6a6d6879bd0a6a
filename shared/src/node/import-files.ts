import type { Queryable } from './transaction.ts';

/**
 * Forgets what imports of a project kept of their sheets: the files, refused rows and examples. A sheet holds everybody whom it names, and
 * cannot be kept without one of them; what was counted stays. @returns the files' keys, handed to deletion
 */
export async function discardImportFiles(db: Queryable, projetoId: string): Promise<string[]> {
  const { rows } = await db.query<{ chave: string }>(
    `with meus as (select id, empresa_id, chave_objeto from importacoes where projeto_id = $1 for no key update),
       chaves as (select empresa_id, chave_objeto as chave from meus where chave_objeto is not null
         union select p.empresa_id, p.chave_objeto from meus m join envios v on v.importacao_id = m.id join envio_partes p on p.envio_id = v.id)
     insert into objetos_pendentes (id, empresa_id, chave, apagar_em) select gen_random_uuid(), empresa_id, chave, now() from chaves
     on conflict (chave) do update set apagar_em = now() returning chave`,
    [projetoId],
  );
  const ids = 'select id from importacoes where projeto_id = $1';
  await db.query(`delete from envios where importacao_id in (${ids})`, [projetoId]);
  await db.query(`delete from importacao_linhas where importacao_id in (${ids})`, [projetoId]);
  await db.query(`delete from importacao_chaves where importacao_id in (${ids})`, [projetoId]);
  await db.query(
    `update importacoes set chave_objeto = null, envio_id = null, updated_at = now(), nome = 'planilha apagada',
       colunas = case when jsonb_typeof(colunas) = 'array' then
         (select jsonb_agg(case when jsonb_typeof(c) = 'object' then c || '{"exemplos": []}' else c end) from jsonb_array_elements(colunas) c) end,
       avisos = null where projeto_id = $1`,
    [projetoId],
  );
  return rows.map(({ chave }) => chave);
}
