import type { Db } from '@escuta/prisma/db';
import type { Selecao } from '../../domain/filters/filtro.ts';
import {
  CONTAGEM_VAZIA,
  type ContagemLote,
  type ItemDoLote,
  LOTE_ITENS_MAX,
  type ModoLote,
  type RazaoLote,
  type RegrasLote,
  type Tetos,
} from '../../domain/runs/bulk-estimate.ts';
import { LIGACOES_POR_CREDITO } from '../../domain/runs/credits.ts';
import type { TipoItem } from '../../domain/runs/status.ts';
import type { Scope } from '../../domain/scope.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { selectionSql } from '../../platform/database/conditions/filter.ts';
import { RUN_IS_OF_PRESENT } from '../../platform/database/conditions/present-recording.ts';
import { all, inScope, literal, type Sql, sql, when } from '../../platform/database/sql.ts';
import { refundCredit } from '../credits/ledger.ts';
import { usableTemplates } from '../insights/insight-candidates.ts';
import { itemsForgetRuns } from '../items/runs.ts';
import { getProcessingConfig } from './processing-config.ts';

export type AlvoDoLote = {
  empresaId: string;
  projetoId: string;
  selecao: Selecao;
  modo: ModoLote;
  /** Excludes calls after this time, PostgreSQL's text. */
  ate: string;
  /** Excludes calls already requested by this task. */
  tarefaId?: string;
};

export type RegrasDoProjeto = {
  empresaId: string;
  ativo: boolean;
  percentual: number;
  tetos: Tetos;
  templates: readonly { id: string; versao: number }[];
  modelos: { transcricao: string };
};

/** The project's settings for bulk runs; null outside the scope. */
export async function readBulkRules(
  db: Db,
  scope: Scope,
  projetoId: string,
): Promise<RegrasDoProjeto | null> {
  const { rows } = await db.sql<{ empresaId: string; creditos: number | null; itens: number | null }>(
    sql`select p.empresa_id as "empresaId", p.teto_creditos_mes as creditos, p.teto_itens_mes as itens
      from projetos p where p.id = ${projetoId} and ${inScope(scope, sql`p.empresa_id`)}`,
    'lote_projeto',
  );
  const [row] = rows;
  if (!row) return null;
  const config = await getProcessingConfig(db, row.empresaId, projetoId);
  const own: Scope = { kind: 'empresa', empresaId: row.empresaId };
  return {
    empresaId: row.empresaId,
    ativo: config.isActive && config.transcriptionConfig.enabled,
    percentual: config.transcriptionConfig.sampling_percentage,
    tetos: { creditos: row.creditos, itens: row.itens },
    templates: config.businessProcessingConfig.enabled ? await usableTemplates(db, own, projetoId) : [],
    modelos: { transcricao: config.transcriptionConfig.modelo },
  };
}

/** Failures due to the recording, which a new run would repeat. */
const SEM_FALA = ['audio_invalido', 'audio_inaudivel', 'gravacao_nao_reconhecida'] as const;

function chosenCondition({ empresaId, projetoId, selecao, ate }: AlvoDoLote): Sql {
  return all([
    // Lets PostgreSQL use the company's index, which has the scan's order.
    sql`i.empresa_id = ${empresaId}`,
    sql`i.projeto_id = ${projetoId}`,
    sql`i.created_at <= ${ate}::timestamptz`,
    selectionSql(selecao),
  ]);
}

const byHand = ({ selecao }: AlvoDoLote): boolean => 'ids' in selecao;

/**
 * Each chosen call `i` with `classe` (reason for leaving it out, or 'alvo') and missing templates; tests cheap reasons
 * first.
 */
