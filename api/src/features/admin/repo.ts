// SQL: the figures are sums over roll-ups, for a range of months.

import type { Database } from '@escuta/prisma/db';
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import { ACOES_COTIDIANAS } from '@escuta/shared/domain/log/audit-actions';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { ACTOR_NAME, actorJoins } from '@escuta/shared/platform/database/conditions/actor';
import { isExample, semExemplos } from '@escuta/shared/platform/database/conditions/examples';
import {
  all,
  dayStart,
  inScope,
  ofScope,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { sumsBy } from '@escuta/shared/services/calls/date-basis';

export type TotaisRow = {
  empresas: number;
  projetos: number;
  auditorias: number;
  itens: number;
  usuarios: number;
  maiores: { id: string; nome: string; itens: number; saldo: number; creditos_usados: number }[];
};

/** Totals, and the companies with most items, from roll-ups. Refunded credits do not count as used. */
export async function readTotais(db: Database, scope: Scope): Promise<TotaisRow> {
  const { rows } = await db.query<TotaisRow>({
    name: 'admin_totais',
    text: `with vivas as materialized (
        select id, nome, saldo_creditos from empresas where arquivada_em is null and ${inScope('$1', 'id')}
      ), por_empresa as materialized (
        select p.empresa_id, count(*) as projetos, sum(c.auditorias) as auditorias, sum(t.n) as n
        from vivas e join projetos p on p.empresa_id = e.id left join projeto_contadores c on c.projeto_id = p.id
          left join (select projeto_id, sum(n) as n from projeto_totais group by 1) t on t.projeto_id = p.id
        where not ${isExample('p')} group by 1
      )
      select (select count(*) from vivas)::float8 as empresas, coalesce(sum(projetos), 0)::float8 as projetos,
        coalesce(sum(auditorias), 0)::float8 as auditorias, coalesce(sum(n), 0)::float8 as itens,
        (select count(*) from (select m.usuario_id from membros m join vivas e on e.id = m.empresa_id where m.ativo
          group by 1) u)::float8 as usuarios,
        coalesce((select json_agg(x) from (
          select e.id, e.nome, m.n::float8 as itens, e.saldo_creditos as saldo,
            (select coalesce(sum(r.saida) filter (where r.tipo = 'reserva'), 0)
                - coalesce(sum(r.entrada) filter (where r.tipo = 'estorno'), 0)
              from credito_rollup_dia r where r.empresa_id = e.id)::float8 as creditos_usados
          from (select * from por_empresa where n > 0 order by n desc, empresa_id limit 5) m
            join vivas e on e.id = m.empresa_id
          order by m.n desc, e.id) x), '[]') as maiores
      from por_empresa`,
    values: [empresaIdOf(scope)],
  });
  return rows[0] as TotaisRow;
}

export type MesRow = { mes: string; usuarios: number; empresas: number } & Record<
  StatusProcessamento,
  number
>;

/**
 * Items by status, new people and new companies by consecutive month (yyyy-MM, America/Sao_Paulo), oldest first.
 * `data`: the date (entry or call) that assigns an item to a month.
 */
export async function readMeses(
  db: Database,
  scope: Scope,
  data: DataDe,
  meses: readonly string[],
): Promise<MesRow[]> {
  const starts = param(meses.map((mes) => `${mes}-01`));
  const first = param(`${meses[0]}-01`);
  const last = param(`${meses.at(-1)}-01`);
  // Passes the dates as values, so that the planner can estimate the number of days.
  const within = (dia: Sql) =>
    sql`${dia} >= ${first}::date and ${dia} < (${last}::date + interval '1 month')::date`;
  const month = (dia: Sql) => sql`date_trunc('month', ${dia}::timestamp)::date as mes`;
  // Compares times, so that older rows are skipped without computing their day.
  const cameWithin = (moment: Sql) =>
    sql`${moment} >= ${dayStart(sql`${first}::date`)}
      and ${moment} < ${dayStart(sql`(${last}::date + interval '1 month')::date`)}`;
  const came = sql`escuta_dia(u.created_at)`;
  const founded = sql`escuta_dia(created_at)`;
  const person = when(
    empresaIdOf(scope),
    (id) => sql`exists (select from membros m where m.usuario_id = u.id and m.empresa_id = ${id})`,
  );
  const { rows } = await db.sql<MesRow>(
    sql`with meses as (select unnest(${starts}::date[]) as mes), volume as (
        select ${month(sql`dia`)},
          sum(n) filter (where status = 'pendente') as pendente,
          sum(n) filter (where status = 'processando') as processando,
          sum(n) filter (where status = 'concluido') as concluido,
          sum(n) filter (where status = 'erro') as erro
        from (select dia, status, sum(n::int) as n from ${sumsBy(data, 'volume')}
          where ${all([within(sql`dia`), ofScope(scope, sql`empresa_id`), semExemplos(sql`projeto_id`, scope)])}
          group by 1, 2) dias
        group by 1
      ), pessoas as (
        select ${month(came)}, count(*) as usuarios from usuarios u
          where ${all([cameWithin(sql`u.created_at`), person])} group by 1
      ), novas as (
        select ${month(founded)}, count(*) as empresas from empresas
        where ${cameWithin(sql`created_at`)} and ${inScope(scope, sql`id`)} group by 1
      )
      select to_char(m.mes, 'YYYY-MM') as mes, coalesce(pendente, 0)::float8 as pendente,
        coalesce(processando, 0)::float8 as processando, coalesce(concluido, 0)::float8 as concluido,
        coalesce(erro, 0)::float8 as erro, coalesce(usuarios, 0)::float8 as usuarios,
        coalesce(empresas, 0)::float8 as empresas
      from meses m left join volume using (mes) left join pessoas using (mes) left join novas using (mes)
      order by m.mes`,
  );
  return rows;
}

export type AcaoRow = {
  id: string;
  acao: string;
  empresa: string | null;
  usuario: string | null;
  quando: Date;
};

/** Number of latest log entries that the feed searches. */
const LATEST = 20_000;

/** Latest log actions except everyday work with calls; also the unlogged creation of companies by seeds or scripts. */
export async function listAcoes(db: Database, scope: Scope): Promise<AcaoRow[]> {
  const { rows } = await db.sql<AcaoRow>(
    sql`select r.id, r.acao, e.nome as empresa, ${ACTOR_NAME} as usuario, r.created_at as quando
      from (
        (select id, acao, empresa_id, usuario_id, via, via_id, created_at from (
            select * from registros_acesso where ${inScope(scope, sql`empresa_id`)}
              order by created_at desc limit ${LATEST}) novos
          where acao <> all (${ACOES_COTIDIANAS}::text[]) order by created_at desc limit 10)
        union all
        (select id, 'empresa_criada', id, null, null, null, created_at from (
            select * from empresas where ${inScope(scope, sql`id`)} order by created_at desc limit 10) novas
          where not exists (select from registros_acesso r
            where r.empresa_id = novas.id and r.acao in ('registro', 'empresa_criada')))
      ) r left join empresas e on e.id = r.empresa_id ${actorJoins(scope)}
      order by r.created_at desc, r.id desc limit 10`,
    'admin_acoes',
  );
  return rows;
}
