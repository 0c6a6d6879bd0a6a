// SQL: the figures are sums over the roll-ups, read in a fixed number of statements per report.

import type { Database } from '@escuta/prisma/db';
import type { Direcao } from '@escuta/shared/domain/calls/call-direction';
import { type DataDe, NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_CUSTO } from '@escuta/shared/domain/filters/lists/costs';
import type { Periodo } from '@escuta/shared/domain/reports/period';
import type { EtapaDeCusto, StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { IS_EXAMPLE } from '@escuta/shared/platform/database/conditions/examples';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import {
  all,
  byDays,
  inScope,
  int,
  join,
  ofScope,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { dayOfCall, sumsBy } from '@escuta/shared/services/calls/date-basis';
import { fromDrawnCalls, SCORE_SUMS } from '@escuta/shared/services/calls/drawn-calls';
import {
  doAgente,
  dosProjetos,
  NINGUEM,
  rowsOfPeriod,
  within,
} from '@escuta/shared/services/calls/report-rows';
import { type Page, type PageAsked, windowOf } from '../../reads/page-repo.ts';

/** Scope, days and comparison days of a report. */
export type Alvo = {
  scope: Scope;
  data: DataDe;
  periodo: Periodo;
  anterior: Periodo;
  projetoId?: string | undefined;
  agenteId?: string | undefined;
};

/** Like `dosProjetos`, but by exclusion, because the excluded projects are few. */
const foraDosOutros = (coluna: Sql, alvo: Pick<Alvo, 'scope' | 'projetoId'>): Sql =>
  alvo.projetoId
    ? dosProjetos(coluna, alvo)
    : sql`${coluna} is not null and ${coluna} not in (select p.id from projetos p
      where (p.tipo_projeto = 'pesquisa' or ${IS_EXAMPLE})
    and ${inScope(alvo.scope, sql`p.empresa_id`)})`;

/** Condition on rows `r` of a roll-up: their day is in the period or the previous one. */
function rowsOf(alvo: Alvo): Sql {
  return all([
    ofScope(alvo.scope, sql`r.empresa_id`),
    sql`(${within(sql`r.dia`, alvo.periodo)} or ${within(sql`r.dia`, alvo.anterior)})`,
    dosProjetos(sql`r.projeto_id`, alvo),
    alvo.data === 'ligacao' ? doAgente(alvo.agenteId) : null,
  ]);
}

export type VolumeRow = Record<StatusProcessamento, number> & {
  dia: string;
  n: number;
  duracao: number;
  /** Calls with a recording; null in a report by day of entry, whose roll-up does not count them. */
  gravacao: number | null;
};

/** Calls by day: for all agents from their common sums, for a single agent from its rows. */
export async function readVolume(db: Database, alvo: Alvo): Promise<VolumeRow[]> {
  const daLigacao = alvo.data === 'ligacao';
  const { rows } = await db.sql<VolumeRow>(
    sql`select v.dia, v.n::float8 as n, v.duracao, v.gravacao::float8 as gravacao, coalesce(v.pendente, 0)::float8
      as pendente,
        coalesce(v.processando, 0)::float8 as processando, coalesce(v.concluido, 0)::float8 as concluido,
        coalesce(v.erro, 0)::float8 as erro
      from (select r.dia::text as dia, sum(r.n::int) as n, sum(r.duracao_s::float8) as duracao,
          sum(r.n::int) filter (where r.status = 'pendente') as pendente,
          sum(r.n::int) filter (where r.status = 'processando') as processando,
          sum(r.n::int) filter (where r.status = 'concluido') as concluido,
          sum(r.n::int) filter (where r.status = 'erro') as erro,
          ${daLigacao ? sql`sum(r.com_gravacao::int)` : sql`null::float8`} as gravacao
        from ${daLigacao && alvo.agenteId ? sql`chamada_dia` : sumsBy(alvo.data, 'volume')} r
        where ${rowsOf(alvo)} group by r.dia) v`,
  );
  return rows;
}

export type HoraRow = { hora: number; agora: number; antes: number };

/** Calls by hour of their start, of all agents, in the period and in the previous one. */
export async function readHoras(db: Database, alvo: Alvo): Promise<HoraRow[]> {
  const { rows } = await db.sql<HoraRow>(
    sql`select r.hora::int as hora,
      coalesce(sum(r.n::int) filter (where ${within(sql`r.dia`, alvo.periodo)}), 0)::float8 as agora,
        coalesce(sum(r.n::int) filter (where ${within(sql`r.dia`, alvo.anterior)}), 0)::float8 as antes
      from chamada_hora r where ${rowsOf(alvo)} group by 1 order by 1`,
  );
  return rows;
}

export type DirecaoRow = { direcao: Direcao; agora: number; antes: number };

/** Calls with a known direction in the period and in the previous one, by day of call, from their own index. */
export async function readDirecoes(db: Database, alvo: Alvo): Promise<DirecaoRow[]> {
  const { rows } = await db.sql<DirecaoRow>(
    sql`select r.direcao, count(*) filter (where ${within(sql`r.dia`, alvo.periodo)})::float8 as agora,
        count(*) filter (where ${within(sql`r.dia`, alvo.anterior)})::float8 as antes
      from (select i.empresa_id, i.projeto_id, coalesce(i.agente_id, ${NINGUEM}::uuid) as agente_id, i.dia_chamada
        as dia,
        i.direcao from auditoria_itens i
        where i.direcao is not null) r where ${rowsOf(alvo)} group by 1`,
  );
  return rows;
}

/** Seconds of hold music and announcements in the period and in the previous one, by day of call. */
export async function readEspera(db: Database, alvo: Alvo): Promise<{ agora: number; antes: number }> {
  const { rows } = await db.sql<{ agora: number; antes: number }>(
    sql`select coalesce(sum(r.espera_ms) filter (where ${within(sql`r.dia`, alvo.periodo)}), 0)::float8 / 1000 as agora,
        coalesce(sum(r.espera_ms) filter (where ${within(sql`r.dia`, alvo.anterior)}), 0)::float8 / 1000 as antes
      from (select i.empresa_id, i.projeto_id, coalesce(i.agente_id, ${NINGUEM}::uuid) as agente_id, i.dia_chamada
        as dia,
        i.espera_ms from auditoria_itens i
        where i.espera_ms > 0) r where ${rowsOf(alvo)}`,
  );
  return rows[0] ?? { agora: 0, antes: 0 };
}

export type QualidadeSums = {
  n: number;
  n_pontuacao: number;
  soma: number;
  quadrados: number | null;
  positivos: number;
  neutros: number;
  negativos: number;
  alertas: number | null;
  com_alerta: number | null;
  revisadas: number | null;
  /** Number of scores per tenth of the range 0 to 100. */
  notas: number[] | null;
};
export type QualidadeRow = QualidadeSums & { dia: string };

const COMUNS = sql`sum(r.n::int)::float8 as n, sum(r.n_pontuacao::int)::float8 as n_pontuacao,
  sum(r.soma_pontuacao::float8) as soma, sum(r.positivos::int)::float8 as positivos, sum(r.neutros::int)::float8
    as neutros,
  sum(r.negativos::int)::float8 as negativos`;
const DA_LIGACAO = sql`${COMUNS}, sum(r.soma_quadrados::float8) as quadrados, sum(r.alertas::int)::float8 as alertas,
  sum(r.com_alerta::int)::float8 as com_alerta, sum(r.revisadas::int)::float8 as revisadas`;
const DE_ENTRADA = sql`${COMUNS}, null::float8 as quadrados, null::float8 as alertas, null::float8 as com_alerta,
  null::float8 as revisadas, null::float8[] as notas`;
const NOTAS = sql`array[sum(r.notas[1]::int), sum(r.notas[2]::int), sum(r.notas[3]::int), sum(r.notas[4]::int),
  sum(r.notas[5]::int),
  sum(r.notas[6]::int), sum(r.notas[7]::int), sum(r.notas[8]::int), sum(r.notas[9]::int),
  sum(r.notas[10]::int)]::float8[] as notas`;
const SEM_NOTAS = sql`null::float8[] as notas`;

/** The table of sums to read: for a single agent by day of call, the table that has sums by agent. */
const qualityTable = ({ data, agenteId }: Alvo): Sql =>
  data === 'ligacao' && agenteId ? sql`chamada_qualidade_dia` : sumsBy(data, 'qualidade');

/** Findings by day. `notas`: with the distribution of scores. */
export async function readQualidade(db: Database, alvo: Alvo, notas: boolean): Promise<QualidadeRow[]> {
  const daLigacao = alvo.data === 'ligacao';
  const columns = daLigacao ? sql`${DA_LIGACAO}, ${notas ? NOTAS : SEM_NOTAS}` : DE_ENTRADA;
  const { rows } = await db.sql<QualidadeRow>(
    sql`select r.dia::text as dia, ${columns} from ${qualityTable(alvo)} r
      where ${rowsOf(alvo)} group by r.dia`,
  );
  return rows;
}

const PROJETOS_MAX = 30;

export type ProjetoRow = QualidadeSums & { id: string; nome: string; agora: boolean };

/** Findings by project in the period and in the previous one, for the projects with most findings in the period. */
export async function readQualidadePorProjeto(db: Database, alvo: Alvo): Promise<ProjetoRow[]> {
  const daLigacao = alvo.data === 'ligacao';
  const columns = daLigacao ? sql`${DA_LIGACAO}, ${SEM_NOTAS}` : DE_ENTRADA;
  const { rows } = await db.sql<ProjetoRow>(
    sql`with somas as materialized (
        select r.projeto_id, ${within(sql`r.dia`, alvo.periodo)} as agora, ${columns} from ${qualityTable(alvo)} r
        where ${rowsOf(alvo)} group by 1, 2
      ), maiores as (
        select projeto_id from somas where agora order by n desc, projeto_id limit ${PROJETOS_MAX}
      )
      select p.id, p.nome, s.* from maiores m join somas s using (projeto_id) join projetos p on p.id = m.projeto_id
      order by p.nome, p.id`,
  );
  return rows;
}

export type NotasSorteadas = { agora: boolean; n: number; soma: number; quadrados: number };

const drawnOf = (alvo: Alvo): Sql =>
  fromDrawnCalls(alvo.scope, [
    sql`(${within(sql`r.dia_chamada`, alvo.periodo)} or ${within(sql`r.dia_chamada`, alvo.anterior)})`,
    dosProjetos(sql`r.projeto_id`, alvo),
    alvo.agenteId === NENHUM ? sql`r.agente_id is null` : doAgente(alvo.agenteId),
  ]);

/**
 * Scores of randomly drawn calls in the period and in the previous one, by agent (null: unknown); merged agents are
 * one.
 */
export async function readSorteadasPorAgente(
  db: Database,
  alvo: Alvo,
): Promise<(NotasSorteadas & { id: string | null })[]> {
  const { rows } = await db.sql<NotasSorteadas & { id: string | null }>(
    sql`select (select coalesce(a.fundido_em_id, a.id) from agentes a where a.id = r.agente_id) as id,
        ${within(sql`r.dia_chamada`, alvo.periodo)} as agora, ${SCORE_SUMS} from ${drawnOf(alvo)} group by 1, 2`,
  );
  return rows;
}

/** Scores of calls drawn at random for review, in the period and in the previous one, by day of call. */
export async function readNotasSorteadas(db: Database, alvo: Alvo): Promise<NotasSorteadas[]> {
  const { rows } = await db.sql<NotasSorteadas>(
    sql`select ${within(sql`r.dia_chamada`, alvo.periodo)} as agora, ${SCORE_SUMS} from ${drawnOf(alvo)} group by 1`,
  );
  return rows;
}

export type AgenteSums = {
  n: number;
  n_pontuacao: number;
  soma: number;
  quadrados: number;
  ligacoes: number;
};
export type AgenteRow = {
  /** Null: the agent is unknown. */
  id: string | null;
  nome: string;
  ativo: boolean;
  agora: AgenteSums;
  antes: AgenteSums;
  /** Number of agents with calls in the period. */
  agentes: number;
};

/** Greatest number of agents in a ranking: those with most calls in the period. */
export const AGENTES_MAX = 500;

const agentSums = (period: Sql) => sql`json_build_object(
  'n', coalesce(sum(n.n) filter (where ${period}), 0), 'n_pontuacao',
  coalesce(sum(n.n_pontuacao) filter (where ${period}), 0),
  'soma', coalesce(sum(n.soma) filter (where ${period}), 0), 'quadrados',
  coalesce(sum(n.quadrados) filter (where ${period}), 0),
  'ligacoes', coalesce(sum(v.ligacoes) filter (where ${period}), 0))`;

/** The rows of the agents' sums for the period and the previous one: whole months, plus or minus (`sinal`) days. */
function agentRows(alvo: Alvo, meses: Sql, dias: Sql, columns: Sql): Sql {
  const resto = all([
    ofScope(alvo.scope, sql`r.empresa_id`),
    dosProjetos(sql`r.projeto_id`, alvo),
    doAgente(alvo.agenteId),
  ]);
  return join(
    ([true, false] as const).flatMap((isNow) =>
      rowsOfPeriod(isNow ? alvo.periodo : alvo.anterior, {
        meses,
        dias,
        colunas: (sinal) =>
          sql`r.agente_id, ${isNow ? sql`true` : sql`false`} as agora, ${sinal} as sinal, ${columns}`,
        resto,
      }),
    ),
    ' union all ',
  );
}

/**
 * Scores and calls, in the period and in the previous one, of agents with calls in the period; merged agents are one.
 * The unknown agent comes first, then AGENTES_MAX agents.
 */
export async function readAgentes(db: Database, alvo: Alvo): Promise<AgenteRow[]> {
  const notas = agentRows(
    alvo,
    sql`chamada_qualidade_mes`,
    sql`chamada_qualidade_dia`,
    sql`r.n, r.n_pontuacao, r.soma_pontuacao, r.soma_quadrados`,
  );
  const { rows } = await db.sql<AgenteRow>(
    sql`with notas as (
        select r.agente_id, r.agora, sum(r.sinal * r.n) as n, sum(r.sinal * r.n_pontuacao) as n_pontuacao,
          sum(r.sinal * r.soma_pontuacao) as soma, sum(r.sinal * r.soma_quadrados) as quadrados
        from (${notas}) r group by 1, 2
      ), volume as (
        select r.agente_id, r.agora, sum(r.sinal * r.n) as ligacoes
        from (${agentRows(alvo, sql`chamada_mes`, sql`chamada_dia`, sql`r.n`)}) r group by 1, 2
      )
      select coalesce(f.id, a.id) as id, coalesce(f.nome, a.nome, 'Sem agente') as nome,
      coalesce(f.ativo, a.ativo, true) as ativo,
        ${agentSums(sql`v.agora`)} as agora, ${agentSums(sql`not v.agora`)} as antes, count(*) over ()::int as agentes
      from volume v left join notas n using (agente_id, agora)
        left join agentes a on a.id = v.agente_id left join agentes f on f.id = a.fundido_em_id
      group by 1, 2, 3 having sum(v.ligacoes) filter (where v.agora) > 0
      order by (coalesce(f.id, a.id) is null) desc, sum(v.ligacoes) filter (where v.agora) desc,
      1 limit ${int(AGENTES_MAX + 1)}`,
  );
  return rows;
}

export type CorrigidasRow = {
  /** Null: the agent is unknown. */
  id: string | null;
  /**
   * Differences between the AI's scores and the scores in force, over corrected calls: `n` of their numbers, `soma` of
   * their sums.
   */
  n: number;
  soma: number;
};

/** Calls of the period whose score people's verdicts changed, by agent; merged agents are one. */
export async function readCorrigidas(db: Database, alvo: Alvo): Promise<CorrigidasRow[]> {
  const { rows } = await db.sql<CorrigidasRow>(
    sql`select coalesce(f.id, a.id) as id, (count(r.pontuacao_ia) - count(r.pontuacao))::int as n,
        (coalesce(sum(r.pontuacao_ia), 0) - coalesce(sum(r.pontuacao), 0))::float8 as soma
      from item_qualidade r left join agentes a on a.id = r.agente_id left join agentes f on f.id = a.fundido_em_id
      where ${all([
        ofScope(alvo.scope, sql`r.empresa_id`),
        sql`r.nota_corrigida`,
        within(sql`r.dia_chamada`, alvo.periodo),
        dosProjetos(sql`r.projeto_id`, alvo),
        alvo.agenteId === NENHUM ? sql`r.agente_id is null` : doAgente(alvo.agenteId),
      ])} group by 1`,
  );
  return rows;
}

/** Numbers of inaudible calls in the period and in the previous one. */
export async function readInaudiveis(db: Database, alvo: Alvo): Promise<{ agora: number; antes: number }> {
  const dia = dayOfCall(alvo.data);
  const { rows } = await db.sql<{ agora: number; antes: number }>(
    sql`select (count(*) filter (where ${within(dia, alvo.periodo)}))::float8 as agora,
        (count(*) filter (where ${within(dia, alvo.anterior)}))::float8 as antes
      from (select distinct x.item_id from execucoes x
        where ${all([ofScope(alvo.scope, sql`x.empresa_id`), sql`x.codigo_motivo = 'audio_inaudivel'`])}) x
      join auditoria_itens r on r.id = x.item_id, lateral (select r.*) i
      where ${all([
        dosProjetos(sql`r.projeto_id`, alvo),
        alvo.agenteId === NENHUM ? sql`r.agente_id is null` : doAgente(alvo.agenteId),
        sql`not exists (select from item_qualidade q where q.item_id = r.id)`,
      ])}`,
  );
  return rows[0] ?? { agora: 0, antes: 0 };
}

export type VereditosRow = {
  agora: boolean;
  /** The template's id, whatever its version. */
  id: string;
  nome: string;
  decididos: number;
  aprovados: number;
};

/** People's verdicts on insights of reviewed calls in the period and in the previous one, by template. */
export async function readVereditos(db: Database, alvo: Alvo): Promise<VereditosRow[]> {
  const { rows } = await db.sql<VereditosRow>(
    // Counts by version first, to read insights only from the index. Uses a single range and excluded projects, because
    // with two ranges and included projects the planner expected a thousandth of the rows and sorted all rows.
    sql`with contados as (
        select r.dia_chamada >= ${alvo.periodo.de}::date as agora, s.template_versao_id, count(*) as decididos,
          count(*) filter (where s.veredito = 'aprovado') as aprovados
        from item_qualidade r join insights s on s.execucao_id = r.execucao_id and s.validado_humano
        where ${all([
          ofScope(alvo.scope, sql`r.empresa_id`),
          sql`r.revisado_por is not null`,
          // Excludes the weeks between the two periods.
          within(sql`r.dia_chamada`, { de: alvo.anterior.de, ate: alvo.periodo.ate }),
          sql`not (r.dia_chamada > ${alvo.anterior.ate}::date and r.dia_chamada < ${alvo.periodo.de}::date)`,
          foraDosOutros(sql`r.projeto_id`, alvo),
          alvo.agenteId === NENHUM ? sql`r.agente_id is null` : doAgente(alvo.agenteId),
        ])} group by 1, 2
      )
      select c.agora, t.id, t.nome, sum(c.decididos)::float8 as decididos, sum(c.aprovados)::float8 as aprovados
      from contados c join insight_template_versoes v on v.id = c.template_versao_id
        join insight_templates t on t.id = v.template_id
      group by 1, 2, 3`,
  );
  return rows;
}

export type ConcordanciaRow = {
  templateId: string;
  criterio: string;
  agora: { n: number; iguais: number };
  antes: { n: number; iguais: number };
};

/**
 * Criteria that people and the AI answered, and how often their answers agree, over all agents in the period and in the
 * previous one; least agreement first.
 */
export async function readConcordancia(db: Database, alvo: Alvo, max: number): Promise<ConcordanciaRow[]> {
  const sums = (period: Sql) => sql`json_build_object(
    'n', coalesce(sum(r.sim_sim + r.sim_nao + r.nao_sim + r.nao_nao) filter (where ${period}), 0)::int,
    'iguais', coalesce(sum(r.sim_sim + r.nao_nao) filter (where ${period}), 0)::int)`;
  const now = within(sql`r.dia`, alvo.periodo);
  const { rows } = await db.sql<ConcordanciaRow>(
    sql`select r.template_id as "templateId", r.criterio, ${sums(now)} as agora, ${sums(sql`not ${now}`)} as antes
      from concordancia_chamada_dia r
      where ${rowsOf({ ...alvo, agenteId: undefined })} and r.criterio <> '' group by 1, 2
      having sum(r.sim_sim + r.sim_nao + r.nao_sim + r.nao_nao) filter (where ${now}) > 0
      order by sum(r.sim_sim + r.nao_nao) filter (where ${now})::float8
        / sum(r.sim_sim + r.sim_nao + r.nao_sim + r.nao_nao) filter (where ${now}), 1, 2 limit ${int(max)}`,
  );
  return rows;
}

export type CustoRow = {
  dia: string;
  etapa: EtapaDeCusto;
  modelo: string;
  n: number;
  usd: number;
  /** Part of `usd` for calls, without interviews. */
  usd_ligacoes: number;
  minutos: number;
  tokens: number;
};

/** Condition: a project's items are calls. */
const deLigacoes = (coluna: Sql) =>
  sql`${coluna} in (select p.id from projetos p where p.tipo_projeto <> 'pesquisa')`;

/** Condition on a cost report's projects: the requested project, or all, with the example, whose run is paid too. */
const custosDe = (coluna: Sql, projetoId: string | undefined) =>
  when(projetoId, (id) => sql`${coluna} = ${id}::uuid`);

/** The few costs of documents read by a model, a row per unit. They belong to no run, so no roll-up contains them. */
const LEITURAS = sql`leituras_ia l
  cross join lateral jsonb_to_recordset(l.custos) as k (unidade text, quantidade numeric, usd numeric)`;

export async function readCustos(db: Database, alvo: Alvo): Promise<CustoRow[]> {
  const inPeriods = (dia: Sql): Sql => sql`(${within(dia, alvo.periodo)} or ${within(dia, alvo.anterior)})`;
  const { rows } = await db.sql<CustoRow>(
    sql`select r.dia::text as dia, r.etapa, r.modelo, sum(r.n)::float8 as n, sum(r.usd)::float8 as usd,
        coalesce(sum(r.usd) filter (where ${deLigacoes(sql`r.projeto_id`)}), 0)::float8 as usd_ligacoes,
          sum(r.minutos) as minutos, sum(r.tokens) as tokens
      from (
        select r.dia, r.etapa::text as etapa, r.modelo, r.n::int as n, r.usd, r.projeto_id,
        r.minutos::float8 as minutos,
          (r.tokens_entrada + r.tokens_saida)::float8 as tokens
        from custo_dia r where ${all([
          ofScope(alvo.scope, sql`r.empresa_id`),
          inPeriods(sql`r.dia`),
          custosDe(sql`r.projeto_id`, alvo.projetoId),
        ])}
        union all
        select escuta_dia(l.created_at), 'leitura', l.modelo, 1, k.usd, l.projeto_id, 0, k.quantidade::float8
        from ${LEITURAS} where ${all([
          ofScope(alvo.scope, sql`l.empresa_id`),
          inPeriods(sql`escuta_dia(l.created_at)`),
          custosDe(sql`l.projeto_id`, alvo.projetoId),
        ])}
      ) r group by 1, 2, 3`,
  );
  return rows;
}

export type CreditoRow = {
  dia: string;
  tipo: string;
  n: number;
  entrada: number;
  saida: number;
  centavos: number;
};

export async function readCreditos(db: Database, alvo: Alvo): Promise<CreditoRow[]> {
  const { rows } = await db.sql<CreditoRow>(
    sql`select r.dia::text as dia, r.tipo, sum(r.n)::float8 as n, sum(r.entrada)::float8 as entrada,
      sum(r.saida)::float8 as saida,
        sum(r.valor_centavos)::float8 as centavos
      from credito_rollup_dia r where ${all([
        ofScope(alvo.scope, sql`r.empresa_id`),
        sql`(${within(sql`r.dia`, alvo.periodo)} or ${within(sql`r.dia`, alvo.anterior)})`,
      ])} group by 1, 2`,
  );
  return rows;
}

export type ConsumoRow = { dia: string; itens: number; creditos: number };

/** Charged calls and their credits, without refunds, by day of request. */
export async function readConsumo(db: Database, alvo: Alvo): Promise<ConsumoRow[]> {
  const { rows } = await db.sql<ConsumoRow>(
    sql`select r.dia::text as dia, sum(r.itens)::float8 as itens, sum(r.creditos)::float8 as creditos
      from projeto_consumo_dia r where ${all([
        ofScope(alvo.scope, sql`r.empresa_id`),
        sql`(${within(sql`r.dia`, alvo.periodo)} or ${within(sql`r.dia`, alvo.anterior)})`,
        custosDe(sql`r.projeto_id`, alvo.projetoId),
        deLigacoes(sql`r.projeto_id`),
      ])} group by 1`,
  );
  return rows;
}

/** Mean price of all credits bought until each period's end, BRL cents; null if none were bought. */
export async function readPreco(
  db: Database,
  alvo: Alvo,
): Promise<{ agora: number | null; antes: number | null }> {
  const until = ({ ate }: Periodo) =>
    sql`(sum(r.valor_centavos) filter (where r.dia <= ${ate}::date))::float8
      / nullif(sum(r.entrada) filter (where r.dia <= ${ate}::date), 0)::float8`;
  const { rows } = await db.sql<{ agora: number | null; antes: number | null }>(
    sql`select ${until(alvo.periodo)} as agora, ${until(alvo.anterior)} as antes from credito_rollup_dia r
      where ${all([ofScope(alvo.scope, sql`r.empresa_id`), sql`r.tipo = 'compra'`])}`,
  );
  return rows[0] ?? { agora: null, antes: null };
}

export type PalavraRow = { palavra: string; agora: number; antes: number };

/** A word in fewer sides of conversations than this number, over both periods, is too rare to compare. */
const LADOS_MIN = 5;

/**
 * Counts of each word in two ranges of whole months, by day of conversation, and the total of words. Excludes words too
 * rare to distinguish from chance.
 */
export async function readPalavras(
  db: Database,
  alvo: Pick<Alvo, 'scope' | 'projetoId'>,
  { agora, antes }: { agora: Periodo; antes: Periodo },
): Promise<{ palavras: PalavraRow[]; agora: number; antes: number }> {
  const now = sql`r.mes between ${agora.de}::date and ${agora.ate}::date`;
  const { rows } = await db.sql<{ palavras: PalavraRow[]; agora: number; antes: number }>(
    sql`with palavras as materialized (
        select r.forma as palavra, coalesce(sum(r.n) filter (where ${now}), 0)::float8 as agora,
          coalesce(sum(r.n) filter (where not ${now}), 0)::float8 as antes, sum(r.docs) as lados
        from lexico_mes r
        where ${all([
          ofScope(alvo.scope, sql`r.empresa_id`),
          dosProjetos(sql`r.projeto_id`, alvo),
          sql`r.forma <> '' and r.mes between ${antes.de}::date and ${agora.ate}::date`,
        ])} group by 1
      )
      select coalesce(sum(agora), 0)::float8 as agora, coalesce(sum(antes), 0)::float8 as antes,
        coalesce(json_agg(json_build_object('palavra', palavra, 'agora', agora, 'antes', antes))
          filter (where lados >= ${LADOS_MIN} and length(palavra) > 2), '[]') as palavras
      from palavras`,
  );
  return rows[0] ?? { palavras: [], agora: 0, antes: 0 };
}

export type LinhasFilter = Pedidos<typeof FILTROS_CUSTO> & PageAsked;

/** Conditions on a table with cost lines of runs. `days`: conditions on the day. */
const ofRuns = (table: Sql, days: ReturnType<typeof byDays>): ListConditions<typeof FILTROS_CUSTO> => ({
  projeto_id: (id) => sql`${table}.projeto_id = ${id}::uuid`,
  modelo: (modelo) => sql`${table}.modelo = ${modelo}`,
  etapa: (etapa) => (etapa === 'leitura' ? sql`false` : sql`${table}.etapa = ${etapa}::etapa`),
  ...days,
});
const OF_LINES = ofRuns(sql`c`, byDays(sql`c.created_at`));
const OF_SUMS = ofRuns(sql`r`, {
  de: (day) => sql`r.dia >= ${day}::date`,
  ate: (day) => sql`r.dia <= ${day}::date`,
});
/** Conditions on costs of reading documents, whose only stage is 'leitura'. */
const OF_READINGS: ListConditions<typeof FILTROS_CUSTO> = {
  ...ofRuns(sql`l`, byDays(sql`l.created_at`)),
  etapa: (etapa) => (etapa === 'leitura' ? sql`true` : sql`false`),
};

export type LinhaRow = {
  id: string;
  quando: Date;
  /** Null for a line that belongs to no call. */
  item_id: string | null;
  projeto: { id: string; nome: string };
  etapa: EtapaDeCusto;
  modelo: string;
  unidade: 'minuto_audio' | 'token_entrada' | 'token_saida';
  quantidade: number;
  usd: number;
};

/** A page of cost lines of runs and of readings of documents, newest first, and the number of all these lines. */
export async function listLinhas(db: Database, scope: Scope, filter: LinhasFilter): Promise<Page<LinhaRow>> {
  const { page, limit } = filter;
  const where = (table: Sql, conditions: ListConditions<typeof FILTROS_CUSTO>) =>
    all([ofScope(scope, sql`${table}.empresa_id`), ...askedConditions(conditions, filter)]);
  const readings = where(sql`l`, OF_READINGS);
  // The newest lines of each kind, enough for the page.
  const upTo = sql`limit ${page * limit}`;
  const [totals, page_] = await Promise.all([
    db.sql<{ total: number }>(
      sql`select (select coalesce(sum(r.n), 0) from custo_dia r
        where ${where(sql`r`, OF_SUMS)})::float8 + (select count(*) from ${LEITURAS}
        where ${readings})::float8 as total`,
    ),
    db.sql<LinhaRow>(
      sql`select c.id, c.created_at as quando, c.item_id, json_build_object('id', p.id, 'nome', p.nome) as projeto,
        c.etapa, c.modelo,
          c.unidade, c.quantidade::float8 as quantidade, c.usd::float8 as usd
        from (
          (select c.id, c.created_at, c.item_id, c.projeto_id, c.etapa::text as etapa, c.modelo, c.unidade::text
            as unidade, c.quantidade,
              c.total_usd as usd
            from linhas_custo c where ${where(sql`c`, OF_LINES)}
            order by c.created_at desc, c.id desc ${upTo})
          union all
          (select overlay(overlay(md5(l.id::text || k.unidade) placing '5' from 13) placing '8'
            from 17)::uuid, l.created_at, null::uuid, l.projeto_id, 'leitura'::text, l.modelo, k.unidade, k.quantidade,
            k.usd
            from ${LEITURAS} where ${readings} order by 2 desc, 1 desc ${upTo})
          order by created_at desc, id desc ${windowOf({ page, limit })}) c
        join projetos p on p.id = c.projeto_id order by c.created_at desc, c.id desc`,
    ),
  ]);
  return { rows: page_.rows, total: totals.rows[0]?.total ?? 0, exato: true };
}
