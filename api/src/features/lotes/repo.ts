// SQL: a run's costs are summed over many rows; limits are written with the audit log, in a single transaction.

import type { Db } from '@escuta/prisma/db';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { idOf, inScope, type Sql, sql } from '@escuta/shared/platform/database/sql';

/** Number of latest finished runs used for an estimate. */
export const HISTORIA_MAX = 200;

export type HistoriaRow = {
  minutos: number | null;
  linhas: {
    etapa: Etapa;
    template: string | null;
    provedor: string;
    modelo: string;
    unidade: UnidadePreco;
    quantidade: number;
    precoUsd: string;
  }[];
};

/** The latest finished runs of a project or company, with their billed quantities. */
export async function readHistory(
  db: Db,
  of: { projetoId: string } | { empresaId: string },
): Promise<HistoriaRow[]> {
  const where: Sql =
    'projetoId' in of ? sql`x.projeto_id = ${of.projetoId}` : sql`x.empresa_id = ${of.empresaId}`;
  const { rows } = await db.sql<HistoriaRow>(
    sql`with ultimas as materialized (
        select x.id, x.item_id from execucoes x where ${where} and x.status = 'concluida'
        order by x.terminada_em desc limit ${HISTORIA_MAX}
      )
      select (coalesce(nullif(i.gravacao_ms, 0) / 60000.0, nullif(i.call_duration, 0) / 60.0))::float8 as minutos,
        coalesce(l.linhas, '[]') as linhas
      from ultimas x join auditoria_itens i on i.id = x.item_id
      left join lateral (
        select json_agg(json_build_object('etapa', c.etapa, 'template', v.template_id, 'provedor', c.provedor, 'modelo',
          c.modelo,
          'unidade', c.unidade, 'quantidade', c.quantidade::float8, 'precoUsd', c.preco_usd::text)) as linhas
        from linhas_custo c join chamadas_provedor p on p.execucao_id = c.execucao_id and p.id = c.chamada_id
        left join insight_template_versoes v on c.etapa = 'negocio' and v.id = ${idOf(sql`split_part(p.chave, ':', 2)`)}
        where c.execucao_id = x.id
      ) l on true`,
  );
  return rows;
}

/** A company's balance in credits, and a credit's price in the most expensive package on sale, BRL cents. */
export async function readMoney(
  db: Db,
  empresaId: string,
): Promise<{ saldo: number; centavosPorCredito: number | null }> {
  const { rows } = await db.query<{ saldo: number; centavosPorCredito: number | null }>({
    name: 'lote_dinheiro',
    text: `select saldo_creditos as saldo,
        (select max(c.preco_centavos::float8 / c.quantidade_creditos) from credito_pacotes c
          where c.ativo and c.quantidade_creditos > 0 and c.preco_centavos is not null) as "centavosPorCredito"
      from empresas where id = $1`,
    values: [empresaId],
  });
  return rows[0] ?? { saldo: 0, centavosPorCredito: null };
}

export type TetosRow = { empresaId: string; creditos: number | null; itens: number | null };

/** A project's limits; null outside the scope. `lock`: locks the project until the transaction ends. */
export async function findTetos(
  db: Db,
  scope: Scope,
  projetoId: string,
  lock: boolean,
): Promise<TetosRow | null> {
  const { rows } = await db.sql<TetosRow>(
    sql`select empresa_id as "empresaId", teto_creditos_mes as creditos, teto_itens_mes as itens from projetos
      where id = ${projetoId} and ${inScope(scope, sql`empresa_id`)} ${lock ? sql`for no key update` : sql``}`,
  );
  return rows[0] ?? null;
}

export async function saveTetos(
  db: Db,
  projetoId: string,
  { creditos, itens }: Pick<TetosRow, 'creditos' | 'itens'>,
): Promise<void> {
  await db.query(
    'update projetos set teto_creditos_mes = $2, teto_itens_mes = $3, updated_at = now() where id = $1',
    [projetoId, creditos, itens],
  );
}
