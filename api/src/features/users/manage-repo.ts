import type { Papel } from '@escuta/shared/domain/permissions';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/node/ids';
import type { Queryable } from '@escuta/shared/node/transaction';

/** An account with its person and its company. */
export type AccountRow = {
  id: string;
  usuario_id: string;
  email: string;
  nome: string | null;
  papel: Papel;
  ativo: boolean;
  convite_pendente: boolean;
  empresa_id: string;
  empresa_nome: string;
  empresa_cnpj: string;
  empresa_arquivada: boolean;
  /** The person has accounts in other companies too. */
  outras_contas: boolean;
  ultimo_acesso: Date | null;
  created_at: Date;
};

const OTHERS = 'exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)';

/**
 * `$1`: the scope's company. Inviting an address must not tell a company the name that its owner gave elsewhere: until
 * the invitation is taken, only administrators see it.
 */
const COLUMNS = `m.id, m.usuario_id, u.email, m.papel, m.ativo, m.senha_hash is null as convite_pendente,
  case when $1::uuid is not null and m.senha_hash is null and ${OTHERS} then null else u.nome end as nome,
  m.empresa_id, e.nome as empresa_nome, e.cnpj as empresa_cnpj, e.arquivada_em is not null as empresa_arquivada,
  ${OTHERS} as outras_contas, m.ultimo_acesso, m.created_at`;
const JOINS = 'join usuarios u on u.id = m.usuario_id join empresas e on e.id = m.empresa_id';

/** Characters that LIKE would read as wildcards. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export type AccountFilter = {
  empresaId: string | undefined;
  role: Papel | undefined;
  situacao: 'ativo' | 'inativo' | 'convidado' | undefined;
  /** Part of the name or of the e-mail. */
  q: string | undefined;
  page: number;
  limit: number;
};

/** A page of the accounts within the scope, by name (by e-mail where there is none), and how many match. */
export async function listAccounts(
  db: Queryable,
  scope: Scope,
  filter: AccountFilter,
): Promise<{ rows: AccountRow[]; total: number }> {
  const { rows } = await db.query<AccountRow & { total: string | null }>({
    name: 'contas_lista',
    text: `with achadas as materialized (
        select m.id, escuta_normaliza(coalesce(u.nome, u.email)) as ordem from membros m ${JOINS}
        where ($1::uuid is null or m.empresa_id = $1) and ($2::uuid is null or m.empresa_id = $2)
          and ($3::papel is null or m.papel = $3)
          and ($4::text is null or $4 = case when not m.ativo then 'inativo'
            when m.senha_hash is null then 'convidado' else 'ativo' end)
          and ($5::text is null or u.email like '%' || lower($5) || '%'
            or escuta_normaliza(u.nome) like '%' || escuta_normaliza($5) || '%')
      ), pagina as (
        select id, ordem from achadas order by ordem, id limit $6 offset $7
      )
      select p.*, (select count(*) from achadas) as total
      from (values (1)) uma(x) left join (
        select ${COLUMNS}, ordem from pagina join membros m using (id) ${JOINS}
      ) p on true
      order by ordem, p.id`,
    values: [
      empresaIdOf(scope),
      filter.empresaId ?? null,
      filter.role ?? null,
      filter.situacao ?? null,
      filter.q ? escapeLike(filter.q) : null,
      filter.limit,
      (filter.page - 1) * filter.limit,
    ],
  });
  return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** One account within the scope; null when it is not there. */
export async function findAccount(db: Queryable, scope: Scope, id: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>({
    name: 'contas_uma',
    text: `select ${COLUMNS} from membros m ${JOINS} where m.id = $2 and ($1::uuid is null or m.empresa_id = $1)`,
    values: [empresaIdOf(scope), id],
  });
  return rows[0] ?? null;
}

/** Whether who calls still has the role that the session says, and can still sign in. */
export async function isStill(
  db: Queryable,
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

/** A company within the scope that people may be invited to; locked against deletion. */
export async function findCompany(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<{ id: string; arquivada: boolean } | null> {
  const { rows } = await db.query<{ id: string; arquivada: boolean }>(
    `select id, arquivada_em is not null as arquivada from empresas
     where id = $1 and ($2::uuid is null or id = $2) for key share`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** Name, or else e-mail, of who calls; null when it cannot be told. */
export async function nameOf(
  db: Queryable,
  scope: Extract<Scope, { kind: 'empresa' }>,
  membroId: string | null,
): Promise<string | null> {
  const { rows } = await db.query<{ nome: string }>(
    `select coalesce(u.nome, u.email) as nome from membros m join usuarios u on u.id = m.usuario_id
     where m.id = $1 and m.empresa_id = $2`,
    [membroId, scope.empresaId],
  );
  return rows[0]?.nome ?? null;
}

/**
 * Opens an account in a company within the scope for whoever has the e-mail; a person who is new gets the name. @returns
 * the account's id, and whether it was made now
 */
export async function openAccount(
  db: Queryable,
  scope: Scope,
  account: { empresaId: string; email: string; nome: string | null; papel: Papel },
): Promise<{ id: string; isNew: boolean }> {
  // The update that changes nothing locks the person, who might be deleted with a last account just now.
  const { rows: people } = await db.query<{ id: string }>(
    `insert into usuarios (id, email, nome) values ($1, $2, $3)
     on conflict (email) do update set email = excluded.email returning id`,
    [newId(), account.email, account.nome],
  );
  const values = [account.empresaId, (people[0] as { id: string }).id, empresaIdOf(scope)];
  const { rows: made } = await db.query<{ id: string }>(
    `insert into membros (id, empresa_id, usuario_id, papel)
     select $4, $1, $2, $5::papel where $3::uuid is null or $1 = $3
     on conflict (empresa_id, usuario_id) do nothing returning id`,
    [...values, newId(), account.papel],
  );
  if (made[0]) return { id: made[0].id, isNew: true };
  const { rows } = await db.query<{ id: string }>(
    'select id from membros where empresa_id = $1 and usuario_id = $2 and ($3::uuid is null or empresa_id = $3)',
    values,
  );
  return { id: (rows[0] as { id: string }).id, isNew: false };
}

export type AccountChange = {
  papel?: Papel | undefined;
  ativo?: boolean | undefined;
  nome?: string | null | undefined;
};

/** Writes role and state; either ends the account's sessions, and a switched-off account its password links. */
export async function saveAccount(
  db: Queryable,
  scope: Scope,
  id: string,
  change: Pick<AccountChange, 'papel' | 'ativo'>,
): Promise<void> {
  await db.query(
    `update membros set papel = coalesce($3::papel, papel), ativo = coalesce($4, ativo),
       versao_token = versao_token + 1, updated_at = now()
     where id = $1 and ($2::uuid is null or empresa_id = $2)`,
    [id, empresaIdOf(scope), change.papel ?? null, change.ativo ?? null],
  );
}

/** Writes the name of an account's person. */
export async function saveName(db: Queryable, scope: Scope, id: string, nome: string | null): Promise<void> {
  await db.query(
    `update usuarios u set nome = $3, updated_at = now() from membros m
     where m.id = $1 and ($2::uuid is null or m.empresa_id = $2) and u.id = m.usuario_id`,
    [id, empresaIdOf(scope), nome],
  );
}
