// SQL: interviews of a sheet are found by their partial index, and locked and written as sets.

import type { Database, Db } from '@escuta/prisma/db';
import { type ColunaDoPreparoGravada, colunaDoPreparo } from '@escuta/shared/domain/audit-preparation';
import { ACUSACOES } from '@escuta/shared/domain/interview/verdicts/verdict';
import {
  type QuestionarioLido,
  questionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { notify } from '@escuta/shared/platform/database/notify';
import { REJUDGE_CHANNEL } from '@escuta/shared/services/verdicts/interview-rejudge';

import { requestTasks } from '../tasks/request-tasks.ts';

/** Interviews `e` of sheets whose unread cells are not kept yet, or whose verdicts are not derived from them yet. */
const PENDING = `e.origem = 'planilha' AND e.celulas_planilha IS DISTINCT FROM 'guardadas'`;
/** Interview `e` has a run that has not ended. */
const UNDER_WAY = `EXISTS (SELECT FROM auditoria_itens i
  JOIN execucoes x ON x.item_id = i.id AND x.status IN ('na_fila', 'executando') WHERE i.entrevista_id = e.id)`;
/** Creates the task `reler_planilhas` of each company whose sheets an earlier version read, dropping unread cells. */
export function requestRereads(db: Database): Promise<void> {
  return requestTasks(db, {
    tipo: 'reler_planilhas',
    parametros: {},
    pending: `EXISTS (SELECT FROM entrevistas e WHERE e.empresa_id = c.id AND ${PENDING})`,
  });
}

/** Number of interviews of a company that are pending. */
export async function countPending(db: Db, empresaId: string | null): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'rereads-pending',
    text: `SELECT count(*)::int AS n FROM entrevistas e WHERE e.empresa_id = $1 AND ${PENDING}`,
    values: [empresaId],
  });
  return rows[0]?.n ?? 0;
}

/** The next survey of a company with interviews whose unread cells are not kept; null: there is none. */
export async function nextSurvey(db: Db, empresaId: string | null): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'rereads-survey',
    text: `SELECT e.pesquisa_id AS id FROM entrevistas e
           WHERE e.empresa_id = $1 AND ${PENDING} AND e.celulas_planilha IS NULL ORDER BY e.pesquisa_id LIMIT 1`,
    values: [empresaId],
  });
  return rows[0]?.id ?? null;
}

/** The questionnaire, columns and sheet that a survey was made of. */
export type Origem = {
  questionario: QuestionarioLido | null;
  colunas: ColunaDoPreparoGravada[];
  aba: string | null;
  /** Null: the sheet was erased. */
  planilha: { nome: string; tamanho: number; chaveObjeto: string } | null;
};

