// SQL: the list of agents is searched by normalised names; a change locks the agent's row.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_AGENTE } from '@escuta/shared/domain/filters/lists/agents';
import type { OrdemAgente } from '@escuta/shared/domain/filters/lists/orders';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, inScope, ofScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { assertSortable, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type AgenteRow = {
  id: string;
  empresa_id: string;
  nome: string;
  matricula: string | null;
  ativo: boolean;
  usuario_id: string | null;
  usuario_email: string | null;
  fundido_em_id: string | null;
  anonimizado_em: Date | null;
  apelidos: string[];
  entrevistas: number;
  ligacoes: number;
  ramais: string[];
  /** Number of merges that can be undone. */
  fusoes: number;
};

/**
 * Counts the calls of all given agents and of agents merged into them in one query, because separate counts could each
 * read every agent's months.
 */
const callsOf = (
  agentes: Sql,
): Sql => sql`select case when f.id in (${agentes}) then f.id else f.fundido_em_id end as agente_id,
  sum(c.n)::float8 as n
  from agentes f join chamada_mes c on c.agente_id = f.id
  where f.id in (${agentes}) or f.fundido_em_id in (${agentes}) group by 1`;

/** Columns of agents `a`; the statement must define the CTE `ligacoes` (number of calls by agent). */
const COLUMNS = sql`a.id, a.empresa_id, a.nome, a.matricula, a.ativo, a.usuario_id, a.fundido_em_id, a.anonimizado_em,
  (select u.email from usuarios u where u.id = a.usuario_id) as usuario_email,
  coalesce((select json_agg(n.apelido order by n.apelido) from agente_apelidos n where n.agente_id = a.id), '[]')
    as apelidos,
  (select count(*)::int from entrevistas e where e.agente_id = a.id) as entrevistas,
  coalesce((select l.n from ligacoes l where l.agente_id = a.id), 0)::float8 as ligacoes,
  array(select distinct r.ramal from agente_ramais r where r.agente_id = a.id and tstzrange(r.de, r.ate) @> now()
    order by 1 limit 20) as ramais,
  (select count(*)::int from agente_fusoes m where m.agente_id = a.id and m.ate > now()) as fusoes`;

/** The list's filters without `empresaId`: the scope determines the company. */
type OfAgents = Omit<typeof FILTROS_AGENTE, 'empresaId'>;
const CONDICOES: ListConditions<OfAgents> = {
  ativo: (ativo) => (ativo === 'sim' ? sql`a.ativo` : sql`not a.ativo`),
  pesquisa_id: (id) =>
    sql`exists (select from entrevistas e where e.agente_id = a.id and e.pesquisa_id = ${id}::uuid)`,
  q: (q) => {
    const like = sql`'%' || escuta_normaliza(${escapeLike(q)}) || '%'`;
    return sql`(escuta_normaliza(a.nome) like ${like} or exists (
      select from agente_apelidos n where n.agente_id = a.id and n.apelido like ${like})
      or upper(a.matricula) = upper(${q}) or exists (select from agente_ramais r
        where r.agente_id = a.id and r.ramal = escuta_ramal(${q})))`;
  },
};

const INTERVIEWS = sql`(select count(*) from entrevistas e where e.agente_id = a.id)`;
const EXTENSION = sql`(select min(lpad(r.ramal, 20)) from agente_ramais r
  where r.agente_id = a.id and tstzrange(r.de, r.ate) @> now())`;
/** Number of calls of agent `a`, from the CTE `todas`. */
const CALLS = sql`coalesce((select t.n from todas t where t.agente_id = a.id), 0)`;

/**
 * Sort orders of agents `a`; equal values are ordered by name. No order is by e-mail, because only readers of users may
 * see e-mails.
 */
const ORDERS: { readonly [O in OrdemAgente]: Sql } = {
  nome: sql`a.nome`,
  nome_z: sql`a.nome desc`,
  ramal: sql`${EXTENSION} nulls last`,
  ramal_z: sql`${EXTENSION} desc nulls last`,
  ligacoes: sql`${CALLS} desc`,
  ligacoes_menos: CALLS,
  entrevistas: sql`${INTERVIEWS} desc`,
  entrevistas_menos: INTERVIEWS,
  situacao: sql`a.ativo desc`,
  situacao_z: sql`a.ativo`,
  acesso: sql`a.usuario_id is null`,
  acesso_z: sql`a.usuario_id is not null`,
};

/**
 * A page of the agents in the scope. Omits merged agents; their calls count for the agent into which they were merged.
 * @throws AppError requisicao_invalida for sorting too many agents, or beyond the last allowed page
 */
export async function listAgentes(
  db: Database,
  scope: Scope,
  filter: Pedidos<OfAgents> & PageAsked & { ordem?: OrdemAgente | undefined },
): Promise<Page<AgenteRow>> {
  const where = all([
    sql`a.fundido_em_id is null`,
    ofScope(scope, sql`a.empresa_id`),
    ...askedConditions(CONDICOES, filter),
  ]);
  const found = sql`agentes a where ${where}`;
  const { ordem = 'nome' } = filter;
  if (ordem !== 'nome' && ordem !== 'nome_z') await assertSortable(db, found, 'agentes');
  const byCalls = ordem === 'ligacoes' || ordem === 'ligacoes_menos';
  const order = sql`order by ${ORDERS[ordem]}, a.nome, a.id`;
  return pageOf<AgenteRow>(
    db,
    filter,
    (
      window,
    ) => sql`with ${byCalls ? sql`todas as materialized (${callsOf(sql`select a.id from ${found}`)}),` : sql``}
        pagina as materialized (select a.id, row_number() over (${order}) as lugar from ${found} ${order} ${window}),
        ligacoes as materialized (${callsOf(sql`select id from pagina`)})
      select ${COLUMNS} from pagina join agentes a using (id) order by pagina.lugar`,
    found,
  );
}

/** An agent in the scope, merged or not. */
export async function findAgente(db: Db, scope: Scope, id: string): Promise<AgenteRow | null> {
  const { rows } = await db.sql<AgenteRow>(
    sql`with ligacoes as materialized (${callsOf(sql`${id}::uuid`)})
      select ${COLUMNS} from agentes a where a.id = ${id} and ${inScope(scope, sql`a.empresa_id`)}`,
    'agente_um',
  );
  return rows[0] ?? null;
}

/**
 * Locks agents against changes, but not against writers of calls whose foreign key refers to an agent: blocking such a
 * writer would be a deadlock if it holds the lock of a call for which a change of periods waits.
 */
export async function lockAgentes(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  await db.sql(
    sql`select from agentes where id = any(${ids}::uuid[]) and ${inScope(scope, sql`empresa_id`)}
      order by id for no key update`,
  );
}

export type AgenteChange = {
  nome?: string | undefined;
  matricula?: string | null | undefined;
  ativo?: boolean | undefined;
  usuario_id?: string | null | undefined;
};

export async function saveAgente(db: Db, id: string, change: AgenteChange): Promise<void> {
  await db.sql(
    sql`update agentes set nome = coalesce(${change.nome ?? null}, nome),
        anonimizado_em = case when ${change.nome === undefined}::boolean then anonimizado_em end,
        ativo = coalesce(${change.ativo ?? null}::boolean, ativo),
        matricula = case when ${change.matricula !== undefined}::boolean then ${change.matricula ?? null}
          else matricula end,
        usuario_id = case when ${change.usuario_id !== undefined}::boolean then ${change.usuario_id ?? null}::uuid
          else usuario_id end, updated_at = now() where id = ${id}`,
  );
}

/**
 * Stores an account removed from a locked agent as the agent's former account, so that the agent keeps the account's
 * interviews. Also stores an account set by mistake, because no date tells since when the agent had it.
 */
export async function keepFormerAccount(
  db: Db,
  agente: Pick<AgenteRow, 'id' | 'empresa_id'>,
  usuarioId: string,
): Promise<void> {
  await db.sql(
    sql`insert into agente_contas_anteriores (empresa_id, agente_id, usuario_id)
      values (${agente.empresa_id}, ${agente.id}, ${usuarioId})
      on conflict (usuario_id, agente_id) do update set ate = now()`,
  );
}

/**
 * Creates an agent.
 * @returns its id
 */
export async function insertAgente(
  db: Db,
  empresaId: string,
  given: { nome: string; matricula: string | null; usuario_id: string | null },
): Promise<string> {
  const { usuario_id: usuarioId, ...rest } = given;
  const data = { id: newId(), empresaId, usuarioId, ...rest };
  await db.within(companyScope(empresaId)).agente.create({ data, select: { id: true } });
  return data.id;
}

/**
 * Names of other agents that have the number or the account, and whether the account belongs to the company. A merged
 * agent keeps its account, but its number is free.
 */
export async function claimedBy(
  db: Db,
  empresaId: string,
  asked: { matricula: string | null; usuarioId: string | null },
  except: string | null,
): Promise<{ matricula: string | null; conta: string | null; da_empresa: boolean }> {
  const others = sql`from agentes a left join agentes f on f.id = a.fundido_em_id
    where a.empresa_id = ${empresaId} and a.id is distinct from ${except}::uuid`;
  const { rows } = await db.sql<{ matricula: string | null; conta: string | null; da_empresa: boolean }>(
    sql`select (select a.nome ${others} and f.id is null and a.matricula = ${asked.matricula} limit 1) as matricula,
        (select a.nome || coalesce(', cujo cadastro foi juntado ao de ' || f.nome, '') ${others}
          and a.usuario_id = ${asked.usuarioId}::uuid limit 1) as conta,
        exists (select from membros m where m.empresa_id = ${empresaId} and m.usuario_id = ${asked.usuarioId}::uuid)
          as da_empresa`,
  );
  return rows[0] as { matricula: string | null; conta: string | null; da_empresa: boolean };
}

/**
 * Sets the normalised other names of a locked agent.
 * @returns a name that another agent has, with that agent's name; null if all names were saved
 */
export async function saveApelidos(
  db: Db,
  agente: { id: string; empresa_id: string },
  apelidos: readonly string[],
): Promise<{ apelido: string; nome: string } | null> {
  await db.sql(
    sql`delete from agente_apelidos where agente_id = ${agente.id}
      and apelido not in (select escuta_normaliza(nome) from unnest(${apelidos}::text[]) as nome)`,
  );
  await db.sql(
    sql`insert into agente_apelidos (empresa_id, apelido, agente_id)
      select distinct ${agente.empresa_id}::uuid, escuta_normaliza(nome), ${agente.id}::uuid
      from unnest(${apelidos}::text[]) as nome on conflict (empresa_id, apelido) do nothing`,
  );
  const { rows } = await db.sql<{ apelido: string; nome: string }>(
    sql`select n.apelido, a.nome from agente_apelidos n join agentes a on a.id = n.agente_id
      where n.empresa_id = ${agente.empresa_id} and n.agente_id <> ${agente.id}
        and n.apelido in (select escuta_normaliza(nome) from unnest(${apelidos}::text[]) as nome) limit 1`,
  );
  return rows[0] ?? null;
}

/** For each kind of rows: true if rows refer to the agent, which prevents deleting the agent. */
export type Citado = { ligacoes: boolean; entrevistas: boolean; sinais: boolean; fundidos: boolean };

export async function readNaming(db: Db, id: string): Promise<Citado> {
  const { rows } = await db.sql<Citado>(
    sql`select exists (select from auditoria_itens i where i.agente_id = ${id}::uuid) as ligacoes,
        exists (select from entrevistas e where e.agente_id = ${id}::uuid) as entrevistas,
        exists (select from sinais s where s.agente_id = ${id}::uuid) as sinais,
        exists (select from agentes f where f.fundido_em_id = ${id}::uuid) as fundidos`,
    'agente_citado',
  );
  return rows[0] as Citado;
}

export async function mergedInto(db: Db, scope: Scope, id: string): Promise<string[]> {
  const rows = await db
    .within(scope)
    .agente.findMany({ where: { fundidoEmId: id, ...whereScope(scope) }, select: { id: true } });
  return rows.map((row) => row.id);
}

/** Deletes an agent to which no row refers, with the agent's other names and extensions. */
export async function deleteAgente(db: Db, scope: Scope, id: string): Promise<void> {
  await db.within(scope).agente.deleteMany({ where: { id, ...whereScope(scope) } });
}

/** True if an account of the agent, or of one merged into it, may sign in. */
export async function hasOpenAccount(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select from agentes a join membros m on m.usuario_id = a.usuario_id and m.empresa_id = a.empresa_id and m.ativo
      where a.id = ${id}::uuid or a.fundido_em_id = ${id}::uuid limit 1`,
    'agente_conta_aberta',
  );
  return rowCount === 1;
}

/**
 * Removes the names, number and account of a locked agent and of those merged into it, and ends current extensions.
 * Other rows still refer to the agent. `nome`: the new name.
 */
export async function anonymise(db: Db, scope: Scope, id: string, nome: string): Promise<void> {
  await db.sql(
    sql`delete from agente_fusoes where agente_id = ${id}::uuid or outro_id = ${id}::uuid
      or outro_id in (select f.id from agentes f where f.fundido_em_id = ${id}::uuid)`,
    'agente_anonimo_fusoes',
  );
  await db.within(scope).agenteApelido.deleteMany({ where: { agenteId: id, ...whereScope(scope) } });
  await db.sql(
    sql`delete from agente_ramais where agente_id = ${id}::uuid and de >= now()`,
    'agente_anonimo_ramais_futuros',
  );
  await db.sql(
    sql`update agente_ramais set ate = date_trunc('milliseconds', now()) where agente_id = ${id}::uuid
      and (ate is null or ate > now())`,
    'agente_anonimo_ramais',
  );
  await db.sql(
    sql`update agentes set nome = ${nome}::text, matricula = null, usuario_id = null, ativo = false,
      anonimizado_em = now(), updated_at = now()
      where id = ${id}::uuid or fundido_em_id = ${id}::uuid`,
    'agente_anonimo',
  );
}