function classifyChosen(alvo: AlvoDoLote, { templates }: RegrasDoProjeto): Sql {
  const ids = templates.map(({ id }) => id);
  const versoes = templates.map(({ versao }) => versao);
  const missing = sql`array(select t.id from unnest(${ids}::uuid[], ${versoes}::int[]) as t (id, versao)
    where not exists (select from insights s join insight_template_versoes w on w.id = s.template_versao_id
      where s.item_id = i.id and s.vigente and s.status_processamento = 'concluido' and w.template_id = t.id
        and w.versao = t.versao))`;
  const transcribed = sql`exists (select from auditoria_resultados r
    join execucao_etapas a on a.execucao_id = r.execucao_id and a.etapa = 'audio'
    where r.item_id = i.id and a.saida ->> 'arquivoPath' = i.arquivo_path
      and exists (select from transcricoes t where t.resultado_id = r.id))`;
  const silent = byHand(alvo)
    ? sql`false`
    : sql`i.status <> 'concluido' and (select x.codigo_motivo from execucoes x where x.item_id = i.id
        and ${literal(RUN_IS_OF_PRESENT)} order by x.created_at desc, x.id desc limit 1)
        = any(${SEM_FALA}::text[])`;
  const byMode: Record<ModoLote, Sql> = {
    novas: sql`when i.status = 'concluido' then 'ja_processada' when ${silent} then 'sem_audio'`,
    refazer: sql`when ${silent} then 'sem_audio'`,
    insights: sql`when ${ids.length === 0}::boolean then 'sem_templates' when not ${transcribed} then 'sem_transcricao'
      when cardinality(f.faltam) = 0 then 'com_insights'`,
  };
  return sql`select i.id, i.created_at, i.tipo_item, i.gravacao_ms, i.call_duration, f.faltam,
    i.status = 'concluido' as processada,
      case when i.dados_apagados_em is not null then 'apagados'
        when i.arquivo_path is null then 'sem_gravacao'
        when i.status = 'processando' then 'em_andamento'
        when i.gravacao_ms is null and i.tipo_item in ('entrevista', 'pesquisa') then 'em_medicao'
        ${byMode[alvo.modo]}
        else 'alvo' end as classe
    from auditoria_itens i
      left join lateral (select ${alvo.modo === 'insights' ? missing : sql`'{}'::uuid[]`} as faltam) f on true`;
}

/** Minutes of recording `c`, like `minutesOf`. */
const MINUTOS = sql`coalesce(nullif(greatest(c.gravacao_ms, 0), 0) / 60000.0,
  nullif(greatest(c.call_duration, 0), 0) / 60.0)::float8`;
const creditos = (entrevistaMinutos: number): Sql =>
  sql`case when c.tipo_item in ('entrevista', 'pesquisa')
    then greatest(1, ceil(c.gravacao_ms / (60000.0 * ${entrevistaMinutos}::int)))::int else 1 end`;

const ENTREVISTA = sql`c.tipo_item in ('entrevista', 'pesquisa')`;
/** Credits of row `c`. If only insights are made, the first of every ten calls pays; `nesima`: the call's number. */
const creditosNoLote = (modo: ModoLote, entrevistaMinutos: number): Sql =>
  modo === 'insights'
    ? sql`case when ${ENTREVISTA} then ${creditos(entrevistaMinutos)}
        else ((c.nesima - 1) % ${LIGACOES_POR_CREDITO}::int = 0)::int end`
    : creditos(entrevistaMinutos);
const somaDeCreditos = (modo: ModoLote, entrevistaMinutos: number): Sql =>
  modo === 'insights'
    ? sql`(coalesce(sum(${creditos(entrevistaMinutos)}) filter (where c.classe = 'alvo' and ${ENTREVISTA}), 0)
        + ceil(count(*) filter (where c.classe = 'alvo'
          and not ${ENTREVISTA}) / ${LIGACOES_POR_CREDITO}::numeric))::float8`
    : sql`coalesce(sum(${creditos(entrevistaMinutos)}) filter (where c.classe = 'alvo'), 0)::float8`;

