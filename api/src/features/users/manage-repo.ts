// SQL: accounts are listed by normalised names, and opened with ON CONFLICT under a company's lock.

import type { Database, Db } from '@escuta/prisma/db';
import type { Direito, Papel } from '@escuta/shared/domain/accounts/permissions';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_CONTA } from '@escuta/shared/domain/filters/lists/accounts';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import {
  accountConditions,
  accountOrder,
  nameIn,
  OTHER_ACCOUNTS,
} from '@escuta/shared/services/lists/people';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type AccountRow = {
  id: string;
  usuario_id: string;
  email: string;
  nome: string | null;
  papel: Papel;
  direitos: string[];
  ativo: boolean;
  convite_pendente: boolean;
  empresa_id: string;
  empresa_nome: string;
  empresa_cnpj: string;
  empresa_arquivada: boolean;
  /** True if the person has accounts in other companies. */
  outras_contas: boolean;
  ultimo_acesso: Date | null;
  created_at: Date;
};

const columnsIn = (
  scope: Scope,
) => sql`m.id, m.usuario_id, u.email, ${nameIn(scope)} as nome, m.papel, m.ativo,
  array(select d.direito from membro_direitos d where d.membro_id = m.id order by 1) as direitos,
  m.senha_hash is null as convite_pendente, m.empresa_id, e.nome as empresa_nome, e.cnpj as empresa_cnpj,
  e.arquivada_em is not null as empresa_arquivada, ${OTHER_ACCOUNTS} as outras_contas, m.ultimo_acesso, m.created_at`;
const JOINS = sql`join usuarios u on u.id = m.usuario_id join empresas e on e.id = m.empresa_id`;

export type AccountFilter = Pedidos<typeof FILTROS_CONTA> & PageAsked;

/** A page of the accounts in the scope, by name, else by e-mail. */
export function listAccounts(db: Database, scope: Scope, filter: AccountFilter): Promise<Page<AccountRow>> {
  const where = accountConditions(scope, filter);
  const order = accountOrder(scope);
  return pageOf<AccountRow>(
    db,
    filter,
    // Computes the columns only for the page's rows.
    (window) => sql`with pagina as materialized (
       select m.id from membros m join usuarios u on u.id = m.usuario_id where ${where} order by ${order} ${window}
     )
     select ${columnsIn(scope)} from pagina join membros m using (id) ${JOINS} order by ${order}`,
    sql`membros m ${filter.q ? sql`join usuarios u on u.id = m.usuario_id` : sql``} where ${where}`,
  );
}

/** An account in the scope; null: none. */
export async function findAccount(db: Db, scope: Scope, id: string): Promise<AccountRow | null> {
  const { rows } = await db.sql<AccountRow>(
    sql`select ${columnsIn(scope)} from membros m ${JOINS} where m.id = ${id} and ${inScope(scope, sql`m.empresa_id`)}`,
  );
  return rows[0] ?? null;
}

