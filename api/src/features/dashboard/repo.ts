// SQL: the home page's figures are sums over roll-ups, read in a fixed number of prepared statements.

import type { Database } from '@escuta/prisma/db';
import {
  ALERTAS_LIMITE,
  AUDITORIAS_LIMITE,
  DIAS_DE_ALERTA,
  DIAS_DE_CONFERENCIA,
  DIAS_DE_PALAVRAS,
  PROJETOS_LIMITE,
} from '@escuta/shared/contracts/insights/dashboard';
import type { Contagens } from '@escuta/shared/domain/exports/figures';
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import type { StatusProcessamento, TipoProjeto } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { isExample, semExemplos } from '@escuta/shared/platform/database/conditions/examples';
import { ORDEM_NA_FILA } from '@escuta/shared/platform/database/conditions/insight-attention';
import { all, dayEnd, dayStart, int, literal, sql } from '@escuta/shared/platform/database/sql';
import { SOMAS } from '@escuta/shared/services/calls/date-basis';
import { fromDrawnCalls, SCORE_SUMS } from '@escuta/shared/services/calls/drawn-calls';
import { RECEBEU_CREDITOS } from '@escuta/shared/services/credits/ledger';
import { asksAndWaits, countOfWaiting } from '@escuta/shared/services/insights/waiting';
import { RecentKeys } from '../../reads/recent-keys.ts';
import { DESDE, DESDE_ANTES, MESES } from './months.ts';

/** The scope of a home page: a single company, also for an administrator. */
export type OwnScope = Extract<Scope, { kind: 'empresa' }>;

/**
 * Number of newest insights read from each half of the queue (ORDEM_NA_FILA) to find the latest calls. If these are too
 * few, CANDIDATOS_MAX are read.
 */
const CANDIDATOS = 60;
const CANDIDATOS_MAX = ALERTAS_LIMITE + 1;
/**
 * Keys of home pages with more waiting insights than are counted, because counting is expensive and pages are read
 * often.
 */
const knownMany = new RecentKeys({ ttlMs: 30_000, max: 2000 });
const DE_VERDADE = semExemplos('projeto_id', '$1');

export type ResumoRow = {
  saldo: number;
  recebeu: boolean;
  projetos: number;
  ativos: number;
  auditorias: number;
  situacoes: { status: StatusProcessamento; n: number }[];
  tickets_criticos: number;
  erros: number;
  /** First of the DIAS_DE_ALERTA days in which `erros` are counted: yyyy-MM-dd. */
  erros_desde: string;
  erros_projetos: { id: string; nome: string; tipo_projeto: TipoProjeto; n: number }[];
};

/** Balance, projects, items by status, critical tickets and recent errors. */
export async function readResumo(db: Database, scope: OwnScope, data: DataDe): Promise<ResumoRow | null> {
  const { rows } = await db.query<ResumoRow>({
    name: `dashboard_resumo_${data}`,
    text: `with erros as materialized (
        select projeto_id, sum(n::int)::float8 as n from ${SOMAS[data].volume}
        where empresa_id = $1 and dia > escuta_dia(now()) - ${DIAS_DE_ALERTA} and status = 'erro'
          and ${DE_VERDADE} group by 1
      )
      select e.saldo_creditos as saldo, ${RECEBEU_CREDITOS} as recebeu, soma.projetos, soma.ativos, soma.auditorias,
        coalesce((select json_agg(s) from (
          select t.status, sum(t.n)::float8 as n from projetos p join projeto_totais t on t.projeto_id = p.id
          where p.empresa_id = $1 and not ${isExample('p')} group by 1) s), '[]') as situacoes,
        (select count(*)::float8 from (select from tickets t where t.empresa_id = $1
          and t.status in ('aberto', 'em_andamento') and t.severidade = 'critica' limit ${ALERTAS_LIMITE}) c)
            as tickets_criticos,
        coalesce((select sum(n) from erros), 0) as erros, (escuta_dia(now()) - ${DIAS_DE_ALERTA} + 1)::text
          as erros_desde,
        coalesce((select json_agg(x) from (
          select p.id, p.nome, p.tipo_projeto, r.n from erros r join projetos p on p.id = r.projeto_id
          order by r.n desc, p.nome, p.id limit 5) x), '[]') as erros_projetos
      from empresas e, lateral (
        select count(*)::float8 as projetos, (count(*) filter (where is_active))::float8 as ativos,
          coalesce(sum(c.auditorias), 0)::float8 as auditorias
        from projetos p left join projeto_contadores c on c.projeto_id = p.id
        where p.empresa_id = e.id and not ${isExample('p')}) soma
      where e.id = $1`,
    values: [scope.empresaId],
  });
  return rows[0] ?? null;
}

