// SQL: exports of calls with findings and dependent tables, because each export joins only what its columns need.

import type { AlvoExportacao, PedidoExportacao } from '../../domain/exports/export-request.ts';
import { SEM_FILTRO } from '../../domain/filters/filtro.ts';
import { FALANTE_LABEL } from '../../domain/profiles/roles.ts';
import type { Scope } from '../../domain/scope.ts';
import { selectionSql } from '../../platform/database/conditions/filter.ts';
import { NOTA_DA_IA, NOTA_EM_VIGOR } from '../../platform/database/conditions/insight-score.ts';
import { ofPresentRecording } from '../../platform/database/conditions/present-recording.ts';
import { all, literal, ofScope, param, type Sql, sql } from '../../platform/database/sql.ts';
import { CALL_ORDERS } from '../calls/call-order.ts';
import type { Expressao, Fonte } from './source.ts';

export type AlvoLigacoes = Pick<AlvoExportacao, 'alvo' | 'selecao'> &
  Pick<Partial<PedidoExportacao>, 'ordem'>;

function callsOf(scope: Scope, { alvo, selecao }: AlvoLigacoes): Sql {
  return all([
    ofScope(scope, sql`i.empresa_id`),
    alvo?.tipo === 'auditoria'
      ? sql`i.auditoria_id = ${alvo.id}::uuid`
      : sql`i.projeto_id = ${alvo?.id ?? null}::uuid`,
    selectionSql(selecao ?? { filtro: SEM_FILTRO, exceto: [] }),
  ]);
}

const ORDEM = sql`i.created_at desc, i.id desc`;

/** The newest finished result about the present recording, as on the analysis page. */
const RESULTADO = sql`left join lateral (
  select r.* from auditoria_resultados r
  left join execucao_etapas e on e.execucao_id = r.execucao_id and e.etapa = 'audio'
  where r.item_id = i.id and r.status_processamento = 'concluido'
    and ${literal(ofPresentRecording('e.saida'))}
  order by r.created_at desc, r.id desc limit 1) r on true`;
/** Joins the call's agent `ag`, after merges. */
const AGENTE = sql`left join agentes ai on ai.id = i.agente_id
  left join agentes ag on ag.id = coalesce(ai.fundido_em_id, ai.id)`;

const FALANTES = param(FALANTE_LABEL);
const relogio = (ms: Sql): Sql => sql`to_char(make_interval(secs => ${ms} / 1000.0), 'HH24:MI:SS')`;

type Juncao =
  | 'projeto'
  | 'auditoria'
  | 'agente'
  | 'qualidade'
  | 'revisor'
  | 'responsavel'
  | 'resultado'
  | 'custos';
const JUNCOES: Fonte<Juncao>['juncoes'] = {
  projeto: { sql: sql`join projetos p on p.id = i.projeto_id` },
  auditoria: { sql: sql`join auditorias a on a.id = i.auditoria_id` },
  agente: { sql: AGENTE },
  qualidade: { sql: sql`left join item_qualidade q on q.item_id = i.id` },
  revisor: { sql: sql`left join usuarios u on u.id = q.revisado_por`, precisa: ['qualidade'] },
  responsavel: {
    sql: sql`left join item_atribuicoes t on t.item_id = i.id left join usuarios ru on ru.id = t.usuario_id`,
  },
  resultado: { sql: RESULTADO },
  custos: {
    sql: sql`left join lateral (select sum(c.total_usd)::float8 as usd,
      sum(c.quantidade) filter (where c.unidade = 'minuto_audio')::float8 as minutos,
      sum(c.quantidade) filter (where c.unidade <> 'minuto_audio')::float8 as tokens
      from linhas_custo c where c.item_id = i.id) k on true`,
  },
};
const de = (juncao: Juncao, valor: Sql) => ({ valor, de: juncao });

