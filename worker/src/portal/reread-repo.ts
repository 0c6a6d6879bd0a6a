// SQL instead of Prisma, because interviews from sheets are found by their partial index, and changed in bulk.

import type { Database, Db } from '@escuta/prisma/db';
import { type ColunaDoPreparoGravada, colunaDoPreparo } from '@escuta/shared/domain/audit-preparation';
import type { RespostaDada } from '@escuta/shared/domain/interview/device/events';
import type { Respostas } from '@escuta/shared/domain/interview/questionnaire/applicability';
import { ACUSACOES } from '@escuta/shared/domain/interview/verdicts/verdict';
import {
  type QuestionarioLido,
  questionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { notify } from '@escuta/shared/platform/database/notify';
import { REJUDGE_CHANNEL } from '@escuta/shared/services/verdicts/interview-rejudge';

import { requestTasks } from '../tasks/request-tasks.ts';

/** SQL condition for interviews `e` from sheets: unread cells are not saved, or verdicts must be renewed. */
const PENDING = `e.origem = 'planilha' and e.celulas_planilha is distinct from 'guardadas'`;
const UNDER_WAY = `exists (select from auditoria_itens i
  join execucoes x on x.item_id = i.id and x.status in ('na_fila', 'executando') where i.entrevista_id = e.id)`;
/** Creates the task `reler_planilhas` in each company with sheets read by a version that did not store unread cells. */
export function requestRereads(db: Database): Promise<void> {
  return requestTasks(db, {
    tipo: 'reler_planilhas',
    parametros: {},
    pending: `exists (select from entrevistas e where e.empresa_id = c.id and ${PENDING})`,
  });
}

export async function countPending(db: Db, empresaId: string | null): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'rereads_pending',
    text: `select count(*)::int as n from entrevistas e where e.empresa_id = $1 and ${PENDING}`,
    values: [empresaId],
  });
  return rows[0]?.n ?? 0;
}

/** A company's next survey with interviews whose unread cells are not saved. */
export async function nextSurvey(db: Db, empresaId: string | null): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'rereads_survey',
    text: `select e.pesquisa_id as id from entrevistas e
           where e.empresa_id = $1 and ${PENDING} and e.celulas_planilha is null order by e.pesquisa_id limit 1`,
    values: [empresaId],
  });
  return rows[0]?.id ?? null;
}

export type Origem = {
  questionario: QuestionarioLido | null;
  colunas: ColunaDoPreparoGravada[];
  aba: string | null;
  /** The stored sheet; null if erased. */
  planilha: { nome: string; tamanho: number; chaveObjeto: string } | null;
};

