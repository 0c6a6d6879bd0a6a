// SQL: accounts, for their list and for exports.

import type { Papel } from '../../domain/accounts/permissions.ts';
import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import type { Scope } from '../../domain/scope.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { all, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import type { Fonte } from './source.ts';

/** The person `u` of an account `m` has accounts in other companies too. */
export const OTHER_ACCOUNTS = sql`exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)`;

/**
 * The person's name as the scope may see it. Inviting an address must not tell a company the name that its owner gave
 * elsewhere: until the invitation is taken, only administrators see it.
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

/** Which accounts `m` with their people `u`: the conditions that were given, and no others, so that PostgreSQL takes the index that fits. */
export function accountConditions(
  scope: Scope,
  filter: {
    empresaId?: string | undefined;
    role?: Papel | undefined;
    situacao?: keyof typeof STATE | undefined;
    /** Part of the name or of the e-mail. */
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

/** By name, by e-mail where there is none. */
export const accountOrder = (scope: Scope): Sql =>
  sql`escuta_normaliza(coalesce(${nameIn(scope)}, u.email)), u.id, m.id`;

/** Accounts of a company, or of the whole installation. */
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