/** True if the caller still has the session's role and may sign in. */
export async function isStill(
  db: Db,
  scope: Extract<Scope, { kind: 'empresa' }>,
  membroId: string,
  papel: Papel,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from membros m join empresas e on e.id = m.empresa_id
     where m.id = $1 and m.empresa_id = $2 and m.papel = $3::papel and m.ativo and e.ativa and e.arquivada_em is null`,
    [membroId, scope.empresaId, papel],
  );
  return rowCount === 1;
}

/** A company in the scope to invite people to, locked against deletion; null: none. */
export async function findCompany(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; arquivada: boolean } | null> {
  const { rows } = await db.query<{ id: string; arquivada: boolean }>(
    `select id, arquivada_em is not null as arquivada from empresas
     where id = $1 and ${inScope('$2', 'id')} for key share`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

export async function nameOf(
  db: Db,
  scope: Extract<Scope, { kind: 'empresa' }>,
  membroId: string | null,
): Promise<string | null> {
  const { rows } = await db.query<{ nome: string | null }>(
    `select u.nome from membros m join usuarios u on u.id = m.usuario_id
     where m.id = $1 and m.empresa_id = $2`,
    [membroId, scope.empresaId],
  );
  return rows[0]?.nome ?? null;
}

/**
 * Opens an account in a company for the person with the e-mail; a new person gets the name.
 * @returns id; `isNew`: created by this call
 */
export async function openAccount(
  db: Db,
  scope: Scope,
  account: { empresaId: string; email: string; nome: string | null; papel: Papel },
): Promise<{ id: string; isNew: boolean }> {
  // The update without change locks the person against concurrent deletion of their last account.
  const { rows: people } = await db.query<{ id: string }>(
    `insert into usuarios (id, email, nome) values ($1, $2, $3)
     on conflict (email) do update set email = excluded.email returning id`,
    [newId(), account.email, account.nome],
  );
  const values = [account.empresaId, (people[0] as { id: string }).id, empresaIdOf(scope)];
  const { rows: made } = await db.query<{ id: string }>(
    `insert into membros (id, empresa_id, usuario_id, papel)
     select $4, $1, $2, $5::papel where ${inScope('$3', '$1')}
     on conflict (empresa_id, usuario_id) do nothing returning id`,
    [...values, newId(), account.papel],
  );
  if (made[0]) return { id: made[0].id, isNew: true };
  const { rows } = await db.query<{ id: string }>(
    `select id from membros where empresa_id = $1 and usuario_id = $2 and ${inScope('$3', 'empresa_id')}`,
    values,
  );
  return { id: (rows[0] as { id: string }).id, isNew: false };
}

export type AccountChange = {
  papel?: Papel | undefined;
  ativo?: boolean | undefined;
  nome?: string | null | undefined;
  /** Rights to give (true) or take (false); absent rights stay. */
  direitos?: Partial<Record<Direito, boolean>> | undefined;
};

/** Writes role and state; a change ends the account's sessions, deactivation also its password links. */
export async function saveAccount(
  db: Db,
  scope: Scope,
  id: string,
  change: Pick<AccountChange, 'papel' | 'ativo'>,
): Promise<void> {
  await db.query(
    `update membros set papel = coalesce($3::papel, papel), ativo = coalesce($4, ativo),
       versao_token = versao_token + 1, updated_at = now()
     where id = $1 and ${inScope('$2', 'empresa_id')}`,
    [id, empresaIdOf(scope), change.papel ?? null, change.ativo ?? null],
  );
}

/** Grants or revokes an account's rights, also for its running sessions. */
export async function saveDireitos(
  db: Db,
  account: { id: string; empresaId: string },
  direitos: Partial<Record<Direito, boolean>>,
  concedidoPor: string | null,
): Promise<void> {
  const given = Object.keys(direitos).filter((one) => direitos[one as Direito] === true);
  const taken = Object.keys(direitos).filter((one) => direitos[one as Direito] === false);
  await db.sql(
    sql`insert into membro_direitos (membro_id, direito, empresa_id, concedido_por)
      select ${account.id}::uuid, d, ${account.empresaId}::uuid, ${concedidoPor}::uuid
        from unnest(${given}::text[]) as d
      on conflict (membro_id, direito) do nothing`,
  );
  await db.sql(
    sql`delete from membro_direitos where membro_id = ${account.id} and empresa_id = ${account.empresaId}
      and direito = any(${taken}::text[])`,
  );
}

/** Gives accounts the right `so_campo`. */
export async function makeFieldOnly(
  db: Db,
  empresaId: string,
  membroIds: readonly string[],
  concedidoPor: string | null,
): Promise<void> {
  await db.sql(
    sql`insert into membro_direitos (membro_id, direito, empresa_id, concedido_por)
      select m, 'so_campo', ${empresaId}::uuid, ${concedidoPor}::uuid from unnest(${[...membroIds]}::uuid[]) as m
      on conflict (membro_id, direito) do nothing`,
  );
}

export async function saveName(db: Db, scope: Scope, id: string, nome: string | null): Promise<void> {
  await db.query(
    `update usuarios u set nome = $3, updated_at = now() from membros m
     where m.id = $1 and ${inScope('$2', 'm.empresa_id')} and u.id = m.usuario_id`,
    [id, empresaIdOf(scope), nome],
  );
}
