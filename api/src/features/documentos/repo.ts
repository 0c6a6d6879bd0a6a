// SQL: these statements find running and stored AI readings of a document.

import type { Db } from '@escuta/prisma/db';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { type LinhaLida, linhaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import {
  type DocumentoAoLado,
  type LeituraDaPagina,
  readReadings,
} from '@escuta/shared/services/documents/document';
import { z } from 'zod';

/** Id of the running task in which a model reads the document; null if there is none. */
export async function isBeingRead(
  db: Db,
  { alvo, empresaId }: Pick<DocumentoAoLado, 'alvo' | 'empresaId'>,
): Promise<string | null> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select id from tarefas where empresa_id = ${empresaId}::uuid and tipo = 'ler_com_ia'
      and status in ('pendente', 'executando')
      and parametros -> 'alvo' ->> 'id' = ${alvo.id} and parametros -> 'alvo' ->> 'tipo' = ${alvo.tipo} limit 1`,
    'documento_em_leitura',
  );
  return rows[0]?.id ?? null;
}

/** A model's stored answer about a page of the document's last reading. */
export async function findReading(
  db: Db,
  documento: DocumentoAoLado,
  pagina: number,
): Promise<LeituraDaPagina | null> {
  return (await readReadings(db, documento)).find((one) => one.pagina === pagina) ?? null;
}

export async function saveDiscarded(
  db: Db,
  leituraId: string,
  proposta: string,
  descartada: boolean,
): Promise<void> {
  await db.sql(
    sql`update leituras_ia set descartadas =
      case when ${descartada} then (descartadas - ${proposta}::text) || to_jsonb(${proposta}::text)
        else descartadas - ${proposta}::text end where id = ${leituraId}::uuid`,
    'leitura_descarta',
  );
}

/** Locks a questionnaire's documents. */
export async function lockDocument(db: Db, scope: Scope, questionarioId: string): Promise<void> {
  await db.sql(
    sql`select from questionario_documentos where questionario_id = ${questionarioId}::uuid
      and ${inScope(scope, sql`empresa_id`)}
      for no key update`,
    'documento_segura',
  );
}

/**
 * Assigns lines of a locked document to a question, or to none. Other lines stay unchanged, even lines of questions
 * that are not included yet.
 */
export async function saveLinesOf(
  db: Db,
  { id: documentoId, empresaId }: { id: string; empresaId: string },
  places: readonly number[],
  perguntaId: string | null,
): Promise<void> {
  const kept = await db.within(companyScope(empresaId)).questionarioDocumento.findFirst({
    where: { id: documentoId, empresaId },
    select: { linhas: true, perguntas: true },
  });
  const linhas = readStored(z.array(linhaLida), kept?.linhas, []);
  const perguntas = readStoredList(z.uuid().nullable(), kept?.perguntas);
  // The first question position that neither the reading nor the document's questions use.
  const free = linhas.reduce((last, { pergunta }) => Math.max(last, (pergunta ?? -1) + 1), perguntas.length);
  const known = perguntaId === null ? null : perguntas.indexOf(perguntaId);
  const question = known === -1 ? free : known;
  const given = new Set(places);
  const now = linhas.map((linha, place): LinhaLida => {
    if (!given.has(place)) return linha;
    return { ...linha, uso: question === null ? 'deixada' : 'usada', pergunta: question };
  });
  const ids = Array.from({ length: Math.max(perguntas.length, (question ?? -1) + 1) }, (_, place) =>
    place === question ? perguntaId : (perguntas[place] ?? null),
  );
  await db.sql(
    sql`update questionario_documentos set linhas = ${JSON.stringify(now)}::jsonb,
      perguntas = ${JSON.stringify(ids)}::jsonb
      where id = ${documentoId}::uuid`,
    'documento_linhas',
  );
}
