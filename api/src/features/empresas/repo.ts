import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Pool } from 'pg';

/** A company as the database has it. */
export type EmpresaRow = {
  id: string;
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
  saldo_creditos: number;
  created_at: Date;
};

const COLUMNS = `id, nome, cnpj, rua, numero, bairro, cep, cidade, estado, segmento, volume_auditorias_mensal,
  saldo_creditos, created_at`;

/** Characters that LIKE would read as wildcards. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * A page of the companies within the scope, by name; the company `ownId` stands first. `q`: part of the name (accents
 * and case do not count) or of the CNPJ (punctuation does not count).
 */
export async function listEmpresas(
  pool: Pool,
  scope: Scope,
  filter: { ownId: string; q: string | undefined; page: number; limit: number },
): Promise<{ rows: EmpresaRow[]; total: number }> {
  const { rows } = await pool.query<EmpresaRow & { total: string | null }>({
    name: 'empresas_lista',
    text: `with achadas as (
        select id, nome from empresas
        where arquivada_em is null and ($1::uuid is null or id = $1)
          and ($2::text is null or escuta_normaliza(nome) like '%' || escuta_normaliza($2) || '%'
            or cnpj like '%' || $3 || '%')
      ), pagina as (
        select id, row_number() over (order by id = $4 desc, nome, id) as ordem
        from achadas order by id = $4 desc, nome, id limit $5 offset $6
      )
      select ${COLUMNS}, (select count(*) from achadas) as total
      from (values (1)) uma(x) left join (select e.*, ordem from pagina join empresas e using (id)) p on true
      order by ordem`,
    values: [
      empresaIdOf(scope),
      filter.q ? escapeLike(filter.q) : null,
      filter.q ? escapeLike(filter.q.replace(/[.\-/\s]/g, '').toUpperCase()) || null : null,
      filter.ownId,
      filter.limit,
      (filter.page - 1) * filter.limit,
    ],
  });
  return {
    rows: rows.filter((row) => row.id !== null),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** One company within the scope; null when it is not there. */
export async function findEmpresa(pool: Pool, scope: Scope, id: string): Promise<EmpresaRow | null> {
  const { rows } = await pool.query<EmpresaRow>({
    name: 'empresas_uma',
    text: `select ${COLUMNS} from empresas where id = $1 and ($2::uuid is null or id = $2)`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}
