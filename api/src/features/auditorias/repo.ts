import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { StatusProcessamento } from '@escuta/shared/domain/status';
import type { Pool } from 'pg';
import { escapeLike } from '../../like.ts';

export type AuditoriaRow = {
  id: string;
  nome: string;
  status: StatusProcessamento;
  pendentes: number;
  processando: number;
  concluidos: number;
  erros: number;
  projeto_id: string;
  projeto_nome: string;
  empresa_nome: string;
  observacoes: string | null;
  created_at: Date;
};

export type AuditoriaFilter = {
  /** Of one company or one project within the scope. */
  empresaId?: string | undefined;
  projetoId?: string | undefined;
  /** Part of the audit's, the project's or (over every company) the company's name; accents and case do not count. */
  q?: string | undefined;
  status?: StatusProcessamento | undefined;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de?: string | undefined;
  ate?: string | undefined;
  page: number;
  limit: number;
};

const COLUMNS = `a.id, a.nome, a.status, a.projeto_id, a.observacoes, a.created_at, p.nome as projeto_nome,
  e.nome as empresa_nome, coalesce(t.pendentes, 0)::float8 as pendentes,
  coalesce(t.processando, 0)::float8 as processando, coalesce(t.concluidos, 0)::float8 as concluidos,
  coalesce(t.erros, 0)::float8 as erros`;
const JOINS = `join projetos p on p.id = a.projeto_id join empresas e on e.id = a.empresa_id
  left join auditoria_totais t on t.auditoria_id = a.id`;

/**
 * The conditions that were given, and no others: each combination is a plain statement of its own, for which PostgreSQL
 * takes the index that fits (company, project or time, each newest first).
 */
function conditionsOf(scope: Scope, filter: AuditoriaFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const own = empresaIdOf(scope);
  const company = own === null ? null : parameter(own);
  if (company) parts.push(`a.empresa_id = ${company}::uuid`);
  if (filter.empresaId) parts.push(`a.empresa_id = ${parameter(filter.empresaId)}::uuid`);
  if (filter.projetoId) parts.push(`a.projeto_id = ${parameter(filter.projetoId)}::uuid`);
  if (filter.status) parts.push(`a.status = ${parameter(filter.status)}::status_processamento`);
  if (filter.de) {
    parts.push(`a.created_at >= (${parameter(filter.de)}::date)::timestamp at time zone 'America/Sao_Paulo'`);
  }
  if (filter.ate) {
    parts.push(
      `a.created_at < (${parameter(filter.ate)}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`,
    );
  }
  if (filter.q) {
    const q = parameter(escapeLike(filter.q));
    const matches = (column: string) =>
      `escuta_normaliza(${column}) like '%' || escuta_normaliza(${q}) || '%'`;
    const projects = `select id from projetos where ${company ? `empresa_id = ${company}::uuid and ` : ''}${matches('nome')}`;
    const companies = company ? '' : ` or a.empresa_id in (select id from empresas where ${matches('nome')})`;
    parts.push(`(${matches('a.nome')} or a.projeto_id in (${projects})${companies})`);
  }
  return { where: parts.length > 0 ? parts.join(' and ') : 'true', values };
}

/**
 * A page of the audits within the scope, newest first, and how many match, counted up to `countLimit` + 1. Only the ids of
 * the pages before are walked, in the index; names are joined for the page's rows alone.
 */
export async function listAuditorias(
  pool: Pool,
  scope: Scope,
  filter: AuditoriaFilter,
  countLimit: number,
): Promise<{ rows: AuditoriaRow[]; counted: number }> {
  const { where, values } = conditionsOf(scope, filter);
  const n = values.length;
  const [page, count] = await Promise.all([
    pool.query<AuditoriaRow>(
      `with pagina as (
         select a.id from auditorias a where ${where}
         order by a.created_at desc, a.id desc limit $${n + 1} offset $${n + 2}
       )
       select ${COLUMNS} from pagina join auditorias a using (id) ${JOINS} order by a.created_at desc, a.id desc`,
      [...values, filter.limit, (filter.page - 1) * filter.limit],
    ),
    pool.query<{ n: string }>(
      `select count(*) as n from (select from auditorias a where ${where} limit $${n + 1}) achadas`,
      [...values, countLimit + 1],
    ),
  ]);
  return { rows: page.rows, counted: Number(count.rows[0]?.n ?? 0) };
}

/** One audit within the scope; null when it is not there. */
export async function findAuditoria(pool: Pool, scope: Scope, id: string): Promise<AuditoriaRow | null> {
  const { rows } = await pool.query<AuditoriaRow>({
    name: 'auditorias_uma',
    text: `select ${COLUMNS} from auditorias a ${JOINS}
      where a.id = $1 and ($2::uuid is null or a.empresa_id = $2)`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** Whether a project is within the scope. */
export async function hasProjeto(pool: Pool, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'auditorias_projeto',
    text: 'select from projetos where id = $1 and ($2::uuid is null or empresa_id = $2)',
    values: [id, empresaIdOf(scope)],
  });
  return rowCount === 1;
}
