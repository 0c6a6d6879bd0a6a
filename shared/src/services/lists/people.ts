// SQL: accounts for lists and exports.

import type { Papel } from '../../domain/accounts/permissions.ts';
import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import type { Scope } from '../../domain/scope.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { all, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import type { Fonte } from './source.ts';

/** Whether person `u` of account `m` has accounts in other companies. */
export const OTHER_ACCOUNTS = sql`exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)`;

/**
 * The person's name as visible in the scope; before the invitation is accepted only for administrators, so that
 * inviting reveals no name.
 */
export const nameIn = (scope: Scope): Sql =>
  scope.kind === 'instalacao'
    ? sql`u.nome`
    : sql`(case when m.senha_hash is null and ${OTHER_ACCOUNTS} then null else u.nome end)`;

const STATE = {
  ativo: sql`m.ativo and m.senha_hash is not null`,
  inativo: sql`not m.ativo`,
  convidado: sql`m.ativo and m.senha_hash is null`,
};

/** Conditions on accounts `m` with people `u`; only given ones, so that PostgreSQL can use the fitting index. */
export function accountConditions(
  scope: Scope,
  filter: {
    empresaId?: string | undefined;
    role?: Papel | undefined;
    situacao?: keyof typeof STATE | undefined;
    q?: string | undefined;
  },
): Sql {
  return all([
    ofScope(scope, sql`m.empresa_id`),
    when(filter.empresaId, (id) => sql`m.empresa_id = ${id}::uuid`),
    when(filter.role, (papel) => sql`m.papel = ${papel}::papel`),
    when(filter.situacao, (situacao) => STATE[situacao]),
    when(
      filter.q,
      (q) => sql`escuta_normaliza(u.email || ' ' || coalesce(${nameIn(scope)}, ''))
        like '%' || escuta_normaliza(${escapeLike(q)}) || '%'`,
    ),
  ]);
}

export const accountOrder = (scope: Scope): Sql =>
  sql`escuta_normaliza(coalesce(${nameIn(scope)}, u.email)), u.id, m.id`;

/** Accounts of a company or the installation. */
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
    onde: accountConditions(scope, {
      empresaId: alvo?.id,
      role: filtros.papel,
      situacao: filtros.conta,
      q: filtros.q,
    }),
    ordem: accountOrder(scope),
  };
}
