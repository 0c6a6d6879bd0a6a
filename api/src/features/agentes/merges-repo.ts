// SQL: a merge locks two agents and moves all rows of the second in one statement; an undo moves the rows back.

import type { Db } from '@escuta/prisma/db';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { personName } from '@escuta/shared/platform/database/conditions/actor';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type AgenteRow, keepFormerAccount } from './repo.ts';
import { lockRetornos } from './retornos-repo.ts';

const UNDO_DAYS = 30;

type Idos = { entrevistas: string[]; ramais: string[]; fundidos: string[]; apelidos: string[] };

/** Moves an agent's rows to another agent; returns their ids. */
async function moveAll(db: Db, de: string, para: string): Promise<Idos> {
  const { rows } = await db.sql<Idos>(
    sql`with e as (update entrevistas set agente_id = ${para}::uuid where agente_id = ${de}::uuid returning id),
        r as (update agente_ramais set agente_id = ${para}::uuid where agente_id = ${de}::uuid returning id),
        f as (update agentes set fundido_em_id = ${para}::uuid, updated_at = now() where fundido_em_id = ${de}::uuid
          returning id),
        n as (update agente_apelidos set agente_id = ${para}::uuid where agente_id = ${de}::uuid returning apelido)
      select array(select id from e) as entrevistas, array(select id from r) as ramais, array(select id from f)
        as fundidos,
        array(select apelido from n) as apelidos`,
    'agente_funde_tudo',
  );
  return rows[0] as Idos;
}

/**
 * Merges `outro` into `agente`, both locked. `agente` takes the account and number of `outro` only if it has none.
 * Calls (perhaps 100,000) are not rewritten: readers follow `fundido_em_id`. Stored ids of the moved rows allow an
 * undo.
 */
export async function merge(
  db: Db,
  agente: AgenteRow,
  outro: AgenteRow,
  usuarioId: string | null,
): Promise<{ entrevistas: number; ramais: number }> {
  const gone = await moveAll(db, outro.id, agente.id);
  const { rows: named } = await db.sql<{ apelido: string }>(
    sql`insert into agente_apelidos (empresa_id, apelido, agente_id)
      values (${agente.empresa_id}, escuta_normaliza(${outro.nome}), ${agente.id})
      on conflict (empresa_id, apelido) do nothing returning apelido`,
  );
  await db.sql(
    sql`insert into agente_fusoes (id, empresa_id, agente_id, outro_id, usuario_id, ate, conta_antes, matricula_antes,
      ativo_antes,
        conta_do_outro, entrevistas, ramais, fundidos, apelidos, apelido_novo)
      values (${newId()}::uuid, ${agente.empresa_id}::uuid, ${agente.id}::uuid, ${outro.id}::uuid, ${usuarioId}::uuid,
        now() + ${UNDO_DAYS} * interval '1 day', ${agente.usuario_id}::uuid, ${agente.matricula}::text,
        ${agente.ativo}::boolean,
        ${outro.usuario_id}::uuid, ${gone.entrevistas}::uuid[], ${gone.ramais}::uuid[], ${gone.fundidos}::uuid[],
        ${gone.apelidos}::text[], ${named[0]?.apelido ?? null}::text)`,
    'agente_fusao',
  );
  // If both agents have accounts, each keeps its own; a sign-in with the account of `outro` follows `fundido_em_id`.
  await db.sql(
    sql`update agentes set fundido_em_id = ${agente.id},
        usuario_id = case when ${agente.usuario_id === null}::boolean then null else usuario_id end, updated_at = now()
      where id = ${outro.id}`,
  );
  await db.sql(
    sql`update agentes set usuario_id = ${agente.usuario_id ?? outro.usuario_id}::uuid,
      matricula = coalesce(matricula, ${outro.matricula}),
        ativo = ativo or ${outro.ativo}::boolean, updated_at = now() where id = ${agente.id}`,
  );
  return { entrevistas: gone.entrevistas.length, ramais: gone.ramais.length };
}

export type FusaoRow = Idos & {
  id: string;
  outro_id: string;
  outro_nome: string;
  por: string | null;
  created_at: Date;
  ate: Date;
  conta_antes: string | null;
  matricula_antes: string | null;
  ativo_antes: boolean;
  conta_do_outro: string | null;
  apelido_novo: string | null;
};

const columnsOf = (scope: Scope): Sql => sql`f.id, f.outro_id, o.nome as outro_nome,
  ${personName(scope, sql`f.usuario_id`, sql`f.empresa_id`)} as por, f.created_at, f.ate, f.conta_antes,
  f.matricula_antes, f.ativo_antes, f.conta_do_outro, f.entrevistas, f.ramais, f.fundidos, f.apelidos, f.apelido_novo`;

/** Lists the merges into an agent that can be undone, newest first, at most 100. */
export async function listMerges(db: Db, scope: Scope, agenteId: string): Promise<FusaoRow[]> {
  const { rows } = await db.sql<FusaoRow>(
    sql`select ${columnsOf(scope)} from agente_fusoes f join agentes o on o.id = f.outro_id
      left join usuarios u on u.id = f.usuario_id
      where f.agente_id = ${agenteId}::uuid and f.ate > now() order by f.created_at desc, f.id desc limit 100`,
    'agente_fusoes',
  );
  return rows;
}

/** Finds a merge into an agent that can be undone. The caller holds the lock of the company's agents. */
export async function findMerge(
  db: Db,
  scope: Scope,
  agenteId: string,
  id: string,
): Promise<FusaoRow | null> {
  const { rows } = await db.sql<FusaoRow>(
    sql`select ${columnsOf(scope)} from agente_fusoes f join agentes o on o.id = f.outro_id
      left join usuarios u on u.id = f.usuario_id
      where f.id = ${id}::uuid and f.agente_id = ${agenteId}::uuid and f.ate > now()`,
    'agente_fusao_uma',
  );
  return rows[0] ?? null;
}

