// SQL: a document belongs to its questionnaire once its questions are included; until then it may expire.

import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { readStoredList } from '@escuta/shared/domain/text/stored';
import { newId } from '@escuta/shared/platform/database/ids';
import { sql } from '@escuta/shared/platform/database/sql';
import { z } from 'zod';

/** Stores a document. Its object stays announced for deletion until the document is read. */
export async function insertDocument(
  db: Db,
  novo: {
    empresaId: string;
    questionarioId: string;
    tarefaId: string;
    nome: string;
    tamanho: number;
    chave: string;
  },
): Promise<void> {
  await db.sql(
    sql`insert into questionario_documentos (id, empresa_id, questionario_id, tarefa_id, nome, tamanho, chave_objeto,
      expira_em)
      values (${newId()}, ${novo.empresaId}, ${novo.questionarioId}, ${novo.tarefaId}, ${novo.nome},
        ${novo.tamanho}::bigint,
        ${novo.chave}, now() + interval '1 day')`,
    'documento_novo',
  );
}

/**
 * Attaches a task's document to the questionnaire in place of earlier documents; included questions keep their lines.
 * @param perguntas question ids by position in the reading
 * @returns false if the company has no such task
 */
export async function keepDocument(
  db: Db,
  { id: questionarioId, empresa_id: empresaId }: { id: string; empresa_id: string },
  tarefaId: string,
  perguntas: readonly (string | null)[],
): Promise<boolean> {
  const task = await db.sql<{ lidas: number }>(
    sql`select coalesce((resultado ->> 'perguntas')::int, 0) as lidas from tarefas
      where id = ${tarefaId}::uuid and empresa_id = ${empresaId}::uuid and tipo = 'ler_questionario'`,
    'documento_tarefa',
  );
  const [read] = task.rows;
  if (!read) return false;
  const found = await db.sql<{ id: string; perguntas: unknown; em_uso: string[] }>(
    sql`select d.id, d.perguntas, array(select p.id::text from perguntas p
        where p.questionario_id = d.questionario_id and p.excluida_em is null) as em_uso
      from questionario_documentos d where d.questionario_id = ${questionarioId}::uuid
        and d.tarefa_id = ${tarefaId}::uuid
        and d.linhas is not null for no key update of d`,
    'documento_lido',
  );
  const [kept] = found.rows;
  if (!kept) return true;
  const before = readStoredList(z.uuid().nullable(), kept.perguntas);
  const inUse = new Set(kept.em_uso);
  // Positions beyond the reading belong to questions to which a person assigned lines.
  const places = Array.from({ length: Math.max(read.lidas, before.length) }, (_, place) => {
    const own = before[place] ?? null;
    return own !== null && inUse.has(own) ? own : place < read.lidas ? (perguntas[place] ?? own) : own;
  });
  await db.sql(
    sql`update questionario_documentos set incluido_em = now(), expira_em = null,
      perguntas = ${JSON.stringify(places)}::jsonb
      where id = ${kept.id}::uuid`,
    'documento_guarda',
  );
  // Moves the earlier documents' stored AI readings to this document, so that the model is not asked again.
  await db.sql(
    sql`update leituras_ia set documento_id = ${kept.id}::uuid
      where documento_id in (select id from questionario_documentos
      where questionario_id = ${questionarioId}::uuid and incluido_em is not null and id <> ${kept.id}::uuid)`,
    'documento_leituras',
  );
  await db.within(companyScope(empresaId)).questionarioDocumento.deleteMany({
    where: { questionarioId, empresaId, incluidoEm: { not: null }, id: { not: kept.id } },
  });
  return true;
}