/**
 * Distinct recordings processed and insights decided in DIAS_DE_CONFERENCIA days, from daily sums
 * (docs/decisions/0004-rollups.md). The first day counts only in part: counts the rows of its shorter part, and adds
 * this number or subtracts it from the day's sum. Subtracts decisions not in force.
 */
export async function readConferencia(db: Database, scope: OwnScope): Promise<Contagens> {
  const desde = sql`now() - make_interval(days => ${int(DIAS_DE_CONFERENCIA)})`;
  const insights = all([
    sql`g.empresa_id = ${scope.empresaId}::uuid and g.vigente`,
    semExemplos(sql`g.projeto_id`, scope),
  ]);
  const { rows } = await db.sql<Contagens>(
    sql`with gravacoes as (
        select distinct on (x.item_id) x.codigo_motivo is distinct from 'audio_inaudivel' as audivel
        from execucoes x join execucao_etapas e on e.execucao_id = x.id and e.etapa = 'audio'
        where x.empresa_id = ${scope.empresaId}::uuid and ${semExemplos(sql`x.projeto_id`, scope)}
          and x.status in ('concluida', 'ignorada', 'erro')
          and x.created_at > ${desde}
          and (e.status = 'concluida' or x.codigo_motivo = 'audio_inaudivel')
        order by x.item_id, x.created_at desc, x.id desc
      ), primeiro as (
        select dia, inicio, fim, desde, fim - desde < desde - inicio as resto
        from (select escuta_dia(${desde}) as dia, ${dayStart(sql`escuta_dia(${desde})`)}
          as inicio, ${dayEnd(sql`escuta_dia(${desde})`)} as fim, ${desde} as desde) d
      ), contados as (
        select case when p.resto then 1 else -1 end * count(*) as insights,
          case when p.resto then 1 else -1 end * count(*) filter (where g.validado_humano) as decididos,
          case when p.resto then 1 else -1 end * count(*) filter (where g.veredito = 'aprovado') as aprovados
        from primeiro p, lateral (select g.validado_humano, g.veredito from insights g
          where ${insights} and g.status_processamento = 'concluido' and g.created_at >= case when p.resto then p.desde
            else p.inicio end
            and g.created_at < case when p.resto then p.fim else p.desde end) g group by p.resto
        union all
        select coalesce(sum(r.concluido), 0), coalesce(sum(r.validados), 0), coalesce(sum(r.aprovados), 0)
          from primeiro p join insight_dia r on r.dia >= p.dia
        where r.empresa_id = ${scope.empresaId}::uuid and ${semExemplos(sql`r.projeto_id`, scope)}
          and not (p.resto and r.dia = p.dia)
        union all
        select 0, -count(*), -count(*) filter (where g.veredito = 'aprovado') from primeiro p, insights g
        where ${insights} and g.validado_humano and g.status_processamento <> 'concluido'
          and g.created_at >= case when p.resto then p.fim else p.inicio end
      )
      select (select count(*) from gravacoes)::float8 as ouvidas, (select count(*) from gravacoes where audivel)::float8
        as audiveis,
        sum(insights)::float8 as insights, sum(decididos)::float8 as decididos, sum(aprovados)::float8 as aprovados
          from contados`,
    'dashboard_conferencia',
  );
  return rows[0] as Contagens;
}