export type ContagemDoAlvo = {
  porClasse: Partial<Record<RazaoLote | 'alvo', number>>;
  alvo: Pick<ContagemLote, 'creditos' | 'minutos' | 'semDuracao' | 'substitui' | 'templates'>;
};

/** Counts chosen calls before sampling and limits, in one statement. */
export async function countChosen(
  db: Db,
  alvo: AlvoDoLote,
  regras: RegrasDoProjeto,
  entrevistaMinutos: number,
): Promise<ContagemDoAlvo> {
  const asks = alvo.modo === 'insights';
  const { rows } = await db.sql<Soma & { classe: RazaoLote | 'alvo'; n: number }>(
    sql`with c as ${asks ? sql`materialized` : sql`not materialized`} (${classifyChosen(alvo, regras)}
      where ${chosenCondition(alvo)})
      select c.classe, count(*)::int as n, ${somaDeCreditos(alvo.modo, entrevistaMinutos)} as creditos,
        coalesce(sum(${MINUTOS}) filter (where c.classe = 'alvo'), 0) as minutos,
        count(*) filter (where ${MINUTOS} is null)::int as "semDuracao", count(*) filter (where c.processada)::int
          as substitui,
        ${
          asks
            ? sql`case when c.classe = 'alvo' then (select json_object_agg(f.id, f.n) from (
          select t.id, count(*) as n from c a, unnest(a.faltam) as t (id) where a.classe = 'alvo' group by 1) f) end`
            : sql`null::json`
        } as templates
      from c group by c.classe`,
  );
  const { creditos: all = 0, ...of } = rows.find(({ classe }) => classe === 'alvo') ?? NADA;
  return {
    porClasse: Object.fromEntries(rows.map(({ classe, n }) => [classe, n])),
    alvo: { ...pick(of), creditos: all },
  };
}

type Soma = {
  creditos: number;
  minutos: number;
  semDuracao: number;
  substitui: number;
  templates: Record<string, number> | null;
};
const NADA: Soma = { creditos: 0, minutos: 0, semDuracao: 0, substitui: 0, templates: null };
const pick = ({ minutos, semDuracao, substitui, templates }: Omit<Soma, 'creditos'>) => ({
  minutos,
  semDuracao,
  substitui,
  templates: templates ?? {},
});

/** Sums credits and minutes of the oldest `maximo` eligible calls; counts those within balance and limits. */
export async function countOldest(
  db: Db,
  alvo: AlvoDoLote,
  regras: RegrasDoProjeto,
  { maximo, entrevistaMinutos, folga }: Omit<RegrasLote, 'amostra'>,
): Promise<ContagemLote> {
  const credits = Math.min(folga.creditos, folga.tetoCreditos ?? folga.creditos);
  const preco = creditosNoLote(alvo.modo, entrevistaMinutos);
  const fits = sql`o.creditos_ate <= ${credits}::bigint and o.lugar <= ${folga.itens}::bigint is not false`;
  const { rows } = await db.sql<Soma & { n: number; itens: number; cabem: number; creditosQueCabem: number }>(
    sql`with c as materialized (select c.* from (${classifyChosen(alvo, regras)} where ${chosenCondition(alvo)}) c
      where c.classe = 'alvo'
          order by c.created_at, c.id limit ${maximo + 1}),
        n as (select c.*, row_number() over w as lugar, count(*) filter (where not ${ENTREVISTA}) over w as nesima
          from c window w as (order by c.created_at, c.id rows unbounded preceding)),
        v as (select c.*, ${preco} as creditos, sum(${preco}) over (order by c.lugar) as creditos_ate from n c),
        o as (select c.*, ${MINUTOS} as minutos from v c where c.lugar <= ${maximo})
      select (select count(*)::int from c) as n, count(*)::int as itens, coalesce(sum(o.creditos), 0)::float8
        as creditos,
        coalesce(sum(o.minutos), 0) as minutos, count(*) filter (where o.minutos is null)::int as "semDuracao",
        count(*) filter (where o.processada)::int as substitui, count(*) filter (where ${fits})::int as cabem,
        coalesce(max(o.creditos_ate) filter (where ${fits}), 0)::float8 as "creditosQueCabem",
        (select json_object_agg(f.id, f.n) from (select t.id, count(*) as n from o a, unnest(a.faltam) as t (id)
          group by 1) f) as templates
      from o`,
  );
  const {
    n,
    itens,
    creditos: all,
    cabem,
    creditosQueCabem,
    ...of
  } = rows[0] as NonNullable<(typeof rows)[number]>;
  return {
    ...CONTAGEM_VAZIA,
    ...pick(of),
    itens,
    creditos: all,
    cabem,
    creditosQueCabem,
    alem: n > itens,
  };
}