/** The preparation that a survey was made of, with its sheet as it is kept beside the audit; null without one. */
export async function readOrigin(db: Db, pesquisaId: string): Promise<Origem | null> {
  const { rows } = await db.query<{
    questionario: unknown;
    colunas: unknown;
    aba: string | null;
    planilha: Origem['planilha'];
  }>({
    name: 'rereads-origin',
    text: `SELECT p.questionario, p.colunas, p.aba, (
             SELECT json_build_object('nome', a.nome, 'tamanho', a.tamanho, 'chaveObjeto', a.chave_objeto)
             FROM auditoria_arquivos a WHERE a.auditoria_id = p.auditoria_id AND a.papel = 'planilha_respostas'
             ORDER BY a.created_at, a.id LIMIT 1) AS planilha
           FROM auditoria_preparos p WHERE p.pesquisa_id = $1 ORDER BY p.confirmado_em, p.id LIMIT 1`,
    values: [pesquisaId],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    questionario: readStored(questionarioLido, row.questionario, null),
    colunas: readStoredList(colunaDoPreparo, row.colunas),
    aba: row.aba,
    planilha: row.planilha,
  };
}

export type EntrevistaARler = {
  id: string;
  linha: number | null;
  versaoId: string;
  /** Chosen options by question, of the answers that were kept. */
  dadas: ReadonlyMap<string, readonly string[]>;
  /** It has verdicts, or a run under way that will give it some. */
  auditada: boolean;
};

/**
 * Locks interviews of a survey whose unread cells are not kept, until the transaction ends: those of some rows of the
 * sheet, or (null) the first `limit`. Erased interviews are marked as done and left out.
 */
export async function lockUnread(
  db: Db,
  { empresaId, pesquisaId }: { empresaId: string | null; pesquisaId: string },
  { linhas, limit }: { linhas: readonly number[] | null; limit: number },
): Promise<EntrevistaARler[]> {
  const { rows: found } = await db.query<{ id: string }>({
    name: 'rereads-find',
    text: `SELECT e.id FROM entrevistas e
           WHERE e.empresa_id = $1 AND e.pesquisa_id = $2 AND ${PENDING} AND e.celulas_planilha IS NULL
             AND ($3::int[] IS NULL OR e.linha_planilha = ANY ($3)) ORDER BY e.id LIMIT $4`,
    values: [empresaId, pesquisaId, linhas, limit],
  });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Items before interviews, in the order of an erasure: an interview that is being erased now is read as erased.
  await db.query({
    name: 'rereads-lock-items',
    text: `SELECT FROM auditoria_itens WHERE entrevista_id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  const { rows } = await db.query<
    Omit<EntrevistaARler, 'dadas'> & { apagada: boolean; respostas: [string, string[]][] }
  >({
    name: 'rereads-lock',
    text: `SELECT e.id, e.linha_planilha AS linha, e.questionario_versao_id AS "versaoId",
             EXISTS (SELECT FROM auditoria_itens i
               WHERE i.entrevista_id = e.id AND i.dados_apagados_em IS NOT NULL) AS apagada,
             EXISTS (SELECT FROM confrontos c WHERE c.entrevista_id = e.id) OR ${UNDER_WAY} AS auditada,
             (SELECT coalesce(json_agg(json_build_array(r.pergunta_id, r.opcoes)), '[]') FROM respostas r
              WHERE r.entrevista_id = e.id) AS respostas
           FROM entrevistas e WHERE e.id = ANY ($1::uuid[]) AND e.celulas_planilha IS NULL
           ORDER BY e.id FOR NO KEY UPDATE`,
    values: [ids],
  });
  const erased = rows.filter(({ apagada }) => apagada).map(({ id }) => id);
  if (erased.length > 0) await markKept(db, erased, 'guardadas');
  return rows.flatMap(({ apagada, respostas, ...one }) =>
    apagada ? [] : [{ ...one, dadas: new Map(respostas) }],
  );
}

/** Writes the state of locked interviews. */
export async function markKept(
  db: Db,
  ids: readonly string[],
  estado: 'a_julgar' | 'guardadas',
): Promise<void> {
  await db.query({
    name: 'rereads-mark',
    text: 'UPDATE entrevistas SET celulas_planilha = $2 WHERE id = ANY ($1::uuid[])',
    values: [ids, estado],
  });
}

/** Number of these cells in force by which the AI accuses somebody. */
export async function countAccusing(
  db: Db,
  cells: readonly { entrevistaId: string; perguntaId: string }[],
): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'rereads-accusing',
    text: `SELECT count(*)::int AS n FROM unnest($1::uuid[], $2::uuid[]) AS k (entrevista, pergunta)
           JOIN confrontos c ON c.entrevista_id = k.entrevista AND c.pergunta_id = k.pergunta AND c.vigente
           WHERE c.veredito = ANY ($3::text[])`,
    values: [
      cells.map(({ entrevistaId }) => entrevistaId),
      cells.map(({ perguntaId }) => perguntaId),
      [...ACUSACOES],
    ],
  });
  return rows[0]?.n ?? 0;
}

/**
 * Asks for the verdicts of interviews to be derived from their kept cells (worker/src/rejudge.ts). At most `most` wait
 * at once, so that a person's correction never stands behind a whole survey. An interview with a run under way waits
 * for its end.
 */
export async function wishJudged(db: Db, empresaId: string | null, most: number): Promise<void> {
  await db.query({
    name: 'rereads-wish',
    text: `WITH abertas AS (
             SELECT count(*) AS n FROM entrevistas e
             WHERE e.empresa_id = $1 AND ${PENDING} AND e.celulas_planilha = 'a_julgar' AND e.rejulgar_em IS NOT NULL
           ), proximas AS (
             SELECT e.id FROM entrevistas e
             WHERE e.empresa_id = $1 AND ${PENDING} AND e.celulas_planilha = 'a_julgar' AND e.rejulgar_em IS NULL
               AND NOT ${UNDER_WAY}
             ORDER BY e.pesquisa_id, e.id LIMIT greatest(0, $2 - (SELECT n FROM abertas))
           )
           UPDATE entrevistas e SET rejulgar_em = clock_timestamp() FROM proximas p
           WHERE e.id = p.id AND e.rejulgar_em IS NULL`,
    values: [empresaId, most],
  });
  await notify(db, REJUDGE_CHANNEL);
}