export type MesRow = {
  mes: string;
  itens: number;
  pontuacao: number | null;
  /** The figures of the month MESES_DO_PAINEL months earlier. */
  anterior: { mes: string; n: number; itens: number; pontuacao: number | null };
} & Record<StatusProcessamento, number>;

/** Items by status, mean score and number of scores, by month; for earlier months (`anterior`), without the status. */
export async function readMeses(db: Database, scope: OwnScope, data: DataDe): Promise<MesRow[]> {
  // Monthly sums exist only by the time of entry.
  const byMonth =
    data === 'entrada'
      ? `select mes, status, n from projeto_rollup_mes where empresa_id = (select $1::uuid) and ${DE_VERDADE}
        and mes >= ${DESDE_ANTES}`
      : `select date_trunc('month', dia::timestamp)::date as mes, status, n from (
          select dia, status, sum(n::int) as n from ${SOMAS[data].volume}
          where empresa_id = $1 and ${DE_VERDADE} and dia >= ${DESDE_ANTES} group by 1, 2) dias`;
  const { rows } = await db.query<MesRow>({
    name: `dashboard_meses_${data}`,
    text: `with ${MESES}, volume as (
        select mes, sum(n) as n,
          sum(n) filter (where status = 'pendente') as pendente,
          sum(n) filter (where status = 'processando') as processando,
          sum(n) filter (where status = 'concluido') as concluido,
          sum(n) filter (where status = 'erro') as erro
        from (${byMonth}) meses
        group by 1
      ), qualidade as (
        select date_trunc('month', dia::timestamp)::date as mes, sum(n) as itens, sum(soma) / nullif(sum(n), 0)
          as pontuacao
        from (select dia, sum(n_pontuacao::int) as n, sum(soma_pontuacao) as soma from ${SOMAS[data].qualidade}
          where empresa_id = $1 and ${DE_VERDADE} and dia >= ${DESDE_ANTES} group by 1) dias
        group by 1
      )
      select to_char(m.mes, 'YYYY-MM') as mes, coalesce(v.pendente, 0)::float8 as pendente,
        coalesce(v.processando, 0)::float8 as processando, coalesce(v.concluido, 0)::float8 as concluido,
        coalesce(v.erro, 0)::float8 as erro, coalesce(q.itens, 0)::float8 as itens, q.pontuacao::float8 as pontuacao,
        json_build_object('mes', to_char(m.antes, 'YYYY-MM'), 'n', coalesce(va.n, 0), 'itens', coalesce(qa.itens, 0),
          'pontuacao', qa.pontuacao::float8) as anterior
      from meses m left join volume v using (mes) left join qualidade q using (mes)
        left join volume va on va.mes = m.antes left join qualidade qa on qa.mes = m.antes order by m.mes`,
    values: [scope.empresaId],
  });
  return rows;
}

/** Sums of the scores of drawn calls in the months of `readMeses`. */
export async function readSorteadas(
  db: Database,
  scope: OwnScope,
  data: DataDe,
): Promise<{ n: number; soma: number } | undefined> {
  const dia = data === 'ligacao' ? sql`r.dia_chamada` : sql`escuta_dia(r.entrada)`;
  const recentes = sql`${dia} >= (with ${literal(MESES)} select min(mes) from meses)`;
  const { rows } = await db.sql<{ n: number; soma: number; quadrados: number }>(
    sql`select ${SCORE_SUMS}
      from ${fromDrawnCalls(scope, [recentes, semExemplos(sql`r.projeto_id`, scope)])}`,
    `dashboard_sorteadas_${data}`,
  );
  return rows[0] && { n: rows[0].n, soma: rows[0].soma };
}

export type AchadosRow = {
  palavras: { termo: string; ocorrencias: number; ligacoes: number }[];
  sentimentos: { id: string; nome: string; positivos: number; neutros: number; negativos: number }[];
};

