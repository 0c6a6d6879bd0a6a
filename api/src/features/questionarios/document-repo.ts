// SQL: a document belongs to its questionnaire once its questions were included; before that its task may end without it.
import { newId } from '@escuta/shared/node/ids';
import { sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';

/** Notes a document that is to be read. Its object stays announced for deletion until it was. */
export async function insertDocument(
  db: Queryable,
  novo: {
    empresaId: string;
    questionarioId: string;
    tarefaId: string;
    nome: string;
    tamanho: number;
    chave: string;
  },
): Promise<void> {
  await db.query(
    sql`insert into questionario_documentos (id, empresa_id, questionario_id, tarefa_id, nome, tamanho, chave_objeto, expira_em)
      values (${newId()}, ${novo.empresaId}, ${novo.questionarioId}, ${novo.tarefaId}, ${novo.nome}, ${novo.tamanho}::bigint,
        ${novo.chave}, now() + interval '1 day')`.statement('documento_novo'),
  );
}

/**
 * Keeps the document that a task of the company read beside the questionnaire, in the place of those before. One that is gone is not kept.
 * @param perguntas ids of its questions by their places in what was read
 * @returns false where the company has no such task
 */
export async function keepDocument(
  db: Queryable,
  { id: questionarioId, empresa_id: empresaId }: { id: string; empresa_id: string },
  tarefaId: string,
  perguntas: readonly (string | null)[],
): Promise<boolean> {
  const task = await db.query(
    sql`select from tarefas where id = ${tarefaId}::uuid and empresa_id = ${empresaId}::uuid`.statement(
      'documento_tarefa',
    ),
  );
  if (!task.rowCount) return false;
  const { rows } = await db.query<{ id: string }>(
    sql`update questionario_documentos set incluido_em = now(), expira_em = null, perguntas = ${JSON.stringify(perguntas)}::jsonb
      where questionario_id = ${questionarioId}::uuid and tarefa_id = ${tarefaId}::uuid and linhas is not null
      returning id`.statement('documento_guarda'),
  );
  const [kept] = rows;
  if (!kept) return true;
  // Read in the same way, the same document is not asked about again.
  await db.query(
    sql`update leituras_ia set documento_id = ${kept.id}::uuid where documento_id in (select id from questionario_documentos
      where questionario_id = ${questionarioId}::uuid and incluido_em is not null and id <> ${kept.id}::uuid)`.statement(
      'documento_leituras',
    ),
  );
  await db.query(
    sql`delete from questionario_documentos where questionario_id = ${questionarioId}::uuid and incluido_em is not null
      and id <> ${kept.id}::uuid`.statement('documento_anterior'),
  );
  return true;
}