export type ItemDoAlvo = ItemDoLote & { createdAt: string };
export type Marca = { createdAt: string; id: string };

/** Next eligible calls after a position, oldest first. */
export async function nextItems(
  db: Db,
  alvo: AlvoDoLote,
  regras: RegrasDoProjeto,
  apos: Marca | null,
  limit: number,
): Promise<ItemDoAlvo[]> {
  const where = all([
    chosenCondition(alvo),
    when(apos, (mark) => sql`(i.created_at, i.id) > (${mark.createdAt}::timestamptz, ${mark.id}::uuid)`),
    // After a restart, requested calls must not repeat, unless withdrawn.
    when(
      alvo.tarefaId,
      (id) => sql`not exists (select from execucoes x where x.item_id = i.id and x.tarefa_id = ${id}
        and x.codigo_motivo is distinct from 'retirada')`,
    ),
  ]);
  type Row = Marca & {
    tipo: TipoItem;
    gravacaoMs: number | null;
    duracaoS: number | null;
    processada: boolean;
    faltam: string[];
  };
  const { rows } = await db.sql<Row>(
    sql`select c.id, c.created_at::text as "createdAt", c.tipo_item::text as tipo, c.gravacao_ms as "gravacaoMs",
        c.call_duration as "duracaoS", c.processada, c.faltam
      from (${classifyChosen(alvo, regras)} where ${where}) c where c.classe = 'alvo'
      order by c.created_at, c.id limit ${limit}`,
  );
  return rows;
}

/** Counts the project's calls among ids. */
export async function countOwn(db: Db, projetoId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from auditoria_itens where projeto_id = $1 and id = any($2::uuid[])',
    [projetoId, ids],
  );
  return rows[0]?.n ?? 0;
}

export type AndamentoDoLote = {
  abertas: number;
  falharam: number;
  semResultado: number;
  /** Runs finished within the last RITMO_MIN minutes; `recentesMin`: minutes since the first of these runs. */
  recentes: number;
  recentesMin: number | null;
};

const RITMO_MIN = 5;

/** SQL columns of `AndamentoDoLote` for task `tarefa`: reads the few open rows by index, and the newest ended ones. */
export const andamentoSql = (tarefa: Sql): Sql => sql`select
    (select count(*)::int from execucoes x where x.tarefa_id = ${tarefa} and x.status in ('na_fila', 'executando'))
      as abertas,
    (select count(*)::int from execucoes x where x.tarefa_id = ${tarefa} and x.status = 'erro') as falharam,
    (select count(*)::int from execucoes x where x.tarefa_id = ${tarefa} and x.status = 'ignorada'
      and x.codigo_motivo is distinct from 'retirada') as "semResultado",
    r.n as recentes, r.minutos as "recentesMin"
  from (select count(*)::int as n, (extract(epoch from now() - min(x.terminada_em)) / 60)::float8 as minutos
    from execucoes x where x.tarefa_id = ${tarefa} and x.status in ('concluida', 'erro', 'ignorada')
      and x.codigo_motivo is distinct from 'retirada'
        and x.terminada_em > now() - make_interval(mins => ${RITMO_MIN})) r`;