/** The most frequent words, and the sentiments of the projects with most analysed calls. */
export async function readAchados(db: Database, scope: OwnScope, data: DataDe): Promise<AchadosRow> {
  const { rows } = await db.query<AchadosRow>({
    name: `dashboard_achados_${data}`,
    text: `with ${MESES}
      select coalesce((select json_agg(x) from (
          select termo, sum(n::int)::float8 as ocorrencias, sum(itens::int)::float8 as ligacoes
            from ${SOMAS[data].palavras}
          where empresa_id = $1 and ${DE_VERDADE} and dia > escuta_dia(now()) - $2::int
          group by 1 order by 2 desc, 3 desc, 1 limit 10) x), '[]') as palavras,
        coalesce((select json_agg(x) from (
          select p.id, p.nome, s.positivos, s.neutros, s.negativos from (
            select projeto_id, sum(positivos::int)::float8 as positivos, sum(neutros::int)::float8 as neutros,
              sum(negativos::int)::float8 as negativos
            from ${SOMAS[data].qualidade} where empresa_id = $1 and ${DE_VERDADE} and dia >= ${DESDE}
            group by 1 having sum((positivos + neutros + negativos)::int) > 0
            order by sum((positivos + neutros + negativos)::int) desc, projeto_id limit 6) s
          join projetos p on p.id = s.projeto_id
          order by s.positivos + s.neutros + s.negativos desc, p.id) x), '[]') as sentimentos`,
    values: [scope.empresaId, DIAS_DE_PALAVRAS],
  });
  return rows[0] ?? { palavras: [], sentimentos: [] };
}

export type ProjetoRow = {
  id: string;
  nome: string;
  tipo_projeto: TipoProjeto;
  exemplo: boolean;
  ultima: Date;
};

/** The active projects used last. */
export async function listUltimosProjetos(db: Database, scope: OwnScope): Promise<ProjetoRow[]> {
  const { rows } = await db.query<ProjetoRow>({
    name: 'dashboard_projetos',
    text: `select p.id, p.nome, p.tipo_projeto, ${isExample('p')} as exemplo,
      greatest(p.created_at, i.created_at, x.terminada_em) as ultima
      from projetos p
      left join lateral (select i.created_at from auditoria_itens i where i.projeto_id = p.id
        order by i.created_at desc, i.id desc limit 1) i on true
      left join lateral (select x.terminada_em from execucoes x where x.projeto_id = p.id and x.status = 'concluida'
        order by x.terminada_em desc limit 1) x on true
      where p.empresa_id = $1 and p.is_active
      order by ultima desc, p.id desc limit 8`,
    values: [scope.empresaId],
  });
  return rows;
}

export type AtividadeRow = {
  tipo: 'ligacao_concluida' | 'ligacao_erro' | 'ticket' | 'compra' | 'projeto';
  quando: Date;
  id: string;
  titulo: string;
  entrevista: boolean;
  detalhe: string | null;
  quantidade: number | null;
};

/** The latest events, each kind by its own index; at most 6 of calls, to leave room for tickets on busy days. */
export async function listAtividade(db: Database, scope: OwnScope): Promise<AtividadeRow[]> {
  const { rows } = await db.query<AtividadeRow>({
    name: 'dashboard_atividade',
    text: `select * from (
        (select case when x.status = 'concluida' then 'ligacao_concluida' else 'ligacao_erro' end as tipo,
          x.terminada_em as quando, i.id,
          coalesce(nullif(i.numero_destino, ''), nullif(i.nome_entrevistado, ''), i.arquivo_nome, '') as titulo,
          i.tipo_item in ('entrevista', 'pesquisa') as entrevista,
          case when x.status = 'concluida' then p.nome else coalesce(x.motivo, p.nome) end as detalhe,
          null::int as quantidade
        from (select * from execucoes where empresa_id = $1 and ${DE_VERDADE} and status in ('concluida', 'erro')
            order by terminada_em desc limit 6) x
          join auditoria_itens i on i.id = x.item_id join projetos p on p.id = i.projeto_id)
        union all
        (select 'ticket', created_at, id, titulo, false, null, null from tickets where empresa_id = $1
          order by created_at desc, id desc limit 10)
        union all
        (select 'compra', created_at, id, descricao, false, null, quantidade from credito_lancamentos
          where empresa_id = $1 and tipo = 'compra' order by created_at desc, id desc limit 10)
        union all
        (select 'projeto', created_at, id, nome, false, null, null from projetos where empresa_id = $1
          order by created_at desc, id desc limit 10)
      ) eventos order by quando desc, id desc limit 10`,
    values: [scope.empresaId],
  });
  return rows;
}

