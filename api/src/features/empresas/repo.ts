// SQL: the list of companies is searched by normalised text; changes run under a lock, with the audit log.

import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope, join, literal, sql } from '@escuta/shared/platform/database/sql';
import { offsetOf, type Page } from '../../reads/page-repo.ts';

export type DadosEmpresa = {
  nome: string;
  cnpj: string;
  rua: string | null;
  numero: string | null;
  bairro: string | null;
  cep: string | null;
  cidade: string | null;
  estado: string | null;
  segmento: string | null;
  volume_auditorias_mensal: number | null;
};

/** A company's row; `chave_*`: its encrypted API key, if the caller may see it. */
export type EmpresaRow = DadosEmpresa & {
  id: string;
  saldo_creditos: number;
  email_confirmado_em: Date | null;
  arquivada_em: Date | null;
  created_at: Date;
  chave_id: string | null;
  chave_cifra: string | null;
};

const EDITABLE = [
  'nome',
  'cnpj',
  'rua',
  'numero',
  'bairro',
  'cep',
  'cidade',
  'estado',
  'segmento',
  'volume_auditorias_mensal',
] as const satisfies readonly (keyof DadosEmpresa)[];

const COLUMNS = `e.id, ${EDITABLE.map((column) => `e.${column}`).join(', ')}, e.saldo_creditos, e.email_confirmado_em,
  e.arquivada_em,
  e.created_at, c.id as chave_id, c.cifra as chave_cifra`;

/** Joins the API key of the company whose id is in this parameter. */
const keyJoin = (parameter: string) =>
  `left join chaves_api c on c.empresa_id = e.id and c.revogada_em is null and e.id = ${parameter}`;

export type EmpresaFilter = {
  ownId: string;
  /** The company whose API key may be shown. */
  keyOf: string | null;
  q: string | undefined;
  arquivadas: boolean;
  page: number;
  limit: number;
};

/**
 * A page of the companies in the scope, by name; `ownId` comes first. `q`: part of the name (ignores accents and case)
 * or of the CNPJ (ignores punctuation).
 */
export async function listEmpresas(
  db: Database,
  scope: Scope,
  filter: EmpresaFilter,
): Promise<Page<EmpresaRow>> {
  const { rows } = await db.query<EmpresaRow & { total: string | null }>({
    name: 'empresas_lista',
    text: `with achadas as (
        select id, nome from empresas
        where (arquivada_em is not null) = $7 and ${inScope('$1', 'id')}
          and ($2::text is null or escuta_normaliza(nome) like '%' || escuta_normaliza($2) || '%'
            or cnpj like '%' || $3 || '%')
      ), pagina as (
        select id, row_number() over (order by id = $4 desc, nome, id) as ordem
        from achadas order by id = $4 desc, nome, id limit $5 offset $6
      )
      select p.*, (select count(*) from achadas) as total
      from (values (1)) uma(x) left join (
        select ${COLUMNS}, ordem from pagina join empresas e using (id) ${keyJoin('$8')}
      ) p on true
      order by ordem`,
    values: [
      empresaIdOf(scope),
      filter.q ? escapeLike(filter.q) : null,
      filter.q ? escapeLike(filter.q.replace(/[.\-/\s]/g, '').toUpperCase()) || null : null,
      filter.ownId,
      filter.limit,
      offsetOf(filter),
      filter.arquivadas,
      filter.keyOf,
    ],
  });
  return {
    rows: rows.filter((row) => row.id !== null),
    total: Number(rows[0]?.total ?? 0),
    exato: true,
  };
}

/** A company in the scope. `keyOf`: the company whose API key may be shown. */
export async function findEmpresa(
  db: Db,
  scope: Scope,
  id: string,
  keyOf: string | null,
): Promise<EmpresaRow | null> {
  const { rows } = await db.query<EmpresaRow>({
    name: 'empresas_uma',
    text: `select ${COLUMNS} from empresas e ${keyJoin('$3')} where e.id = $1 and ${inScope('$2', 'e.id')}`,
    values: [id, empresaIdOf(scope), keyOf],
  });
  return rows[0] ?? null;
}

/** Locks a company and reads its editable fields. */
export async function lockEmpresa(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(DadosEmpresa & { arquivada_em: Date | null }) | null> {
  const { rows } = await db.query<DadosEmpresa & { arquivada_em: Date | null }>(
    `select ${EDITABLE.join(', ')}, arquivada_em from empresas
     where id = $1 and ${inScope('$2', 'id')} for no key update`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

const isTakenCnpj = (error: unknown) =>
  error instanceof Error && (error as { constraint?: unknown }).constraint === 'empresas_cnpj_key';

/**
 * Writes the given fields.
 * @throws AppError conflito if another company has the CNPJ
 */
export async function saveEmpresa(
  db: Db,
  scope: Scope,
  id: string,
  change: Partial<DadosEmpresa>,
): Promise<void> {
  const sets = EDITABLE.flatMap((column) => {
    const value = change[column];
    return value === undefined ? [] : [sql`${literal(column)} = ${value}`];
  });
  try {
    await db.sql(
      sql`update empresas set ${join([...sets, sql`updated_at = now()`], ', ')}
        where id = ${id} and ${inScope(scope, sql`id`)}`,
    );
  } catch (error) {
    if (!isTakenCnpj(error)) throw error;
    throw new AppError('conflito', 'Já existe uma empresa cadastrada com este CNPJ.', { cause: error });
  }
}
