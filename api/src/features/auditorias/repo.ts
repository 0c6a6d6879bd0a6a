import type { StatusProcessamento } from '@escuta/shared/domain/status';
import type { Pool } from 'pg';

export type AuditoriaRow = {
  id: string;
  nome: string;
  status: StatusProcessamento;
  projeto_id: string;
  projeto_nome: string;
  empresa_nome: string;
  observacoes: string | null;
  created_at: Date;
};

export type AuditoriaFilter = {
  /** Part of the audit's or the project's name; accents and case do not count. */
  q: string | undefined;
  status: StatusProcessamento | undefined;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de: string | undefined;
  ate: string | undefined;
  page: number;
  limit: number;
};

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * A page of a company's audits, newest first, and how many match, counted up to `countLimit`. Only the ids of the pages
 * before are walked, in the index; names are joined for the page's rows alone.
 */
export async function listAuditorias(
  pool: Pool,
  empresaId: string,
  filter: AuditoriaFilter,
  countLimit: number,
): Promise<{ rows: AuditoriaRow[]; counted: number }> {
  const conditions = `a.empresa_id = $1
    and ($2::status_processamento is null or a.status = $2)
    and ($3::date is null or a.created_at >= ($3::date)::timestamp at time zone 'America/Sao_Paulo')
    and ($4::date is null or a.created_at < ($4::date + 1)::timestamp at time zone 'America/Sao_Paulo')
    and ($5::text is null or escuta_normaliza(a.nome) like '%' || escuta_normaliza($5) || '%' or a.projeto_id in (
      select id from projetos where empresa_id = $1 and escuta_normaliza(nome) like '%' || escuta_normaliza($5) || '%'))`;
  const values = [
    empresaId,
    filter.status ?? null,
    filter.de ?? null,
    filter.ate ?? null,
    filter.q ? escapeLike(filter.q) : null,
  ];
  const [page, count] = await Promise.all([
    pool.query<AuditoriaRow>({
      name: 'auditorias_lista',
      text: `with pagina as (
          select a.id from auditorias a where ${conditions}
          order by a.created_at desc, a.id desc limit $6 offset $7
        )
        select a.id, a.nome, a.status, a.projeto_id, a.observacoes, a.created_at,
          p.nome as projeto_nome, e.nome as empresa_nome
        from pagina join auditorias a using (id) join projetos p on p.id = a.projeto_id
          join empresas e on e.id = a.empresa_id
        order by a.created_at desc, a.id desc`,
      values: [...values, filter.limit, (filter.page - 1) * filter.limit],
    }),
    pool.query<{ n: string }>({
      name: 'auditorias_conta',
      text: `select count(*) as n from (select 1 from auditorias a where ${conditions} limit $6) achadas`,
      values: [...values, countLimit + 1],
    }),
  ]);
  return { rows: page.rows, counted: Number(count.rows[0]?.n ?? 0) };
}