/**
 * Undoes a merge. Moved rows return unless now assigned to a third agent; interviews that the other agent's accounts
 * began after the merge return too. Deletes the figures of a day's unanswered sheet if interviews of that day return;
 * the next sending writes the figures anew.
 * @param usuarioId the person who undoes the merge; an interviewer still may not judge either agent's interviews
 * @returns number of returned interviews, returned periods, and ids of deleted figures
 */
export async function unmerge(
  db: Db,
  agente: AgenteRow,
  fusao: FusaoRow,
  usuarioId: string | null,
): Promise<{
  entrevistas: number;
  ramais: { ramal: string; de: Date | null; ate: Date | null }[];
  folhas: string[];
}> {
  const { outro_id: outro, conta_do_outro: conta } = fusao;
  const { id: agenteId, empresa_id: empresaId } = agente;
  // The account that the merge moved returns, unless the agent's account changed meanwhile.
  const returns = fusao.conta_antes === null && agente.usuario_id === conta;
  await db.sql(
    sql`update agentes set ativo = case when ${fusao.ativo_antes}::boolean then ativo else false end,
        usuario_id = case when ${returns}::boolean then null else usuario_id end,
        matricula = case when ${fusao.matricula_antes}::text is null
          and matricula = (select o.matricula from agentes o where o.id = ${outro}::uuid) then null else matricula end,
        updated_at = now()
      where id = ${agenteId}::uuid`,
    'agente_desfunde_fica',
  );
  await db.sql(
    sql`update agentes set fundido_em_id = null, usuario_id = case when ${returns}::boolean then ${conta}::uuid
      else usuario_id end,
        updated_at = now()
      where id = ${outro}::uuid`,
    'agente_desfunde_vai',
  );
  // An account that the merge moved and that was removed later becomes a former account of the other agent.
  if (!returns && fusao.conta_antes === null && conta !== null) {
    await keepFormerAccount(db, { id: outro, empresa_id: empresaId }, conta);
  }
  // If an interviewer undoes the merge, the agent that loses this person's account keeps it as a former account, so
  // that the person still may not judge that agent's interviews.
  if (usuarioId !== null && (usuarioId === agente.usuario_id || usuarioId === conta)) {
    const left = returns || usuarioId !== agente.usuario_id ? agenteId : outro;
    await keepFormerAccount(db, { id: left, empresa_id: empresaId }, usuarioId);
  }
  await db.sql(
    sql`update agentes set fundido_em_id = ${outro}::uuid, updated_at = now()
      where id = any(${fusao.fundidos}::uuid[]) and fundido_em_id = ${agenteId}::uuid`,
    'agente_desfunde_fundidos',
  );
  await lockRetornos(db, companyScope(empresaId), sql`r.agente_id = ${agenteId}::uuid`);
  const { rows: back } = await db.sql<{ n: number; dias: string[] }>(
    sql`with voltam as (update entrevistas set agente_id = ${outro}::uuid where agente_id = ${agenteId}::uuid
        and (id = any(${fusao.entrevistas}::uuid[]) or created_at >= ${fusao.created_at}
          and (usuario_id = ${conta}::uuid
          or usuario_id in (select f.usuario_id from agentes f where f.id = any(${fusao.fundidos}::uuid[]))))
            returning id, dia
      ), retornos as (
        -- Feedback about an interview goes with it: nobody else hears or answers it.
        update agente_retornos r set agente_id = ${outro}::uuid from voltam v
          join auditoria_itens i on i.entrevista_id = v.id
        where r.item_id = i.id and r.agente_id = ${agenteId}::uuid
      )
      select count(*)::int as n, coalesce(array_agg(distinct dia::text) filter (where dia is not null), '{}') as dias
        from voltam`,
    'agente_desfunde_entrevistas',
  );
  const { rows: folhas } = await db.sql<{ id: string }>(
    sql`delete from agente_retornos r where r.agente_id = ${agenteId}::uuid and r.item_id is null
        and r.folha_dia = any(${back[0]?.dias ?? []}::date[])
        and not exists (select from agente_retornos x join agentes g on g.id = x.agente_id
          where (g.id = ${agenteId}::uuid or g.fundido_em_id = ${agenteId}::uuid)
            and x.folha_dia = r.folha_dia and x.resposta is not null) returning r.id`,
    'agente_desfunde_folhas',
  );
  await db.sql(
    sql`update agente_apelidos set agente_id = ${outro}::uuid
      where agente_id = ${agenteId}::uuid and apelido = any(${fusao.apelidos}::text[])`,
    'agente_desfunde_apelidos',
  );
  const own = db.within(companyScope(empresaId));
  if (fusao.apelido_novo !== null) {
    await own.agenteApelido.deleteMany({ where: { empresaId, agenteId, apelido: fusao.apelido_novo } });
  }
  const { rows: ramais } = await db.sql<{ ramal: string; de: Date | null; ate: Date | null }>(
    sql`update agente_ramais set agente_id = ${outro}::uuid
      where agente_id = ${agenteId}::uuid and id = any(${fusao.ramais}::uuid[]) returning ramal, de, ate`,
    'agente_desfunde_ramais',
  );
  await own.agenteFusao.deleteMany({ where: { id: fusao.id, empresaId } });
  return { entrevistas: back[0]?.n ?? 0, ramais, folhas: folhas.map(({ id }) => id) };
}