const COLUNAS: Fonte<Juncao>['colunas'] = {
  id: sql`i.id`,
  unique_id: sql`i.unique_id`,
  projeto: de('projeto', sql`p.nome`),
  auditoria: de('auditoria', sql`a.nome`),
  tipo: sql`i.tipo_item::text`,
  status: sql`i.status::text`,
  motivo: sql`i.motivo`,
  numero: sql`i.numero_destino`,
  nome: sql`i.nome_entrevistado`,
  ramal: sql`i.ramal`,
  direcao: sql`i.direcao`,
  agente: de('agente', sql`ag.nome`),
  matricula: de('agente', sql`ag.matricula`),
  inicio: sql`i.call_start_time`,
  fim: sql`i.call_end_time`,
  duracao_s: sql`i.call_duration`,
  espera_s: sql`round(i.espera_ms / 1000.0)::int`,
  criada_em: sql`i.created_at`,
  arquivo: sql`i.arquivo_nome`,
  arquivo_telefonia: sql`i.asterisk_filename`,
  sha256: sql`i.arquivo_sha256`,
  recebida_em: sql`i.arquivo_recebido_em`,
  nota: de('qualidade', sql`q.pontuacao::float8`),
  nota_ia: de('qualidade', sql`${NOTA_DA_IA}::float8`),
  sentimento: de('qualidade', sql`q.sentimento`),
  disparos: sql`(select count(*)::int from regra_disparos d where d.item_id = i.id and d.ordem < 20)`,
  alertas: de('qualidade', sql`q.alertas`),
  palavras: de('qualidade', sql`q.palavras`),
  resumo: de('resultado', sql`r.analise_texto ->> 'resumo'`),
  analisada_em: de('resultado', sql`r.processado_em`),
  revisada_por: de('revisor', sql`coalesce(u.nome, u.email)`),
  revisada_em: de('qualidade', sql`q.revisado_em`),
  responsavel: de('responsavel', sql`coalesce(ru.nome, ru.email)`),
  transcricao: de(
    'resultado',
    sql`(select string_agg('[' || ${relogio(sql`s.start_ms`)} || '] ' || coalesce(${FALANTES}::jsonb ->> s.falante,
      s.falante)
      || ': ' || s.texto, E'\n' order by s.ordem)
      from transcricoes t join sentencas_vigentes s on s.transcricao_id = t.id where t.resultado_id = r.id)`,
  ),
  custo_usd: de('custos', sql`k.usd`),
  minutos: de('custos', sql`k.minutos`),
  tokens: de('custos', sql`k.tokens`),
  creditos: sql`(select coalesce(-sum(l.quantidade), 0)::int from execucoes x
    join credito_lancamentos l on l.execucao_id = x.id
    where x.item_id = i.id)`,
};

function orderOf({ ordem = 'entrada' }: AlvoLigacoes): Expressao<Juncao> {
  const { valor, de: juncao } = CALL_ORDERS[ordem];
  return juncao ? de(juncao, valor) : valor;
}

export const callsSource = (scope: Scope, alvo: AlvoLigacoes): Fonte<Juncao> => ({
  base: sql`auditoria_itens i`,
  juncoes: JUNCOES,
  colunas: COLUNAS,
  onde: callsOf(scope, alvo),
  ordem: orderOf(alvo),
});

/** Sentences of calls' newest results, with corrections. */
export const sentencesSource = (scope: Scope, alvo: AlvoLigacoes): Fonte<never> => ({
  base: sql`auditoria_itens i ${RESULTADO} join transcricoes t on t.resultado_id = r.id
    join sentencas_vigentes s on s.transcricao_id = t.id`,
  juncoes: {},
  colunas: {
    ligacao_id: sql`i.id`,
    numero: sql`i.numero_destino`,
    ordem: sql`s.ordem`,
    inicio_s: sql`s.start_ms / 1000.0::float8`,
    fim_s: sql`s.end_ms / 1000.0::float8`,
    falante: sql`s.falante`,
    texto: sql`s.texto`,
    texto_ia: sql`s.texto_original`,
    falante_ia: sql`s.falante_original`,
    corrigida: sql`s.texto is distinct from s.texto_original or s.falante is distinct from s.falante_original`,
    confianca: sql`s.confianca`,
    modelo: sql`t.modelo`,
  },
  onde: callsOf(scope, alvo),
  ordem: sql`${ORDEM}, s.ordem, s.id`,
});

/** Joins each criterion `c` of the insights in force. */
const CRITERIOS = sql`join insights g on g.item_id = i.id and g.vigente
  join insight_template_versoes v on v.id = g.template_versao_id
  cross join lateral jsonb_array_elements(case jsonb_typeof(g.resultado -> 'criterios') when 'array'
    then g.resultado -> 'criterios' else '[]' end) with ordinality c (criterio, n)
  left join insight_revisoes w on w.insight_id = g.id and w.em_vigor
  left join insight_revisao_criterios wc on wc.revisao_id = w.id and wc.criterio = c.criterio ->> 'id'`;