export type AtencaoRow = {
  /** Exact up to ALERTAS_LIMITE; a greater value means 'more'. */
  n: number;
  ligacoes: {
    itemId: string;
    rotulo: string | null;
    projeto: string;
    template: string;
    status: StatusProcessamento;
    confianca: number | null;
    alertas: number;
    semEvidencia: boolean;
  }[];
};

/**
 * The review queue's insights (NA_FILA), counted up to the limit plus one, and the latest calls with such an insight.
 * `usuarioId`: the caller, whose own interviews are left out; null leaves out none.
 */
export async function readAtencao(
  db: Database,
  scope: OwnScope,
  usuarioId: string | null,
): Promise<AtencaoRow> {
  const key = `${scope.empresaId} ${usuarioId}`;
  const isMany = knownMany.has(key);
  const read = async (candidatos: number) => {
    const statement = atencaoStatement(scope, usuarioId, { candidatos, isMany });
    return (await db.query<AtencaoRow & { inteiras: boolean }>(statement)).rows[0];
  };
  const first = await read(CANDIDATOS);
  // Reads more candidates if unread rows may contain newer calls.
  const { n = 0, ligacoes = [] } = (first?.inteiras ? first : await read(CANDIDATOS_MAX)) ?? {};
  if (n <= ALERTAS_LIMITE) knownMany.delete(key);
  else if (!isMany) knownMany.add(key);
  return { n, ligacoes };
}

/**
 * `isMany`: more insights wait than are counted. Column `inteiras`: true if no call cut off by `candidatos` is newer
 * than the calls found.
 */
function atencaoStatement(
  scope: OwnScope,
  usuarioId: string | null,
  { candidatos, isMany }: { candidatos: number; isMany: boolean },
) {
  const queue = { scope, usuario: usuarioId };
  const waiting = asksAndWaits(queue);
  const order = literal(ORDEM_NA_FILA);
  const half = (
    ordem: 0 | 1,
  ) => sql`(select g.id, g.item_id, g.created_at, ${int(ordem)} as metade from insights g
          where ${waiting} and ${order} = ${int(ordem)}
          order by g.created_at desc, g.id desc limit ${int(candidatos)})`;
  const n = isMany
    ? sql`case when c.ate is null then ${countOfWaiting(queue, ALERTAS_LIMITE)} else ${int(ALERTAS_LIMITE + 1)} end`
    : countOfWaiting(queue, ALERTAS_LIMITE);
  const name = [
    'dashboard_atencao',
    usuarioId === null ? 'chave' : '',
    isMany ? 'muitas' : '',
    candidatos === CANDIDATOS ? '' : 'todas',
  ];
  return sql`with achados as materialized (${half(0)} union all ${half(1)}), ultimas as materialized (
        select id, created_at from (
          select distinct on (item_id) id, created_at from achados order by item_id, created_at desc, id) ligacoes
        order by created_at desc, id desc limit 5
      )
      select ${n} as n, c.ate is null or (select count(*) = 5 and min(u.created_at) > c.ate from ultimas u) as inteiras,
        coalesce((select json_agg(x) from (
        select i.id as "itemId", coalesce(nullif(i.numero_destino, ''), nullif(i.nome_entrevistado, ''), i.arquivo_nome)
          as rotulo,
          p.nome as projeto, v.nome as template, s.status_processamento as status, s.score_confianca as confianca,
          s.n_alertas as alertas, s.sem_evidencia as "semEvidencia"
        from ultimas l
          join insights s on s.id = l.id join auditoria_itens i on i.id = s.item_id
          join projetos p on p.id = i.projeto_id join insight_template_versoes v on v.id = s.template_versao_id
        order by l.created_at desc, l.id desc) x), '[]') as ligacoes
      from (select max(ate) as ate from (
        select min(created_at) as ate from achados
          group by metade having count(*) = ${int(candidatos)}) cheias) c`.statement(
    name.filter(Boolean).join('_'),
  );
}

