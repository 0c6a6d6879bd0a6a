// SQL: the pages and sums of the ledger come from its daily roll-up, in a single snapshot.

import type { Database } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_EXTRATO } from '@escuta/shared/domain/filters/lists/statement';
import type { SituacaoConsumo, TipoExtrato } from '@escuta/shared/domain/runs/credits';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { all, dayEnd, inScope, type Param, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { entryConditions } from '@escuta/shared/services/lists/statement';

export type ExtratoFilter = Pedidos<typeof FILTROS_EXTRATO>;

export type LancamentoRow = {
  id: string;
  created_at: Date;
  tipo: TipoExtrato;
  descricao: string;
  quantidade: number;
  saldo_apos: number;
  valor_centavos: number | null;
  situacao: SituacaoConsumo | null;
  item_id: string | null;
  item_nome: string | null;
  tem_usuario: boolean;
  usuario_nome: string | null;
  usuario_email: string | null;
};

export type ResumoRow = {
  entradas: number;
  debitos: number;
  consumo: number;
  estornos: number;
  valorCentavos: number;
};

const DAYS: ListConditions<typeof FILTROS_EXTRATO> = {
  tipo: (tipo) => sql`r.tipo = ${tipo}::tipo_lancamento`,
  de: (day) => sql`r.dia >= ${day}::date`,
  ate: (day) => sql`r.dia <= ${day}::date`,
};

/** A filter's conditions on entries and daily totals, and the filter's part of the prepared statement's name. */
function conditions(empresa: Param, asked: ExtratoFilter) {
  const shape = Object.keys(DAYS).filter((name) => asked[name as keyof typeof DAYS]);
  return {
    entries: all([sql`l.empresa_id = ${empresa}`, ...entryConditions(asked)]),
    days: all([sql`r.empresa_id = ${empresa}`, ...askedConditions(DAYS, asked)]),
    shape: shape.join('_'),
  };
}

/**
 * Ledger entries with their subject, from `source`; companies do not see names of the operator's staff. A reservation
 * is final if the ledger has the run's `captura`.
 */
const lines = (scope: Scope, source: Sql) => sql`
  select l.id, l.created_at,
    l.tipo::text as tipo, l.descricao, l.quantidade, l.saldo_apos, l.valor_centavos,
    case when l.tipo <> 'reserva' then null
      when exists (select from credito_lancamentos c where c.execucao_id = l.execucao_id and c.tipo = 'captura')
        then 'confirmado'
      when exists (select from credito_lancamentos c where c.execucao_id = l.execucao_id and c.tipo = 'estorno')
        then 'estornado'
      else 'em_andamento' end as situacao,
    i.id as item_id, coalesce(nullif(i.nome_entrevistado, ''), nullif(i.numero_destino, '')) as item_nome,
    l.usuario_id is not null as tem_usuario,
    case when operador.sim then 'Administração da plataforma' else u.nome end as usuario_nome,
    case when not operador.sim then u.email end as usuario_email
  from ${source} l
    left join execucoes x on x.id = l.execucao_id
    left join auditoria_itens i on i.id = x.item_id
    left join usuarios u on u.id = l.usuario_id,
    lateral (select ${empresaIdOf(scope)}::uuid is not null
      and exists (select from membros m where m.usuario_id = u.id and m.papel = 'admin')
      and not exists (select from membros m where m.usuario_id = u.id and m.empresa_id = l.empresa_id) as sim
    ) operador`;

/**
 * A page of a company's statement, newest first, with sums over all matches; null outside the scope. Daily totals give
 * the sums and the page's first day: only that day's entries are skipped.
 */
export async function findExtrato(
  db: Database,
  scope: Scope,
  empresaId: string,
  filter: ExtratoFilter & { page: number; limit: number },
): Promise<{ rows: LancamentoRow[]; resumo: ResumoRow; total: number } | null> {
  const empresa = param(empresaId);
  const { entries, days, shape } = conditions(empresa, filter);
  const skipped = param((filter.page - 1) * filter.limit);
  const statement = sql`
    with dias as (
      select r.dia, sum(r.n)::bigint as n from credito_rollup_dia r where ${days} group by r.dia
    ), somas as (
      select dia, n, sum(n) over (order by dia desc) as ate from dias
    ), alvo as materialized (
      select coalesce(max(ate), 0)::float8 as total, max(dia) filter (where ate > ${skipped}::bigint) as dia,
        (${skipped}::bigint - min(ate - n) filter (where ate > ${skipped}::bigint))::bigint as salto
      from somas
    ), pagina as materialized (
      select l.* from credito_lancamentos l
      where ${entries} and l.created_at < (select ${dayEnd(sql`dia`)} from alvo)
      order by l.created_at desc, l.id desc offset (select salto from alvo) limit ${filter.limit}
    ), resumo as (
      select coalesce(sum(r.entrada) filter (where r.tipo in ('compra', 'ajuste')), 0)::float8 as entradas,
        coalesce(sum(r.saida) filter (where r.tipo = 'ajuste'), 0)::float8 as debitos,
        coalesce(sum(r.saida) filter (where r.tipo = 'reserva'), 0)::float8 as consumo,
        coalesce(sum(r.entrada) filter (where r.tipo = 'estorno'), 0)::float8 as estornos,
        coalesce(sum(r.valor_centavos), 0)::float8 as "valorCentavos"
      from credito_rollup_dia r where ${days}
    )
    select alvo.total, row_to_json(resumo) as resumo, linhas.*
    from empresas e cross join alvo cross join resumo
      left join lateral (${lines(scope, sql`pagina`)}) linhas on true
    where e.id = ${empresa} and ${inScope(scope, sql`e.id`)}
    order by linhas.created_at desc, linhas.id desc`;
  const { rows } = await db.sql<LancamentoRow & { total: number; resumo: ResumoRow }>(
    statement,
    `creditos_extrato_${shape}`,
  );
  const first = rows[0];
  if (!first) return null;
  return { rows: rows.filter((row) => row.id !== null), resumo: first.resumo, total: first.total };
}
