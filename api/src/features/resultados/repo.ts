// SQL: a single prepared statement reads an analysis page; PostgreSQL builds its JSON.

import type { Database } from '@escuta/prisma/db';
import type { ValidacaoInsight } from '@escuta/shared/contracts/insights/insight-parts';
import type { OrigemAgente } from '@escuta/shared/domain/calls/agents';
import type { Direcao } from '@escuta/shared/domain/calls/call-direction';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import { ACUSACOES } from '@escuta/shared/domain/interview/verdicts/verdict';
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import type {
  Etapa,
  StatusEtapa,
  StatusExecucao,
  StatusProcessamento,
  TipoItem,
  TipoProjeto,
} from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import { ofPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { ITEM_START_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { PARTS_COLUMNS, type PartesRow, partsOfResult } from '../../item-result/parts-repo.ts';
import type { ItemDoResultado } from '../../item-result/present.ts';
import { CANAL_AGENTE_GRAVADO } from '../../reads/conditions/agent-channel.ts';
import { COMENTARIOS_JSON, type ComentarioJson } from '../../reads/conditions/insight-comments.ts';
import { VALIDACAO_JSON } from '../../reads/conditions/insight-verdicts.ts';
import { type Page, type PageAsked, windowOf } from '../../reads/page-repo.ts';

export type ExecucaoJson = {
  id: string;
  status: StatusExecucao;
  etapaAtual: Etapa;
  origem: string;
  motivo: string | null;
  codigo: string | null;
  criadaEm: string;
  iniciadaEm: string | null;
  terminadaEm: string | null;
  etapas: {
    etapa: Etapa;
    status: StatusEtapa;
    tentativa: number;
    erro: string | null;
    proximaEm: string | null;
    iniciadaEm: string | null;
    terminadaEm: string | null;
  }[];
};

export type ResultadoItemRow = {
  id: string;
  tipo_item: TipoItem;
  pesquisa_id: string | null;
  entrevista_id: string | null;
  celula_no_mapa: { entrevistaId: string; perguntaId: string } | null;
  empresa_id: string;
  status: StatusProcessamento;
  motivo: string | null;
  arquivo_path: string | null;
  arquivo_nome: string | null;
  gravacao_na_telefonia: boolean;
  tem_gravacoes_anteriores: boolean;
  numero_destino: string | null;
  direcao: Direcao | null;
  pernas: unknown;
  pernas_total: unknown;
  ramal: string | null;
  agente: { id: string; nome: string } | null;
  agente_origem: OrigemAgente | null;
  nome_entrevistado: string | null;
  call_duration: number | null;
  call_start_time: Date | null;
  inicio_precisao: PrecisaoInicio | null;
  created_at: Date;
  dados_apagados_em: Date | null;
  auditoria: { id: string; nome: string };
  projeto: { id: string; nome: string; tipoProjeto: TipoProjeto; canalAgente: Canal };
  execucao: ExecucaoJson | null;
  resultado_id: string | null;
  resultado_execucao_id: string | null;
  fatos_audio: unknown;
  falas_deixadas: unknown;
  picos_path: string | null;
  analise_texto: unknown;
  transcricoes: TranscricaoRow[];
  insights: InsightRow[];
  custos: CustosRow | null;
  timeline: EventoRow[];
};

export type TranscricaoRow = {
  canal: Canal;
  modelo: string;
  confianca: number | null;
  full_text: string;
  sentencas: {
    ordem: number;
    text: string;
    startMs: number;
    endMs: number;
    confidence: number | null;
    falante: Falante;
    textoOriginal: string | null;
    falanteOriginal: Falante | null;
    correcao: { por: string | null; em: string } | null;
  }[];
};

export type EvidenciaJson = {
  criterio: string;
  citacao: string;
  verificada: boolean;
  sentencaOrdem: number | null;
  canal: Canal | null;
  startMs: number | null;
  endMs: number | null;
  falante: Falante | null;
  corrigida: string | null;
};

export type InsightRow = {
  id: string;
  template_id: string;
  versao: number;
  nome: string;
  categoria: string;
  descricao: string | null;
  modelo: string | null;
  parametros_omitidos: string[];
  status_processamento: StatusProcessamento;
  motivo: string | null;
  resumo: string | null;
  pontuacao: number | null;
  pontuacao_ia: number | null;
  score_confianca: number | null;
  sem_evidencia: boolean;
  validado_humano: boolean;
  validacao: ValidacaoInsight | null;
  comentarios: ComentarioJson[];
  resultado: unknown;
  alertas: unknown;
  processed_at: string | null;
  evidencias: EvidenciaJson[];
};

export type CustosRow = {
  minutos: number;
  usd_minutos: number;
  modelo_transcricao: string | null;
  prompts: number;
  tokens: number;
  usd_tokens: number;
  /** Models whose lines were booked at 0 because they had no price. */
  sem_preco_transcricao: string[];
  sem_preco_insights: string[];
  /** Credits reserved or charged for the run. */
  creditos: number;
};

export type EventoRow = { evento: string; timestamp: string; detalhes: string };

/** Both channels of result `r`, with sentences in order. */
const TRANSCRICOES = `select t.canal, t.modelo, t.confianca, t.full_text, coalesce((
          select json_agg(json_build_object('ordem', s.ordem, 'text', s.texto, 'startMs', s.start_ms, 'endMs', s.end_ms,
            'confidence', s.confianca, 'falante', s.falante,
            'textoOriginal', case when s.texto <> s.texto_original then s.texto_original end,
            'falanteOriginal', case when s.falante <> s.falante_original then s.falante_original end,
            'correcao', case when k.id is not null
              then json_build_object('por', coalesce(ku.nome, ku.email), 'em', k.created_at) end) order by s.ordem)
          from sentencas_vigentes s left join sentenca_correcoes k on k.sentenca_id = s.id and k.em_vigor
          left join usuarios ku on ku.id = k.usuario_id where s.transcricao_id = t.id), '[]') as sentencas
      from transcricoes t where t.resultado_id = r.id order by t.canal` as const;

/** The insights of the result's run with their quotes. */
const INSIGHTS =
  `select g.id, v.template_id, v.versao, v.nome, v.categoria, v.descricao, g.modelo, g.parametros_omitidos,
        g.status_processamento, g.motivo, g.resumo, ${NOTA_EM_VIGOR} as pontuacao,
        g.pontuacao as pontuacao_ia, g.score_confianca, g.sem_evidencia, g.validado_humano,
        ${VALIDACAO_JSON} as validacao, ${COMENTARIOS_JSON} as comentarios, g.resultado,
          g.alertas_identificados as alertas, g.processed_at, coalesce((
          select json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao, 'verificada', e.verificada,
            'sentencaOrdem', e.sentenca_ordem, 'canal', e.canal, 'startMs', e.start_ms, 'endMs', e.end_ms,
            'falante', s.falante, 'corrigida', case when s.texto <> s.texto_original
              and strpos(escuta_normaliza(s.texto), escuta_normaliza(e.citacao)) = 0 then s.texto end)
            order by e.ordem)
          from evidencias e
          left join transcricoes t on t.resultado_id = r.id and t.canal = e.canal
          left join sentencas_vigentes s on s.transcricao_id = t.id and s.ordem = e.sentenca_ordem
          where e.insight_id = g.id), '[]') as evidencias
      from insights g join insight_template_versoes v on v.id = g.template_versao_id
      where g.execucao_id = r.execucao_id order by v.nome, g.id` as const;

/** Costs of the result's run, in USD as billed, and its credits. */
const CUSTOS = `select
        coalesce(sum(quantidade) filter (where unidade = 'minuto_audio'), 0)::float8 as minutos,
        coalesce(sum(total_usd) filter (where etapa = 'transcricao'), 0)::float8 as usd_minutos,
        max(modelo) filter (where etapa = 'transcricao') as modelo_transcricao,
        count(distinct chamada_id) filter (where etapa <> 'transcricao')::int as prompts,
        coalesce(sum(quantidade) filter (where etapa <> 'transcricao'), 0)::float8 as tokens,
        coalesce(sum(total_usd) filter (where etapa <> 'transcricao'), 0)::float8 as usd_tokens,
        coalesce(array_agg(distinct modelo) filter (where etapa = 'transcricao' and sem_preco), '{}')
          as sem_preco_transcricao,
        coalesce(array_agg(distinct modelo) filter (where etapa <> 'transcricao' and sem_preco), '{}')
          as sem_preco_insights,
        (select coalesce(-sum(l.quantidade), 0)::int from credito_lancamentos l where l.execucao_id = r.execucao_id)
          as creditos
      from (
        -- A price of zero is a price; a line at zero without one in force then was not priced at all.
        select c.*, c.preco_usd = 0 and not exists (
          select 1 from precos_catalogo p where p.provedor = c.provedor and p.modelo = c.modelo
            and p.unidade = c.unidade
            and p.vigente_de <= c.created_at and (p.vigente_ate is null or p.vigente_ate > c.created_at)
        ) as sem_preco
        from linhas_custo c where c.execucao_id = r.execucao_id
      ) linhas` as const;

/** Greatest number of events shown for an item: the newest. */
const TIMELINE_LIMIT = 300;

/** The timeline of item `i`, in order. Read run by run: each run's events are in a single month's partition. */
const TIMELINE = `select evento, timestamp, detalhes from (
        select t.* from execucoes x cross join lateral (
          select id, evento, timestamp, detalhes from eventos_timeline where execucao_id = x.id
            order by id desc limit ${TIMELINE_LIMIT}
        ) t where x.item_id = i.id order by t.id desc limit ${TIMELINE_LIMIT}
      ) ultimos order by id` as const;

const rowsOf = (statement: string) => `(select coalesce(json_agg(x), '[]') from (${statement}) x)`;

/**
 * An item with its newest run and the result for its present recording: the newest finished, else the newest in
 * progress. Null outside the scope.
 */
export async function findItemWithResult(
  db: Database,
  scope: Scope,
  itemId: string,
): Promise<ResultadoItemRow | null> {
  const { rows } = await db.query<ResultadoItemRow>({
    name: 'resultado_completo',
    text: `select i.id, i.tipo_item, i.pesquisa_id, i.entrevista_id, i.empresa_id, i.status, i.motivo, i.arquivo_path,
      i.arquivo_nome, i.numero_destino, i.direcao, i.ramal,
        i.agente_origem, (select json_build_object('id', d.id, 'nome', d.nome) from agentes a
          join agentes d on d.id = coalesce(a.fundido_em_id, a.id) where a.id = i.agente_id) as agente,
        i.metadata -> 'pernas' as pernas, i.metadata -> 'pernas_total' as pernas_total, i.nome_entrevistado,
          i.call_duration, i.call_start_time, ${ITEM_START_PRECISION} as inicio_precisao, i.created_at,
        i.dados_apagados_em,
        (select json_build_object('entrevistaId', c.entrevista_id, 'perguntaId', c.pergunta_id) from confrontos c
          where c.entrevista_id = i.entrevista_id and c.vigente
          order by coalesce(c.veredito_pessoa, c.veredito)::text = any ($3::text[]) desc,
          c.ordem limit 1) as celula_no_mapa,
        i.asterisk_filename is not null and i.arquivo_path is null as gravacao_na_telefonia,
        exists (select from gravacoes_anteriores ga where ga.item_id = i.id) as tem_gravacoes_anteriores,
        json_build_object('id', a.id, 'nome', a.nome) as auditoria,
        json_build_object('id', p.id, 'nome', p.nome, 'tipoProjeto', p.tipo_projeto,
          'canalAgente', coalesce(${CANAL_AGENTE_GRAVADO}, p.canal_agente)) as projeto,
        (select json_build_object('id', x.id, 'status', x.status, 'etapaAtual', x.etapa_atual, 'origem', x.origem,
            'motivo', x.motivo, 'codigo', x.codigo_motivo, 'criadaEm', x.created_at, 'iniciadaEm', x.iniciada_em,
              'terminadaEm', x.terminada_em,
            'etapas', coalesce((select json_agg(json_build_object('etapa', e.etapa, 'status', e.status,
                'tentativa', e.tentativa, 'erro', e.erro, 'proximaEm', e.proxima_em, 'iniciadaEm', e.iniciada_em,
                'terminadaEm', e.terminada_em) order by e.ordem)
              from execucao_etapas e where e.execucao_id = x.id), '[]'))
          from execucoes x where x.item_id = i.id order by x.created_at desc, x.id desc limit 1) as execucao,
        r.id as resultado_id, r.execucao_id as resultado_execucao_id, r.fatos_audio, r.falas_deixadas, r.picos_path,
        r.analise_texto,
        ${rowsOf(TRANSCRICOES)} as transcricoes, ${rowsOf(INSIGHTS)} as insights,
        case when r.execucao_id is not null then (select row_to_json(x) from (${CUSTOS}) x) end as custos,
          ${rowsOf(TIMELINE)} as timeline
      from auditoria_itens i join auditorias a on a.id = i.auditoria_id join projetos p on p.id = i.projeto_id
      left join lateral (
        select r.* from auditoria_resultados r
        left join execucao_etapas e on e.execucao_id = r.execucao_id and e.etapa = 'audio'
        where r.item_id = i.id and ${ofPresentRecording('e.saida')}
        order by (r.status_processamento = 'concluido') desc, r.created_at desc limit 1
      ) r on true
      where i.id = $1 and ${inScope('$2', 'i.empresa_id')}`,
    values: [itemId, empresaIdOf(scope), ['a_revisar', ...ACUSACOES]],
  });
  return rows[0] ?? null;
}

export type HistoricoRow = PartesRow & {
  id: string;
  execucao_id: string;
  status_processamento: StatusProcessamento;
  created_at: Date;
};

/** The results of an item's runs, newest first; null outside the scope. Scores are means over the run's insights. */
export async function listHistorico(
  db: Database,
  scope: Scope,
  itemId: string,
  page: PageAsked,
): Promise<({ item: ItemDoResultado } & Page<HistoricoRow>) | null> {
  const item = await db.query<ItemDoResultado & { total: number }>(
    `select i.metadata, i.ramal, i.numero_destino, i.asterisk_filename,
       (select count(*)::int from auditoria_resultados r where r.item_id = i.id) as total
     from auditoria_itens i where i.id = $1 and ${inScope('$2', 'i.empresa_id')}`,
    [itemId, empresaIdOf(scope)],
  );
  const found = item.rows[0];
  if (!found) return null;
  const { rows } = await db.sql<HistoricoRow>(
    sql`select r.id, r.execucao_id, r.status_processamento, r.nome_arquivo, r.created_at, ${PARTS_COLUMNS}
      from auditoria_resultados r join auditoria_itens i on i.id = r.item_id
      ${partsOfResult(sql`c.execucao_id = r.execucao_id`, null)}
      where r.item_id = ${itemId} order by r.created_at desc, r.id desc
      ${windowOf(page)}`,
    'resultado_historico',
  );
  return { item: found, rows, total: found.total, exato: true };
}
