// SQL: each figure of a rule is counted up to a limit, which Prisma cannot express.

import type { Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import {
  type Agrupamento,
  type Gravidade,
  type JanelaDaRegra,
  REGRAS_MAX,
  type RegraPadrao,
  TESTE_DIAS,
} from '@escuta/shared/domain/rules/rules';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { lockFiringsOf } from '@escuta/shared/services/rules/judge';
import { JULGAVEL } from '@escuta/shared/services/rules/rules';

export type Own = Extract<Scope, { kind: 'empresa' }>;

export type RegraRow = {
  id: string;
  nome: string;
  filtro: unknown;
  janela: unknown;
  gravidade: Gravidade;
  agrupar_por: Agrupamento;
  espera_min: number;
  ativa: boolean;
  padrao: RegraPadrao | null;
  autor_id: string | null;
  autor_nome: string | null;
  versao: number;
  vigente_desde: Date;
  updated_at: Date;
  disparos_30_dias: number;
  pendentes: number;
  resolvidos: number;
  procedentes: number;
};

/** Number of newest resolved firings that determine a rule's precision. */
const RESOLVIDOS_VISTOS = 1000;

const counted = (from: Sql): Sql =>
  sql`(select count(*)::int from (select from ${from} limit ${int(TOTAL_LIMITE)}) c)`;

const COLUMNS = sql`r.id, r.nome, r.filtro, r.janela, r.gravidade, r.agrupar_por, r.espera_min, r.ativa, r.padrao,
  r.autor_id,
  u.nome as autor_nome, r.versao, r.vigente_desde, r.updated_at,
  ${counted(sql`regra_disparos d where d.regra_id = r.id
    and d.momento >= now() - ${int(TESTE_DIAS)} * interval '1 day'`)} as disparos_30_dias,
  ${counted(sql`regra_disparos d where d.empresa_id = r.empresa_id
    and d.ordem in (0, 1, 2, 10, 11, 12) and d.regra_id = r.id`)} as pendentes,
  p.resolvidos, p.procedentes`;
const FROM = sql`regras r left join usuarios u on u.id = r.autor_id
  cross join lateral (select count(*)::int as resolvidos, count(*) filter (where s.procedente)::int as procedentes
    from (
    select d.procedente from regra_disparos d
    where d.empresa_id = r.empresa_id and d.ordem in (20, 21, 22) and d.regra_id = r.id and d.estado = 'resolvido'
      and d.momento >= r.alvo_em
    order by d.momento desc limit ${int(RESOLVIDOS_VISTOS)}) s) p`;

/** The company's rules with their figures, by name. */
export async function listRegras(db: Db, { empresaId }: Own): Promise<RegraRow[]> {
  const { rows } = await db.sql<RegraRow>(
    sql`select ${COLUMNS} from ${FROM} where r.empresa_id = ${empresaId}::uuid order by escuta_normaliza(r.nome), r.id
      limit ${int(REGRAS_MAX)}`,
    'regras_lista',
  );
  return rows;
}

/** A rule of the company with its figures; null: none. */
export async function findRegra(db: Db, { empresaId }: Own, id: string): Promise<RegraRow | null> {
  const { rows } = await db.sql<RegraRow>(
    sql`select ${COLUMNS} from ${FROM} where r.empresa_id = ${empresaId}::uuid and r.id = ${id}::uuid`,
    'regras_uma',
  );
  return rows[0] ?? null;
}

/** Number of the company's rules, and whether another rule has this name. */
export async function roomFor(
  db: Db,
  { empresaId }: Own,
  { id, nome }: { id: string | null; nome: string },
): Promise<{ regras: number; repetida: boolean }> {
  const { rows } = await db.sql<{ regras: number; repetida: boolean }>(
    sql`select count(*)::int as regras, coalesce(bool_or(escuta_normaliza(r.nome) = escuta_normaliza(${nome})), false)
      as repetida
      from regras r where r.empresa_id = ${empresaId}::uuid and r.id is distinct from ${id}::uuid`,
    'regras_lugar',
  );
  return rows[0] as { regras: number; repetida: boolean };
}

export type Definicao = {
  nome: string;
  filtro: Filtro | null;
  janela: JanelaDaRegra | null;
  gravidade: Gravidade;
  agrupar_por: Agrupamento;
  espera_min: number;
  ativa: boolean;
};

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Stores a new rule.
 * @returns its id
 */
export async function addRegra(
  db: Db,
  { empresaId }: Own,
  autorId: string,
  given: Definicao,
): Promise<string> {
  const id = newId();
  await db.sql(
    sql`insert into regras (id, empresa_id, nome, tipo, filtro, janela, gravidade, agrupar_por, espera_min, ativa,
      autor_id)
      values (${id}, ${empresaId}, ${given.nome}, ${given.janela ? 'janela' : 'ligacao'}, ${json(given.filtro)}::jsonb,
        ${json(given.janela)}::jsonb, ${given.gravidade}, ${given.agrupar_por}, ${given.espera_min}, ${given.ativa},
        ${autorId})`,
  );
  return id;
}

/**
 * Writes a rule's definition. `alvo`: true if the rule now matches other calls; `desde`: true if it applies only from
 * the present on.
 */
export async function saveRegra(
  db: Db,
  { empresaId }: Own,
  id: string,
  given: Definicao,
  { alvo, desde }: { alvo: boolean; desde: boolean },
): Promise<void> {
  await db.sql(
    sql`update regras set nome = ${given.nome}, tipo = ${given.janela ? 'janela' : 'ligacao'},
      filtro = ${json(given.filtro)}::jsonb,
        janela = ${json(given.janela)}::jsonb, gravidade = ${given.gravidade}, agrupar_por = ${given.agrupar_por},
        espera_min = ${given.espera_min}, ativa = ${given.ativa}, versao = versao + 1, updated_at = now(),
        alvo_em = case when ${alvo} then now() else alvo_em end,
        vigente_desde = case when ${desde} then now() else vigente_desde end
      where id = ${id}::uuid and empresa_id = ${empresaId}::uuid`,
  );
}

/**
 * Queues the calls of a changed rule's open firings to be judged again. Firings on windows, or of a rule that changed
 * its kind, end.
 */
export async function rejudgeFirings(
  db: Db,
  { empresaId }: Own,
  id: string,
  ofCalls: boolean,
): Promise<void> {
  const open = sql`d.regra_id = ${id}::uuid and d.empresa_id = ${empresaId}::uuid and d.estado in ('aberto', 'visto')`;
  if (ofCalls) {
    await db.sql(sql`insert into regra_fila (empresa_id, item_id)
      select d.empresa_id, d.item_id from regra_disparos d where ${open} and d.item_id is not null`);
  }
  await db.sql(sql`with alvo as (
      select d.id from regra_disparos d where ${open} and ${ofCalls ? sql`d.item_id is null` : sql`true`}
      order by d.id for update
    )
    update regra_disparos d set estado = 'deixou_de_valer' from alvo where d.id = alvo.id`);
}

/**
 * Deletes a rule.
 * @returns the number of its firings, also deleted
 */
export async function removeRegra(db: Db, scope: Own, id: string): Promise<number> {
  await lockFiringsOf(db, scope.empresaId, id);
  const where = { regraId: id, empresaId: scope.empresaId };
  const { count } = await db.within(scope).regraDisparo.deleteMany({ where });
  await db.within(scope).regra.deleteMany({ where: { id, empresaId: scope.empresaId } });
  return count;
}

/**
 * Puts a rule in force for the calls of the last TESTE_DIAS days, and queues them.
 * @returns number of queued calls
 */
export async function applyToPast(db: Db, { empresaId }: Own, id: string, limit: number): Promise<number> {
  const since = sql`now() - ${int(TESTE_DIAS)} * interval '1 day'`;
  await db.sql(
    sql`update regras set vigente_desde = least(vigente_desde, ${since}), versao = versao + 1, updated_at = now()
      where id = ${id}::uuid and empresa_id = ${empresaId}::uuid`,
  );
  const { rowCount } = await db.sql(
    sql`insert into regra_fila (empresa_id, item_id)
      select i.empresa_id, i.id from auditoria_itens i join item_qualidade q on q.item_id = i.id
      where i.empresa_id = ${empresaId}::uuid and i.created_at >= ${since} and ${JULGAVEL}
      order by i.created_at desc, i.id desc limit ${int(limit)}`,
  );
  return rowCount ?? 0;
}

/** Descriptions of criteria of the company, by their entries in item_qualidade.criterios. */
export async function criteriaNames(
  db: Db,
  { empresaId }: Own,
  entradas: readonly string[],
): Promise<Record<string, string>> {
  if (entradas.length === 0) return {};
  const { rows } = await db.sql<{ entrada: string; descricao: string }>(
    sql`select distinct e.entrada, c.c ->> 'descricao' as descricao
      from unnest(${entradas}::text[]) as e (entrada)
        join insight_template_versoes v on v.template_id::text = left(e.entrada, 36)
          and v.empresa_id = ${empresaId}::uuid
        cross join lateral jsonb_array_elements(case when jsonb_typeof(v.criterios) = 'array' then v.criterios
          else '[]' end) as c (c)
      where c.c ->> 'id' = substr(e.entrada, 49) and left(md5(c.c ->> 'descricao'), 8) = substr(e.entrada, 38, 8)`,
    'regras_criterios',
  );
  return Object.fromEntries(rows.map(({ entrada, descricao }) => [entrada, descricao]));
}

/** Names of agents, projects and people of the company, by id. */
export async function namesOf(
  db: Db,
  { empresaId }: Own,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const { rows } = await db.sql<{ id: string; nome: string }>(
    sql`select a.id, a.nome from agentes a where a.empresa_id = ${empresaId}::uuid and a.id = any(${ids}::uuid[])
      union all select p.id, p.nome from projetos p where p.empresa_id = ${empresaId}::uuid
        and p.id = any(${ids}::uuid[])
      union all select u.id, coalesce(nullif(u.nome, ''), u.email) from usuarios u join membros m on m.usuario_id = u.id
        where m.empresa_id = ${empresaId}::uuid and u.id = any(${ids}::uuid[])`,
    'regras_nomes',
  );
  return Object.fromEntries(rows.map(({ id, nome }) => [id, nome]));
}
