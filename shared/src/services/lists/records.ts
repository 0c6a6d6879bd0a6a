// SQL: logs of actions and accesses, for lists and exports, because people choose filters and columns at run time.

import type { Db } from '@escuta/prisma/db';
import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import { fromExport, type Pedidos } from '../../domain/filters/filtro-valor.ts';
import { FILTROS_ACESSO, FILTROS_REGISTRO } from '../../domain/filters/lists/log.ts';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { ACTOR_NAME, actorJoins } from '../../platform/database/conditions/actor.ts';
import { askedConditions, type ListConditions } from '../../platform/database/conditions/list-filter.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { all, byDays, companyOnly, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import type { Fonte } from './source.ts';

/** Maximum people found by part of an e-mail; if more are found, the text is too general. */
const MAX_PEOPLE = 1000;

/** People whose e-mail contains a part; within a company only its accounts. */
export async function findPeople(db: Db, scope: Scope, q: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'registros_pessoas',
    text: `select u.id from usuarios u where u.email like '%' || lower($1) || '%'
        and ${companyOnly('$2', 'exists (select from membros m where m.usuario_id = u.id and m.empresa_id = $2)')}
      order by u.email limit ${MAX_PEOPLE}`,
    values: [escapeLike(q), empresaIdOf(scope)],
  });
  return rows.map(({ id }) => id);
}

/** Like `findPeople`, as a condition, for files. */
const byPerson = (scope: Scope, q: string | undefined): Sql | null =>
  when(q, (part) => {
    const empresaId = empresaIdOf(scope);
    return sql`r.usuario_id in (select p.id from usuarios p where p.email like '%' || lower(${escapeLike(part)}) || '%'
      and (${empresaId}::uuid is null or exists (select from membros m where m.usuario_id = p.id
        and m.empresa_id = ${empresaId}::uuid)))`;
  });

// Omits `q`, by which a list first finds people; a file uses a subquery.
type OfActions = Omit<typeof FILTROS_REGISTRO, 'q'>;
type OfAccesses = Omit<typeof FILTROS_ACESSO, 'q'>;

const ACTIONS: ListConditions<OfActions> = {
  empresaId: (id) => sql`r.empresa_id = ${id}::uuid`,
  acao: (acao) => sql`r.acao = ${acao}`,
  ...byDays(sql`r.created_at`),
};
const ACCESSES: ListConditions<OfAccesses> = {
  empresaId: (id) => sql`r.empresa_id = ${id}::uuid`,
  tipo: (tipo) => sql`r.tipo = ${tipo}`,
  ...byDays(sql`r.primeiro_em`),
};

/**
 * Conditions on entries `r` of the log of actions; only requested ones, to match the index (company, action, person or
 * time).
 */
export const actionConditions = (scope: Scope, filter: Pedidos<OfActions>): Sql =>
  all([ofScope(scope, sql`r.empresa_id`), ...askedConditions(ACTIONS, filter)]);

/** Conditions on rows `r` of the log of accesses. */
export const accessConditions = (scope: Scope, filter: Pedidos<OfAccesses>): Sql =>
  all([ofScope(scope, sql`r.empresa_id`), ...askedConditions(ACCESSES, filter)]);

/** The accessed thing's present name; null: deleted or erased. Needs `accessedJoins`. */
export const ACCESSED_NAME: Sql = sql`coalesce(nullif(i.nome_entrevistado, ''), nullif(i.numero_destino, ''),
  nullif(i.arquivo_nome, ''),
  nullif(v.nome_entrevistado, ''), pr.nome, au.nome, ps.titulo)`;
export const accessedJoins: Sql = sql`left join auditoria_itens i on r.alvo_tipo = 'item' and i.id = r.alvo_id
  left join entrevistas v on r.alvo_tipo = 'entrevista' and v.id = r.alvo_id
  left join projetos pr on r.alvo_tipo = 'projeto' and pr.id = r.alvo_id
  left join auditorias au on r.alvo_tipo = 'auditoria' and au.id = r.alvo_id
  left join pesquisas ps on r.alvo_tipo = 'pesquisa' and ps.id = r.alvo_id`;

/** A multirange's total length: bytes sent, or ms played. */
export const lengthOf = (ranges: Sql): Sql =>
  sql`(select coalesce(sum(upper(p) - lower(p)), 0)::float8 from unnest(${ranges}) p)`;

export function actionsSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<'quem'> {
  return {
    base: sql`registros_acesso r`,
    juncoes: { quem: { sql: actorJoins(scope) } },
    colunas: {
      data: sql`r.created_at`,
      acao: sql`r.acao`,
      quem: { valor: sql`coalesce(${ACTOR_NAME}, ${'Não identificado' as string})`, de: 'quem' },
      recurso: sql`r.recurso`,
      recurso_id: sql`r.recurso_id`,
      detalhes: sql`r.detalhes::text`,
      endereco_ip: { valor: sql`case when not operador.sim then r.endereco_ip end`, de: 'quem' },
      id: sql`r.id`,
    },
    onde: all([
      actionConditions(scope, { ...fromExport(FILTROS_REGISTRO, filtros), empresaId: alvo?.id }),
      byPerson(scope, filtros.q),
    ]),
    ordem: sql`r.created_at, r.id`,
  };
}

export function accessesSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<'quem' | 'alvo'> {
  return {
    base: sql`acessos r`,
    juncoes: { quem: { sql: actorJoins(scope) }, alvo: { sql: accessedJoins } },
    colunas: {
      de: sql`r.primeiro_em`,
      ate: sql`r.ultimo_em`,
      tipo: sql`r.tipo`,
      quem: { valor: sql`coalesce(${ACTOR_NAME}, ${'Não identificado' as string})`, de: 'quem' },
      administrador: sql`r.administrador`,
      alvo_tipo: sql`r.alvo_tipo`,
      alvo: { valor: ACCESSED_NAME, de: 'alvo' },
      ouvido_s: sql`(${lengthOf(sql`r.ouvido`)} / 1000)`,
      enviado: lengthOf(sql`r.enviado`),
      tamanho: sql`r.tamanho::float8`,
      endereco_ip: { valor: sql`case when not operador.sim then r.endereco_ip end`, de: 'quem' },
      alvo_id: sql`r.alvo_id`,
      id: sql`r.id`,
    },
    onde: all([
      accessConditions(scope, { ...fromExport(FILTROS_ACESSO, filtros), empresaId: alvo?.id }),
      byPerson(scope, filtros.q),
    ]),
    ordem: sql`r.primeiro_em, r.id`,
  };
}
