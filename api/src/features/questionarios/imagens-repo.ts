// SQL: the statements read and change a questionnaire's images. If a version names a deleted image, the image's row
// stays, hidden.

import type { Db } from '@escuta/prisma/db';
import type { ImagemWire } from '@escuta/shared/contracts/surveys/questionnaire/imagens';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';

export type ImagemRow = {
  id: string;
  questionario_id: string;
  empresa_id: string;
  nome: string;
  tipo: ImagemWire['tipo'];
  tamanho: number;
  chave_objeto: string;
  created_at: Date;
};

const COLUMNS = sql`i.id, i.questionario_id, i.empresa_id, i.nome, i.tipo, i.tamanho, i.chave_objeto, i.created_at`;

/** A questionnaire's undeleted images, oldest first. The caller checked the scope. */
export async function listImagens(
  db: Db,
  { id, empresa_id }: { id: string; empresa_id: string },
): Promise<ImagemRow[]> {
  const rows = await db.within(companyScope(empresa_id)).questionarioImagem.findMany({
    where: { questionarioId: id, empresaId: empresa_id, excluidaEm: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map((row) => ({
    ...{ id: row.id, questionario_id: row.questionarioId, empresa_id: row.empresaId, nome: row.nome },
    ...{ tipo: row.tipo as ImagemRow['tipo'], tamanho: row.tamanho, chave_objeto: row.chaveObjeto },
    created_at: row.createdAt,
  }));
}

/** An image, even if deleted, because versions keep it; null outside the scope. */
export async function findImagem(db: Db, scope: Scope, id: string): Promise<ImagemRow | null> {
  const { rows } = await db.sql<ImagemRow>(
    sql`select ${COLUMNS} from questionario_imagens i where i.id = ${id}::uuid
      and ${inScope(scope, sql`i.empresa_id`)}`,
    'imagem',
  );
  return rows[0] ?? null;
}

export async function insertImagem(db: Db, nova: Omit<ImagemRow, 'id' | 'created_at'>): Promise<ImagemRow> {
  const { rows } = await db.sql<ImagemRow>(
    sql`insert into questionario_imagens as i (id, empresa_id, questionario_id, nome, tipo, tamanho, chave_objeto)
      values (${newId()}::uuid, ${nova.empresa_id}::uuid, ${nova.questionario_id}::uuid, ${nova.nome}, ${nova.tipo},
        ${nova.tamanho}::int, ${nova.chave_objeto}) returning ${COLUMNS}`,
    'imagem_nova',
  );
  return rows[0] as ImagemRow;
}

/** Codes of the draft's questions that show an image. */
export async function questionsShowing(db: Db, questionarioId: string, imagemId: string): Promise<string[]> {
  const { rows } = await db.sql<{ codigo: string }>(
    sql`select codigo from perguntas where questionario_id = ${questionarioId}::uuid and excluida_em is null
      and regras -> 'cartao' ->> 'id' = ${imagemId}::text order by ordem`,
    'imagem_perguntas',
  );
  return rows.map(({ codigo }) => codigo);
}

/** Hides an image that a version names; deletes any other image with its object. */
export async function discardImagem(db: Db, { id, questionario_id, empresa_id }: ImagemRow): Promise<void> {
  const { rowCount } = await db.sql(
    sql`update questionario_imagens set excluida_em = now() where id = ${id}::uuid
      and exists (select from questionario_versoes v
      where v.questionario_id = ${questionario_id}::uuid and strpos(v.conteudo::text, ${id}::text) > 0)`,
    'imagem_esconde',
  );
  if (rowCount === 0)
    await db
      .within(companyScope(empresa_id))
      .questionarioImagem.deleteMany({ where: { id, empresaId: empresa_id } });
}

/**
 * Copies images to another questionnaire of the company; both rows share the object.
 * @returns new ids by old ids
 */
export async function copyImagens(
  db: Db,
  ids: readonly string[],
  questionarioId: string,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const pairs = ids.map((de) => ({ de, id: newId() }));
  const { rows } = await db.sql<{ id: string }>(
    sql`insert into questionario_imagens (id, empresa_id, questionario_id, nome, tipo, tamanho, chave_objeto)
      select p.id, i.empresa_id, ${questionarioId}::uuid, i.nome, i.tipo, i.tamanho, i.chave_objeto
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (de uuid, id uuid)
      join questionario_imagens i on i.id = p.de join questionarios q on q.id = ${questionarioId}::uuid
        and q.empresa_id = i.empresa_id
      returning id`,
    'imagens_copia',
  );
  const made = new Set(rows.map(({ id }) => id));
  return new Map(pairs.filter(({ id }) => made.has(id)).map(({ de, id }) => [de, id]));
}