export async function readProgress(db: Db, tarefaId: string): Promise<AndamentoDoLote> {
  const { rows } = await db.sql<AndamentoDoLote>(andamentoSql(sql`${tarefaId}::uuid`), 'lote_andamento');
  return rows[0] as AndamentoDoLote;
}

/** Runs finished per minute; null: too few have finished. */
export function rateOf({ recentes, recentesMin }: AndamentoDoLote): number | null {
  if (recentes < 3 || recentesMin === null || recentesMin <= 0) return null;
  return recentes / recentesMin;
}

/**
 * Withdraws a task's unclaimed runs: refunds credits, and returns calls to their former state.
 * @returns number of runs
 */
export async function withdrawRuns(db: Db, tarefaId: string): Promise<number> {
  const open = await db
    .within(INSTALACAO)
    .execucao.findMany({ where: { tarefaId, status: 'na_fila' }, select: { id: true, itemId: true } });
  if (open.length === 0) return 0;
  // Locks items first, like run requests; then stages, skipping those being claimed.
  await db.query('select from auditoria_itens where id = any($1::uuid[]) order by id for update', [
    open.map(({ itemId }) => itemId),
  ]);
  const { rows: free } = await db.query<{ id: string }>(
    `select x.id from execucoes x join execucao_etapas e on e.execucao_id = x.id and e.etapa = x.etapa_atual
     where x.id = any($1::uuid[]) and x.status = 'na_fila' and e.status = 'pendente' for update of e skip locked`,
    [open.map(({ id }) => id)],
  );
  const ids = free.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.query(
    `update execucao_etapas set status = 'ignorada', versao = versao + 1 where execucao_id = any($1::uuid[])
      and status = 'pendente'`,
    [ids],
  );
  // Discards results copied from earlier runs.
  await db.query('delete from auditoria_resultados where execucao_id = any($1::uuid[])', [ids]);
  const { rows: ended } = await db.query<{ id: string; empresa_id: string }>(
    `with retiradas as (
       update execucoes set status = 'ignorada', motivo = $2, codigo_motivo = 'retirada', terminada_em = now()
       where id = any($1::uuid[]) returning id, empresa_id, item_id
     ), itens as (
       ${itemsForgetRuns('retiradas')}
     ), eventos as (
       insert into eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes)
       select empresa_id, item_id, id, 'Processamento retirado', $2 from retiradas
     )
     select id, empresa_id from retiradas order by id`,
    [ids, 'O processamento em lote foi cancelado antes desta gravação.'],
  );
  for (const { id, empresa_id: empresaId } of ended) {
    await refundCredit(db, { empresaId, execucaoId: id, descricao: 'Lote cancelado antes de começar' });
  }
  await db.query(
    `update tarefas set resultado = resultado || jsonb_build_object(
       'pedidas', (resultado ->> 'pedidas')::int - $2::int,
       'retiradas', (resultado ->> 'retiradas')::int + $2::int,
       'creditos', (resultado ->> 'creditos')::int - (select coalesce(sum(quantidade), 0)::int from credito_lancamentos
         where execucao_id = any($3::uuid[]) and tipo = 'estorno'))
     where id = $1`,
    [tarefaId, ended.length, ids],
  );
  return ended.length;
}

/** Withdraws a task's unclaimed runs, if its cancellation requested so. */
export async function withdrawIfAsked(db: Db, tarefaId: string): Promise<number> {
  const asked = await db.within(INSTALACAO).tarefa.count({ where: { id: tarefaId, retirar: true } });
  return asked === 0 ? 0 : withdrawRuns(db, tarefaId);
}

/** Present time; a new bulk run excludes later calls. */
export async function momentNow(db: Db): Promise<string> {
  const { rows } = await db.query<{ ate: string }>('select clock_timestamp()::text as ate');
  return rows[0]?.ate as string;
}

export const loteMax = (maximo: number | undefined): number =>
  Math.min(maximo ?? LOTE_ITENS_MAX, LOTE_ITENS_MAX);
