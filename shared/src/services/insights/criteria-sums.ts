// SQL: sums of the criteria's roll-ups and wordings of template versions, in a fixed number of statements.

import type { Db } from '@escuta/prisma/db';
import { UNIDADES_MINIMO } from '../../domain/intervals/ratio.ts';
import {
  byFailures,
  COLUNAS_MAX,
  type ColunasDeCriterios,
  CRITERIOS_MAX,
  type Cumprimento,
  isByTime,
  layOutCriteria,
  type Redacao,
  type Serie,
  type SomaDaCelula,
  type SomaDaLinha,
  type SomaDeRespostas,
  shareMet,
  type TabelaDeCriterios,
} from '../../domain/reports/criteria-table.ts';
import { type Amostra, apart, type Separadas } from '../../domain/reports/drawn-apart.ts';
import { type Periodo, previousPeriod } from '../../domain/reports/period.ts';
import type { Scope } from '../../domain/scope.ts';
import { all, int, join, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import { criterionRows } from '../calls/drawn-calls.ts';
import { doAgente, dosProjetos, rowsOfPeriod, within } from '../calls/report-rows.ts';

type RecorteDeCriterios = {
  periodo: Periodo;
  /** Comparison period; default: the reports' previous period. */
  anterior?: Periodo;
  projetoId?: string | undefined;
  /** NENHUM: calls without agent. */
  agenteId?: string | undefined;
  templateId?: string | undefined;
  /** Only calls drawn at random from all, or only the others; default: both. */
  amostra?: Amostra | undefined;
};

/** Restricts rows `r` to projects, as a list, for primary key lookups; a join would read all projects' days. */
const ofProjects = (scope: Scope, projetoId?: string): Sql =>
  sql`r.projeto_id = any(array(select a.id from projetos a where ${dosProjetos(sql`a.id`, { scope, projetoId })}))`;

const restOf = (scope: Scope, { projetoId, agenteId, templateId }: RecorteDeCriterios): Sql =>
  all([
    ofScope(scope, sql`r.empresa_id`),
    ofProjects(scope, projetoId),
    doAgente(agenteId),
    when(templateId, (id) => sql`r.template_id = ${id}::uuid`),
  ]);

const daysOf = (scope: Scope, { agenteId, amostra }: RecorteDeCriterios): Sql =>
  criterionRows(scope, agenteId !== undefined, amostra);

type LinhaRow = Serie & { n: number; falhas: number; nAntes: number; falhasAntes: number; todas: number };

/** Reads a table's rows, most failed first (like `byFailures`). `todas`: number of all rows. */
async function readRows(
  db: Db,
  scope: Scope,
  recorte: RecorteDeCriterios,
  { porRedacao, max }: { porRedacao: boolean; max: number },
): Promise<LinhaRow[]> {
  const { periodo, anterior = previousPeriod(periodo) } = recorte;
  const now = within(sql`r.dia`, periodo);
  const { rows } = await db.sql<LinhaRow>(
    sql`with somas as materialized (
        select r.template_id, r.criterio, r.serie, coalesce(sum(r.n::int) filter (where ${now}), 0) as n,
          coalesce(sum(r.falhas::int) filter (where ${now}), 0) as falhas,
          coalesce(sum(r.n::int) filter (where not ${now}), 0) as antes,
          coalesce(sum(r.falhas::int) filter (where not ${now}), 0) as falhas_antes,
          ${porRedacao ? sql`r.serie` : sql`r.template_id::text || ' ' || r.serie || ' ' || r.criterio`} as linha
        from ${daysOf(scope, recorte)} r
        where (${now} or ${within(sql`r.dia`, anterior)}) and ${restOf(scope, recorte)}
        group by r.template_id, r.criterio, r.serie
      ), linhas as (
        select s.linha, count(*) over ()::int as todas, row_number() over (order by sum(s.n) < ${int(UNIDADES_MINIMO)},
          case when sum(s.n) >= ${int(UNIDADES_MINIMO)} then sum(s.falhas)::float8 / sum(s.n) end desc nulls last,
          sum(s.falhas) desc, sum(s.n) desc, s.linha) as lugar
        from somas s group by s.linha having sum(s.n) > 0
      )
      select s.template_id as "templateId", s.criterio, s.serie, s.n::float8 as n, s.falhas::float8 as falhas,
        s.antes::float8 as "nAntes", s.falhas_antes::float8 as "falhasAntes", l.todas
      from linhas l join somas s using (linha) where l.lugar <= ${int(max)} order by l.lugar, s.template_id,
      s.criterio`,
  );
  return rows;
}

/** `ord`: place of the cell's row among the requested rows, from 1. */
type CelulaRow = SomaDeRespostas & { coluna: string | null; ord: number; nome: string; todas: number };

/** Columns of periods, named by their first day, newest first. */
const PERIODO = {
  id: sql`s.coluna::text`,
  nome: sql`s.coluna::text`,
  de: sql``,
  ordem: sql`c.id desc`,
};

/** A column's value in a row `r`, and the column's id and name with the joins for them. */
const COLUNAS: Readonly<Record<ColunasDeCriterios, { valor: Sql; id: Sql; nome: Sql; de: Sql; ordem: Sql }>> =
  {
    agentes: {
      valor: sql`r.agente_id`,
      id: sql`coalesce(f.id, a.id)::text`,
      nome: sql`coalesce(f.nome, a.nome, 'Sem agente')`,
      de: sql`left join agentes a on a.id = s.coluna left join agentes f on f.id = a.fundido_em_id`,
      ordem: sql`c.respostas desc, c.id`,
    },
    semanas: { valor: sql`date_trunc('week', r.dia)::date`, ...PERIODO },
    meses: { valor: sql`date_trunc('month', r.dia)::date`, ...PERIODO },
    templates: {
      valor: sql`r.template_id`,
      id: sql`t.id::text`,
      nome: sql`t.nome`,
      de: sql`join insight_templates t on t.id = s.coluna`,
      ordem: sql`c.respostas desc, c.id`,
    },
    projetos: {
      valor: sql`r.projeto_id`,
      id: sql`p.id::text`,
      nome: sql`p.nome`,
      de: sql`join projetos p on p.id = s.coluna`,
      ordem: sql`c.respostas desc, c.id`,
    },
  };

/** Sums rows by column, for the columns with most answers (of periods: the newest). `todas`: number of all columns. */
async function readCells(
  db: Db,
  scope: Scope,
  recorte: RecorteDeCriterios,
  por: ColunasDeCriterios,
  rows: readonly Serie[],
): Promise<CelulaRow[]> {
  const { valor, id, nome, de, ordem } = COLUNAS[por];
  const resto = restOf(scope, recorte);
  const columns = (sinal: Sql) =>
    sql`${valor} as coluna, r.template_id, r.criterio, r.serie, ${sinal} * r.n::int as n, ${sinal} * r.falhas::int
      as falhas`;
  // Only the sums by agent also exist by month; the sums over all agents have few rows.
  const counted =
    por === 'agentes' && recorte.amostra === undefined
      ? join(
          rowsOfPeriod(recorte.periodo, {
            meses: sql`criterio_mes`,
            dias: sql`criterio_dia`,
            colunas: columns,
            resto,
          }),
          ' union all ',
        )
      : sql`select ${columns(sql`1`)}
        from ${criterionRows(scope, por === 'agentes' || recorte.agenteId !== undefined, recorte.amostra)} r
        where ${within(sql`r.dia`, recorte.periodo)} and ${resto}`;
  const { rows: cells } = await db.sql<CelulaRow>(
    sql`with somas as materialized (
        select r.coluna, k.ord, sum(r.n) as n, sum(r.falhas) as falhas
        from (${counted}) r
          join unnest(${rows.map(({ templateId }) => templateId)}::uuid[],
            ${rows.map(({ criterio }) => criterio)}::text[],
            ${rows.map(({ serie }) => serie)}::text[]) with ordinality as k (template_id, criterio, serie, ord)
            -- Three equal columns that follow from each other made the planner expect no rows, and sort all.
            on r.serie = k.serie and case when r.template_id = k.template_id and r.criterio = k.criterio then true
              else false end
        group by r.coluna, k.ord
      ), celulas as materialized (
        select coalesce(${id}, '') as id, ${nome} as nome, s.ord, sum(s.n) as n, sum(s.falhas) as falhas
        from somas s ${de} group by 1, 2, 3 having sum(s.n) > 0
      ), postas as (
        select c.*, dense_rank() over (order by ${ordem}) as lugar
        from (select c.*, sum(c.n) over (partition by c.id) as respostas from celulas c) c
      )
      select nullif(c.id, '') as coluna, c.nome, c.ord::int as ord, c.n::float8 as n, c.falhas::float8 as falhas,
        c.todas::int as todas
      from (select p.*, max(p.lugar) over () as todas from postas p) c where c.lugar <= ${int(COLUNAS_MAX)}`,
  );
  return cells;
}

/** All wordings of templates' criteria, from the templates' versions. */
export async function readWordings(db: Db, scope: Scope, templates: readonly string[]): Promise<Redacao[]> {
  const { rows } = await db.sql<Redacao>(
    sql`select w.template_id as "templateId", t.nome as template, w.criterio, w.serie, w.descricao, w.critico, w.desde,
        (select min(v.created_at) from insight_template_versoes v where v.template_id = w.template_id
          and v.versao > w.ultima) as ate,
        w.primeira > min(w.primeira) over (partition by w.template_id, w.criterio) as mudou
      from (
        select v.template_id, c.id as criterio, left(md5(c.descricao), 8) as serie, min(v.versao) as primeira,
          max(v.versao) as ultima, min(v.created_at) as desde,
          (array_agg(c.descricao order by v.versao desc))[1] as descricao,
          (array_agg(coalesce(c.critico, false) order by v.versao desc))[1] as critico
        from insight_template_versoes v,
          jsonb_to_recordset(case when jsonb_typeof(v.criterios) = 'array' then v.criterios else '[]' end)
            as c (id text, descricao text, critico boolean)
        where v.template_id = any(${templates}::uuid[]) and ${all([ofScope(scope, sql`v.empresa_id`)])}
          and c.id is not null and c.descricao is not null
        group by 1, 2, 3
      ) w join insight_templates t on t.id = w.template_id`,
  );
  return rows;
}

const unique = <T>(given: readonly T[]): T[] => [...new Set(given)];

/**
 * Criteria × columns over a period's calls: at most CRITERIOS_MAX rows, most failed first, and COLUNAS_MAX columns with
 * most answers (of periods: the newest). Three statements.
 */
export async function criteriaTable(
  db: Db,
  scope: Scope,
  recorte: RecorteDeCriterios,
  por: ColunasDeCriterios,
): Promise<TabelaDeCriterios> {
  const found = await readRows(db, scope, recorte, { porRedacao: por === 'templates', max: CRITERIOS_MAX });
  if (found.length === 0) return { linhas: [], colunas: [], fora: { criterios: 0, colunas: 0 } };
  const [cells, redacoes] = await Promise.all([
    readCells(db, scope, recorte, por, found),
    readWordings(db, scope, unique(found.map(({ templateId }) => templateId))),
  ]);
  const linhas = found.map(
    ({ templateId, criterio, serie, n, falhas, nAntes, falhasAntes }): SomaDaLinha => ({
      ...{ templateId, criterio, serie },
      agora: { n, falhas },
      antes: { n: nAntes, falhas: falhasAntes },
    }),
  );
  const names = new Map(cells.map(({ coluna, nome }) => [coluna, nome]));
  const columns = [...names].map(([id, nome]) => ({ id, nome }));
  if (isByTime(por)) columns.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  const rows = unique(
    found.map((one) =>
      por === 'templates' ? one.serie : JSON.stringify([one.templateId, one.criterio, one.serie]),
    ),
  );
  return layOutCriteria(por, {
    linhas,
    celulas: cells.flatMap(({ ord, coluna, n, falhas }): SomaDaCelula[] => {
      const row = found[ord - 1];
      if (!row) return [];
      const { templateId, criterio, serie } = row;
      return [{ templateId, criterio, serie, coluna, n, falhas }];
    }),
    colunas: columns,
    redacoes,
    fora: {
      criterios: (found[0]?.todas ?? 0) - rows.length,
      colunas: (cells[0]?.todas ?? columns.length) - columns.length,
    },
  });
}

export type CriterioDescumprido = Omit<Redacao, 'desde' | 'ate' | 'mudou'> &
  Cumprimento & {
    /** Answers in drawn and in other calls; null: no drawn call answers the criterion. */
    amostra: Separadas<Cumprimento> | null;
  };

async function readDrawnAnswers(
  db: Db,
  scope: Scope,
  periodo: Periodo,
  projetos: readonly string[] | undefined,
  of: readonly Serie[],
): Promise<(Serie & SomaDeRespostas)[]> {
  const { rows } = await db.sql<Serie & SomaDeRespostas>(
    sql`select r.template_id as "templateId", r.criterio, r.serie, sum(r.n)::float8 as n, sum(r.falhas)::float8
      as falhas
      from ${criterionRows(scope, false, 'sim')} r
        join unnest(${of.map(({ templateId }) => templateId)}::uuid[], ${of.map(({ criterio }) => criterio)}::text[],
          ${of.map(({ serie }) => serie)}::text[]) as k (template_id, criterio, serie) using (template_id, criterio,
          serie)
      where ${all([
        within(sql`r.dia`, periodo),
        ofProjects(scope),
        when(projetos, (ids) => sql`r.projeto_id = any(${ids}::uuid[])`),
      ])}
      group by 1, 2, 3`,
  );
  return rows;
}

/** Rows read per row wanted, because rows of former wordings are left out later. */
const READ_FOR_EACH = 4;

/**
 * The criteria that calls of some days failed most, by present wording; those with fewer answers than UNIDADES_MINIMO
 * come last, with `parte` null ('poucas'). Three statements over daily sums and samples.
 */
export async function topFailedCriteria(
  db: Db,
  scope: Scope,
  { de, ate, projetos, n }: Periodo & { projetos?: readonly string[]; n: number },
): Promise<CriterioDescumprido[]> {
  const { rows } = await db.sql<Serie & SomaDeRespostas>(
    sql`select r.template_id as "templateId", r.criterio, r.serie, sum(r.n::int)::float8 as n,
      sum(r.falhas::int)::float8 as falhas
      from criterio_soma r
      where ${all([
        ofScope(scope, sql`r.empresa_id`),
        within(sql`r.dia`, { de, ate }),
        ofProjects(scope),
        when(projetos, (ids) => sql`r.projeto_id = any(${ids}::uuid[])`),
      ])}
      group by 1, 2, 3 having sum(r.falhas) > 0
      order by sum(r.n) < ${int(UNIDADES_MINIMO)},
        case when sum(r.n) >= ${int(UNIDADES_MINIMO)} then sum(r.falhas)::float8 / sum(r.n) end desc nulls last,
        sum(r.falhas) desc, 1, 2, 3 limit ${int(n * READ_FOR_EACH)}`,
  );
  if (rows.length === 0) return [];
  const wordings = await readWordings(db, scope, unique(rows.map(({ templateId }) => templateId)));
  const isOf = (row: Serie) => (one: Serie) =>
    one.templateId === row.templateId && one.criterio === row.criterio && one.serie === row.serie;
  const top = rows
    .flatMap((row) => {
      const found = wordings.find(isOf(row));
      if (!found || found.ate !== null) return [];
      const { templateId, template, criterio, serie, descricao, critico } = found;
      return [{ templateId, template, criterio, serie, descricao, critico, ...shareMet(row) }];
    })
    .sort(byFailures)
    .slice(0, n);
  const drawn = await readDrawnAnswers(db, scope, { de, ate }, projetos, top);
  return top.map((one) => {
    const of = drawn.find(isOf(one));
    const both = apart({ n: one.n, falhas: one.falhas }, of && { n: of.n, falhas: of.falhas });
    return {
      ...one,
      amostra: both && { sorteadas: shareMet(both.sorteadas), outras: shareMet(both.outras) },
    };
  });
}