/** Reads a survey's prepared audit with its stored sheet. */
export async function readOrigin(db: Db, pesquisaId: string): Promise<Origem | null> {
  const { rows } = await db.query<{
    questionario: unknown;
    colunas: unknown;
    aba: string | null;
    planilha: Origem['planilha'];
  }>({
    name: 'rereads_origin',
    text: `select p.questionario, p.colunas, p.aba, (
             select json_build_object('nome', a.nome, 'tamanho', a.tamanho, 'chaveObjeto', a.chave_objeto)
             from auditoria_arquivos a where a.auditoria_id = p.auditoria_id and a.papel = 'planilha_respostas'
             order by a.created_at, a.id limit 1) as planilha
           from auditoria_preparos p where p.pesquisa_id = $1 order by p.confirmado_em, p.id limit 1`,
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
  dadas: Respostas;
  /** True if the interview has verdicts, or an open run that will give it some. */
  auditada: boolean;
};

/**
 * Locks a survey's interviews whose unread cells are not saved: of the given rows or, if `linhas` is null, the first
 * `limit`. Marks erased interviews as done and leaves them out.
 */
export async function lockUnread(
  db: Db,
  { empresaId, pesquisaId }: { empresaId: string | null; pesquisaId: string },
  { linhas, limit }: { linhas: readonly number[] | null; limit: number },
): Promise<EntrevistaARler[]> {
  const { rows: found } = await db.query<{ id: string }>({
    name: 'rereads_find',
    text: `select e.id from entrevistas e
           where e.empresa_id = $1 and e.pesquisa_id = $2 and ${PENDING} and e.celulas_planilha is null
             and ($3::int[] is null or e.linha_planilha = any ($3)) order by e.id limit $4`,
    values: [empresaId, pesquisaId, linhas, limit],
  });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Locks items before interviews, like an erasure, so that a concurrent erasure is noticed.
  await db.query({
    name: 'rereads_lock_items',
    text: `select from auditoria_itens where entrevista_id = any ($1::uuid[]) order by id for no key update`,
    values: [ids],
  });
  const { rows } = await db.query<
    Omit<EntrevistaARler, 'dadas'> & { apagada: boolean; respostas: [string, RespostaDada][] }
  >({
    name: 'rereads_lock',
    text: `select e.id, e.linha_planilha as linha, e.questionario_versao_id as "versaoId",
             exists (select from auditoria_itens i
               where i.entrevista_id = e.id and i.dados_apagados_em is not null) as apagada,
             exists (select from confrontos c where c.entrevista_id = e.id) or ${UNDER_WAY} as auditada,
             (select coalesce(json_agg(json_build_array(r.pergunta_id,
               json_build_object('opcoes', r.opcoes, 'texto', r.texto_resposta))), '[]') from respostas r
              where r.entrevista_id = e.id) as respostas
           from entrevistas e where e.id = any ($1::uuid[]) and e.celulas_planilha is null
           order by e.id for no key update`,
    values: [ids],
  });
  const erased = rows.filter(({ apagada }) => apagada).map(({ id }) => id);
  if (erased.length > 0) await markKept(db, erased, 'guardadas');
  return rows.flatMap(({ apagada, respostas, ...one }) =>
    apagada ? [] : [{ ...one, dadas: new Map(respostas) }],
  );
}

export async function markKept(
  db: Db,
  ids: readonly string[],
  estado: 'a_julgar' | 'guardadas',
): Promise<void> {
  await db.query({
    name: 'rereads_mark',
    text: 'update entrevistas set celulas_planilha = $2 where id = any ($1::uuid[])',
    values: [ids, estado],
  });
}

/** Number of cells that now support an accusation by the AI. */
export async function countAccusing(
  db: Db,
  cells: readonly { entrevistaId: string; perguntaId: string }[],
): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'rereads_accusing',
    text: `select count(*)::int as n from unnest($1::uuid[], $2::uuid[]) as k (entrevista, pergunta)
           join confrontos c on c.entrevista_id = k.entrevista and c.pergunta_id = k.pergunta and c.vigente
           where c.veredito = any ($3::text[])`,
    values: [
      cells.map(({ entrevistaId }) => entrevistaId),
      cells.map(({ perguntaId }) => perguntaId),
      [...ACUSACOES],
    ],
  });
  return rows[0]?.n ?? 0;
}

/**
 * Requests new verdicts from the stored cells (worker/src/rejudge.ts), for at most `most` interviews at once, so that
 * people's corrections need not wait. Interviews with an open run wait until it ends.
 */
export async function wishJudged(db: Db, empresaId: string | null, most: number): Promise<void> {
  await db.query({
    name: 'rereads_wish',
    text: `with abertas as (
             select count(*) as n from entrevistas e
             where e.empresa_id = $1 and ${PENDING} and e.celulas_planilha = 'a_julgar' and e.rejulgar_em is not null
           ), proximas as (
             select e.id from entrevistas e
             where e.empresa_id = $1 and ${PENDING} and e.celulas_planilha = 'a_julgar' and e.rejulgar_em is null
               and not ${UNDER_WAY}
             order by e.pesquisa_id, e.id limit greatest(0, $2 - (select n from abertas))
           )
           update entrevistas e set rejulgar_em = clock_timestamp() from proximas p
           where e.id = p.id and e.rejulgar_em is null`,
    values: [empresaId, most],
  });
  await notify(db, REJUDGE_CHANNEL);
}
