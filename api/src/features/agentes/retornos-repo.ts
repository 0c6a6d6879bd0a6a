// SQL: one statement reads feedback with its agent, call and author, for an agent and those merged into it.
import type { Database, Db } from '@escuta/prisma/db';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { all, inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { discard } from '@escuta/shared/platform/storage/pending-objects';
import { doAgente } from '@escuta/shared/services/calls/report-rows';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';
import { lockAgentes } from './repo.ts';

export type RetornoRow = {
  id: string;
  empresa_id: string;
  /** The agent to whom the feedback belongs, or the agent into which it was merged. */
  agente_id: string;
  agente_nome: string;
  conta_id: string | null;
  item: { id: string; projeto: string; momento: string; gravacao: boolean } | null;
  criterio: string | null;
  inicio_ms: number | null;
  /** Day of the sheet of which the feedback is a row; null: no sheet. */
  folha: string | null;
  texto: string;
  autor_id: string | null;
  autor_nome: string | null;
  visto_em: Date | null;
  resposta: string | null;
  respondido_em: Date | null;
  created_at: Date;
};

const COLUMNS = sql`r.id, r.empresa_id, coalesce(f.id, a.id) as agente_id, coalesce(f.nome, a.nome) as agente_nome,
  coalesce(f.usuario_id, a.usuario_id) as conta_id,
    case when i.id is not null then json_build_object('id', i.id, 'projeto', p.nome,
    'momento', coalesce(i.momento_chamada, i.created_at), 'gravacao', i.arquivo_path is not null) end as item,
  r.criterio, r.inicio_ms, r.folha_dia::text as folha, r.texto, r.autor_id, coalesce(u.nome, u.email) as autor_nome,
  r.visto_em, r.resposta, r.respondido_em, r.created_at`;
const JOINS = sql`join agentes a on a.id = r.agente_id left join agentes f on f.id = a.fundido_em_id
  left join usuarios u on u.id = r.autor_id left join auditoria_itens i on i.id = r.item_id
    left join projetos p on p.id = i.projeto_id`;

/** A page of an agent's feedback, newest first. */
export function listRetornos(
  db: Database,
  scope: Scope,
  agenteId: string,
  page: PageAsked,
): Promise<Page<RetornoRow>> {
  const found = sql`agente_retornos r where ${all([doAgente(agenteId), inScope(scope, sql`r.empresa_id`)])}`;
  return pageOf<RetornoRow>(
    db,
    page,
    (
      window,
    ) => sql`with pagina as materialized (select r.* from ${found} order by r.created_at desc, r.id desc ${window})
      select ${COLUMNS} from pagina r ${JOINS} order by r.created_at desc, r.id desc`,
    found,
  );
}

/** Feedback that the account's agent has not seen, newest first; of each sheet, only the row with its figures. */
export async function unseenOf(
  db: Database,
  scope: Scope,
  usuarioId: string,
  limit: number,
): Promise<RetornoRow[]> {
  const { rows } = await db.sql<RetornoRow>(
    sql`select ${COLUMNS} from agentes c join agente_retornos r on r.agente_id = c.id ${JOINS}
      where coalesce(f.usuario_id, a.usuario_id) = ${usuarioId} and r.visto_em is null
        and (r.folha_dia is null or r.item_id is null) and ${inScope(scope, sql`c.empresa_id`)}
        and (c.usuario_id = ${usuarioId} or c.fundido_em_id in (select m.id from agentes m
          where m.usuario_id = ${usuarioId}))
      order by r.created_at desc, r.id desc limit ${int(limit)}`,
    'retornos_meus',
  );
  return rows;
}

/** Condition: `r` is the given feedback, or a row of the same sheet of a day. */
const withItsSheet = ({ id, agente_id: agenteId, folha }: RetornoRow): Sql =>
  folha === null
    ? sql`r.id = ${id}::uuid`
    : sql`(r.id = ${id}::uuid or ${doAgente(agenteId)} and r.folha_dia = ${folha}::date)`;

/** Locks rows `r` of feedback in the order of all writers of feedback, which prevents deadlocks. */
export async function lockRetornos(db: Db, scope: Scope, where: Sql): Promise<void> {
  await db.sql(
    sql`select from agente_retornos r where ${where} and ${inScope(scope, sql`r.empresa_id`)}
      order by r.created_at, r.id for update`,
  );
}

/**
 * Locks rows `r` of feedback whose sounds change too. Locks the rows' items first, as an erasure does before it deletes
 * the sounds and the rows, because the same order prevents deadlocks.
 */
export async function lockRetornosWithSounds(db: Db, scope: Scope, where: Sql): Promise<void> {
  await db.sql(
    sql`select from auditoria_itens i where i.id = any(array(select r.item_id from agente_retornos r
        where ${where} and r.item_id is not null and ${inScope(scope, sql`r.empresa_id`)}))
      order by i.id for key share`,
  );
  await lockRetornos(db, scope, where);
}

/**
 * The row with the figures of the agent's newest unread sheet; null if the account was already told of that sheet, even
 * if the notice is on its way or was deleted.
 */
export async function findWaitingSheet(
  db: Db,
  scope: Scope,
  agenteId: string,
  usuarioId: string,
): Promise<{ id: string; dia: string } | null> {
  const { rows } = await db.sql<{ id: string; dia: string }>(
    sql`select x.id, x.folha_dia::text as dia from (
        select r.id, r.folha_dia, r.empresa_id, r.created_at from agente_retornos r
        where ${doAgente(agenteId)} and r.folha_dia is not null and r.item_id is null and r.visto_em is null
          and ${inScope(scope, sql`r.empresa_id`)}
        order by r.folha_dia desc limit 1) x
      where not exists (select from notificacoes n where n.usuario_id = ${usuarioId}::uuid and n.tipo = 'folha_enviada'
          and n.dados ->> 'alvo_id' = x.id::text)
        and not exists (select from eventos_dominio v where v.empresa_id = x.empresa_id and v.created_at >= x.created_at
          and v.tipo = 'folha_enviada' and v.alvo_id = x.id and v.dados ->> 'conta_id' = ${usuarioId}::text)`,
    'folha_a_contar',
  );
  return rows[0] ?? null;
}

/** Finds feedback by id; null if the scope has no such feedback. */
export async function findRetorno(db: Db, scope: Scope, id: string): Promise<RetornoRow | null> {
  const { rows } = await db.sql<RetornoRow>(
    sql`select ${COLUMNS} from agente_retornos r ${JOINS} where r.id = ${id} and ${inScope(scope, sql`r.empresa_id`)}`,
    'retorno_um',
  );
  return rows[0] ?? null;
}

/** Locks feedback in the scope, and all rows of its day's sheet, until the transaction ends; null if not found. */
export async function lockRetorno(db: Db, scope: Scope, id: string): Promise<RetornoRow | null> {
  const asked = await findRetorno(db, scope, id);
  if (!asked) return null;
  await lockRetornos(db, companyScope(asked.empresa_id), withItsSheet(asked));
  return findRetorno(db, scope, id);
}

/** Before feedback is deleted with its sounds, locks its agent and all rows of its sheet; null if not found. */
export async function lockToRemove(db: Db, scope: Scope, id: string): Promise<RetornoRow | null> {
  const asked = await findRetorno(db, scope, id);
  if (!asked) return null;
  const company = companyScope(asked.empresa_id);
  // The agent's lock keeps others from sending the sheet again with other moments.
  await lockAgentes(db, company, [asked.agente_id]);
  await lockRetornosWithSounds(db, company, withItsSheet(asked));
  return findRetorno(db, scope, id);
}

/**
 * The agent of a call, if the call is not erased and belongs to `agenteId` or to an agent merged into it. Locks the
 * call's row, so that nobody deletes it.
 */
export async function agentOfCall(
  db: Db,
  scope: Scope,
  itemId: string,
  agenteId: string,
): Promise<string | null> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select i.agente_id as id from auditoria_itens i where i.id = ${itemId} and ${inScope(scope, sql`i.empresa_id`)}
      and i.dados_apagados_em is null
      and i.agente_id in (select x.id from agentes x where x.id = ${agenteId}::uuid
        or x.fundido_em_id = ${agenteId}::uuid) for key share`,
    'retorno_da_ligacao',
  );
  return rows[0]?.id ?? null;
}

export type NewRetorno = {
  empresaId: string;
  agenteId: string;
  autorId: string;
  texto: string;
  itemId: string | null;
  criterio: string | null;
  inicioMs: number | null;
};

/** Inserts feedback. @returns the id of the new row */
export async function insertRetorno(db: Db, scope: Scope, given: NewRetorno): Promise<string> {
  const id = newId();
  await db.within(scope).agenteRetorno.create({ data: { id, ...given }, select: { id: true } });
  return id;
}

/** Marks feedback as seen, and stores the agent's answer; an earlier answer stays. */
export async function saveSeen(db: Db, id: string, resposta: string | null): Promise<void> {
  await db.sql(
    sql`update agente_retornos set visto_em = coalesce(visto_em, now()),
      resposta = coalesce(resposta, ${resposta}::text),
        respondido_em = case when ${resposta}::text is null then respondido_em else coalesce(respondido_em, now()) end
      where id = ${id}`,
    'retorno_visto',
  );
}

/** Marks the rows of an agent's sheet of a day as seen. */
export async function markSheetSeen(db: Db, scope: Scope, agenteId: string, dia: string): Promise<void> {
  await db.sql(
    sql`update agente_retornos r set visto_em = now()
      where ${doAgente(agenteId)} and r.folha_dia = ${dia}::date and r.visto_em is null
        and ${inScope(scope, sql`r.empresa_id`)}`,
    'retorno_folha_vista',
  );
}

/**
 * Deletes feedback that a person takes back. If the feedback is the row of a sheet's figures, deletes the sheet's
 * moments too. A moment taken back alone enters no later sheet. The worker deletes the sounds cut for the feedback.
 */
export async function removeRetornoRow(
  db: Db,
  scope: Scope,
  { id, agente_id: agenteId, folha, item }: RetornoRow,
  usuarioId: string,
): Promise<void> {
  if (folha !== null && item !== null) {
    await db.sql(
      sql`with o as (
          select mt.id, mt.empresa_id, mt.chave_objeto as chave from momentos mt
          where mt.item_id = ${item.id}::uuid and mt.retorno_id = ${id}::uuid
            and ${inScope(scope, sql`mt.empresa_id`)} for update of mt
        ), retirados as (
          update momentos m set revogado_em = now(), revogado_por = ${usuarioId}::uuid, situacao = 'encerrado',
          chave_objeto = null,
            tamanho = null, sha256 = null from o where m.id = o.id
        ) ${discard}`,
      'retorno_som_retirado',
    );
  }
  const ids =
    folha === null || item !== null
      ? [id]
      : (
          await db.sql<{ id: string }>(
            sql`select r.id from agente_retornos r where ${doAgente(agenteId)} and r.folha_dia = ${folha}::date
              and ${inScope(scope, sql`r.empresa_id`)}`,
            'retorno_folha',
          )
        ).rows.map((row) => row.id);
  await removeRetornoRows(db, scope, ids);
}

/** Deletes the feedback of an anonymised agent and of those merged into it, and lets its sounds expire. */
export async function removeRetornosOfAgente(db: Db, scope: Scope, agenteId: string): Promise<void> {
  const all = sql`${doAgente(agenteId)}`;
  await lockRetornosWithSounds(db, scope, all);
  await db.sql(
    sql`update momentos mt set expira_em = least(mt.expira_em, now()) from agente_retornos r
      where ${all} and ${inScope(scope, sql`r.empresa_id`)} and mt.item_id = r.item_id and mt.retorno_id = r.id`,
    'agente_anonimo_sons',
  );
  await db.sql(
    sql`delete from agente_retornos r where ${all} and ${inScope(scope, sql`r.empresa_id`)}`,
    'agente_anonimo_retornos',
  );
}

/** Deletes feedback by id, and lets the sounds cut for it expire. */
export async function removeRetornoRows(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.sql(
    sql`update momentos mt set expira_em = least(mt.expira_em, now()) from agente_retornos r
      where r.id = any(${ids}::uuid[]) and ${inScope(scope, sql`r.empresa_id`)} and mt.item_id = r.item_id
        and mt.retorno_id = r.id`,
    'retorno_sons',
  );
  await db.within(scope).agenteRetorno.deleteMany({ where: { id: { in: [...ids] }, ...whereScope(scope) } });
}