export type ItemFilter = {
  status?: StatusProcessamento | undefined;
  /** Only items with a score, in any state. */
  nota?: 'com' | undefined;
  /** The date to which `de` and `ate` apply. */
  data: DataDe;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de?: string | undefined;
  ate?: string | undefined;
};

export type ItensPorProjetoRow = {
  total: number;
  /** Number of projects with matching items. */
  com_itens: number;
  projetos: {
    id: string;
    nome: string;
    tipo_projeto: TipoProjeto;
    n: number;
    auditorias: { id: string; nome: string }[];
  }[];
};

/**
 * Items by project from the home page's roll-ups: daily sums for a period, else totals. Reads audits only for projects
 * without a call report.
 */
export async function readItensPorProjeto(
  db: Database,
  scope: OwnScope,
  { status, nota, data, de, ate }: ItemFilter,
): Promise<ItensPorProjetoRow> {
  const withDays = de !== undefined || ate !== undefined;
  const shape = withDays ? data : 'totais';
  const sums = nota
    ? `${SOMAS[data].qualidade} where empresa_id = $1 and ${DE_VERDADE} and $2::status_processamento is null`
    : `${withDays ? SOMAS[data].volume : 'projeto_totais'} where empresa_id = $1 and ${DE_VERDADE}
        and ($2::status_processamento is null or status = $2)`;
  const n = nota ? 'n_pontuacao' : 'n';
  const { rows } = await db.query<ItensPorProjetoRow>({
    name: `dashboard_itens_por_projeto_${nota ? `nota_${data}_` : ''}${shape}`,
    text: `with contagem as materialized (
        select projeto_id, sum(${n}::int)::float8 as n from ${sums}
          ${withDays ? `and dia >= coalesce($3::date, '-infinity') and dia <= coalesce($4::date, 'infinity')` : ''}
        group by 1 having sum(${n}::int) > 0
      )
      select coalesce(sum(n), 0)::float8 as total, count(*)::float8 as com_itens, coalesce((select json_agg(x) from (
        select p.id, p.nome, p.tipo_projeto, c.n, case when p.tipo_projeto = 'call_center' then '[]' else
          coalesce((select json_agg(y) from (
            select a.id, a.nome from auditorias a join auditoria_totais t on t.auditoria_id = a.id
            where a.projeto_id = p.id and case $2::status_processamento when 'pendente' then t.pendentes
              when 'processando' then t.processando when 'concluido' then t.concluidos when 'erro' then t.erros
              else t.pendentes + t.processando + t.concluidos + t.erros end > 0
            order by a.created_at desc, a.id desc limit ${AUDITORIAS_LIMITE}) y), '[]') end as auditorias
        from (select * from contagem order by n desc, projeto_id limit ${PROJETOS_LIMITE}) c
          join projetos p on p.id = c.projeto_id
        order by c.n desc, p.nome, p.id) x), '[]') as projetos
      from contagem`,
    values: [scope.empresaId, status ?? null, ...(withDays ? [de ?? null, ate ?? null] : [])],
  });
  return rows[0] ?? { total: 0, com_itens: 0, projetos: [] };
}
