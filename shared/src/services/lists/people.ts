// SQL: accounts for lists and exports, because people choose filters and columns at run time.

import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import { fromExport, type Pedidos } from '../../domain/filters/filtro-valor.ts';
import { FILTROS_CONTA, type SituacaoConta } from '../../domain/filters/lists/accounts.ts';
import type { Scope } from '../../domain/scope.ts';
import { askedConditions, type ListConditions } from '../../platform/database/conditions/list-filter.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { all, ofScope, type Sql, sql } from '../../platform/database/sql.ts';
import type { Fonte } from './source.ts';

export const OTHER_ACCOUNTS = sql`exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)`;

/**
 * The person's name as visible in the scope. Before an invitation is accepted only administrators see it, so that
 * inviting reveals no name.
 */
export const nameIn = (scope: Scope): Sql =>
  scope.kind === 'instalacao'
    ? sql`u.nome`
    : sql`(case when m.senha_hash is null and ${OTHER_ACCOUNTS} then null else u.nome end)`;

const STATE: { readonly [S in SituacaoConta]: Sql } = {
  ativo: sql`m.ativo and m.senha_hash is not null`,
  inativo: sql`not m.ativo`,
  convidado: sql`m.ativo and m.senha_hash is null`,
};

/** Conditions on accounts `m` with people `u`: only requested ones, to match the index. */
export function accountConditions(scope: Scope, asked: Pedidos<typeof FILTROS_CONTA>): Sql {
  const conditions: ListConditions<typeof FILTROS_CONTA> = {
    empresaId: (id) => sql`m.empresa_id = ${id}::uuid`,
    role: (papel) => sql`m.papel = ${papel}::papel`,
    situacao: (situacao) => STATE[situacao],
    q: (q) => sql`escuta_normaliza(u.email || ' ' || coalesce(${nameIn(scope)}, ''))
      like '%' || escuta_normaliza(${escapeLike(q)}) || '%'`,
  };
  return all([ofScope(scope, sql`m.empresa_id`), ...askedConditions(conditions, asked)]);
}

export const accountOrder = (scope: Scope): Sql =>
  sql`escuta_normaliza(coalesce(${nameIn(scope)}, u.email)), u.id, m.id`;

export function peopleSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<'empresa'> {
  return {
    base: sql`membros m join usuarios u on u.id = m.usuario_id`,
    juncoes: { empresa: { sql: sql`join empresas e on e.id = m.empresa_id` } },
    colunas: {
      nome: nameIn(scope),
      email: sql`u.email`,
      empresa: { valor: sql`e.nome`, de: 'empresa' },
      papel: sql`m.papel::text`,
      situacao: sql`case when not m.ativo then 'inativo' when m.senha_hash is null then 'convidado' else 'ativo' end`,
      ultimo_acesso: sql`m.ultimo_acesso`,
      criada_em: sql`m.created_at`,
      id: sql`m.id`,
    },
    onde: accountConditions(scope, { ...fromExport(FILTROS_CONTA, filtros), empresaId: alvo?.id }),
    ordem: accountOrder(scope),
  };
}