export const criteriaSource = (scope: Scope, alvo: AlvoLigacoes): Fonte<'revisor'> => ({
  base: sql`auditoria_itens i ${CRITERIOS}`,
  juncoes: { revisor: { sql: sql`left join usuarios u on u.id = w.usuario_id` } },
  colunas: {
    ligacao_id: sql`i.id`,
    insight_id: sql`g.id`,
    template: sql`v.nome`,
    versao: sql`v.versao`,
    modelo: sql`g.modelo`,
    criterio_id: sql`c.criterio ->> 'id'`,
    criterio: sql`c.criterio ->> 'descricao'`,
    peso: sql`case jsonb_typeof(c.criterio -> 'peso') when 'number' then (c.criterio ->> 'peso')::float8 end`,
    critico: sql`c.criterio -> 'critico' = 'true'`,
    atendido_ia: sql`c.criterio ->> 'atendido'`,
    comprovado: sql`c.criterio -> 'comprovado' = 'true'`,
    justificativa: sql`c.criterio ->> 'justificativa'`,
    atendido_pessoa: sql`wc.atendido_pessoa`,
    citacoes: sql`(select string_agg(case when e.verificada and e.start_ms is not null
        then '[' || ${relogio(sql`e.start_ms`)} || '] ' || e.citacao else '[não encontrada] ' || e.citacao end, E'\n'
          order by e.ordem)
      from evidencias e where e.insight_id = g.id and e.criterio = c.criterio ->> 'id')`,
    veredito: sql`w.veredito`,
    revisado_por: { valor: sql`coalesce(u.nome, u.email)`, de: 'revisor' },
    revisado_em: sql`w.created_at`,
  },
  onde: callsOf(scope, alvo),
  ordem: sql`${ORDEM}, v.nome, g.id, c.n`,
});

export const costsSource = (scope: Scope, alvo: AlvoLigacoes): Fonte<never> => ({
  base: sql`auditoria_itens i join linhas_custo c on c.item_id = i.id`,
  juncoes: {},
  colunas: {
    ligacao_id: sql`i.id`,
    execucao_id: sql`c.execucao_id`,
    etapa: sql`c.etapa::text`,
    provedor: sql`c.provedor`,
    modelo: sql`c.modelo`,
    unidade: sql`c.unidade::text`,
    quantidade: sql`c.quantidade::float8`,
    preco_usd: sql`c.preco_usd::float8`,
    total_usd: sql`c.total_usd::float8`,
    em: sql`c.created_at`,
  },
  onde: callsOf(scope, alvo),
  ordem: sql`${ORDEM}, c.created_at, c.id`,
});

export const insightsSource = (
  scope: Scope,
  alvo: AlvoLigacoes,
): Fonte<'agente' | 'revisao' | 'revisor'> => ({
  base: sql`auditoria_itens i join insights g on g.item_id = i.id and g.vigente
    join insight_template_versoes v on v.id = g.template_versao_id`,
  juncoes: {
    agente: { sql: AGENTE },
    revisao: { sql: sql`left join insight_revisoes w on w.insight_id = g.id and w.em_vigor` },
    revisor: { sql: sql`left join usuarios u on u.id = w.usuario_id`, precisa: ['revisao'] },
  },
  colunas: {
    id: sql`g.id`,
    ligacao_id: sql`i.id`,
    numero: sql`i.numero_destino`,
    nome: sql`i.nome_entrevistado`,
    agente: { valor: sql`ag.nome`, de: 'agente' },
    inicio: sql`i.call_start_time`,
    template: sql`v.nome`,
    versao: sql`v.versao`,
    categoria: sql`g.categoria`,
    status: sql`g.status_processamento::text`,
    motivo: sql`g.motivo`,
    tags: sql`g.tags`,
    nota: literal(NOTA_EM_VIGOR),
    nota_ia: sql`g.pontuacao`,
    nota_modelo: sql`case jsonb_typeof(g.resultado -> 'pontuacaoIa')
      when 'number' then (g.resultado ->> 'pontuacaoIa')::float8 end`,
    confianca: sql`g.score_confianca`,
    resumo: sql`g.resumo`,
    alertas: sql`g.n_alertas`,
    alertas_titulos: sql`(select array_agg(a ->> 'titulo' order by n) from jsonb_array_elements(
      case jsonb_typeof(g.alertas_identificados) when 'array' then g.alertas_identificados
        else '[]' end) with ordinality x (a, n))`,
    sem_evidencia: sql`g.sem_evidencia`,
    modelo: sql`g.modelo`,
    processado_em: sql`g.processed_at`,
    veredito: { valor: sql`w.veredito`, de: 'revisao' },
    motivo_rejeicao: { valor: sql`w.motivo`, de: 'revisao' },
    observacoes: { valor: sql`w.observacoes`, de: 'revisao' },
    discordancias: {
      valor: sql`(select count(*)::int from insight_revisao_criterios c where c.revisao_id = w.id
        and c.atendido_pessoa <> c.atendido_ia)`,
      de: 'revisao',
    },
    revisado_por: { valor: sql`coalesce(u.nome, u.email)`, de: 'revisor' },
    revisado_em: { valor: sql`w.created_at`, de: 'revisao' },
    comentarios: sql`(select count(*)::int from insight_comentarios c where c.insight_id = g.id)`,
  },
  onde: callsOf(scope, alvo),
  ordem: sql`${ORDEM}, v.nome, g.id`,
});
