// SQL: a single statement reads all of a result as a snapshot; PostgreSQL builds its JSON.

import type { Db } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { inScope, isoTime, literal, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { ConteudoDoDossie } from './dossier-content.ts';

/** A person as JSON; null if unknown. */
const person = (alias: Sql): Sql =>
  sql`case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id,
    'nome', coalesce(${alias}.nome, ${alias}.email)) end`;

const CRITERIA = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', c.criterio ->> 'id',
  'descricao', c.criterio -> 'descricao',
    'peso', c.criterio -> 'peso', 'critico', c.criterio -> 'critico', 'atendido_ia', c.criterio -> 'atendido',
    'comprovado', c.criterio -> 'comprovado', 'justificativa', c.criterio -> 'justificativa',
    'atendido_pessoa', (select wc.atendido_pessoa from insight_revisoes w
      join insight_revisao_criterios wc on wc.revisao_id = w.id
      where w.insight_id = g.id and w.em_vigor and wc.criterio = c.criterio ->> 'id')) order by c.n), '[]')
  from jsonb_array_elements(case jsonb_typeof(g.resultado -> 'criterios') when 'array' then g.resultado -> 'criterios'
    else '[]' end)
    with ordinality c (criterio, n))`;
const EVIDENCE = sql`(select coalesce(jsonb_agg(jsonb_build_object('criterio', e.criterio, 'citacao', e.citacao,
  'verificada', e.verificada,
    'fala', e.sentenca_ordem, 'canal', e.canal, 'inicio_ms', e.start_ms, 'fim_ms', e.end_ms) order by e.ordem), '[]')
  from evidencias e where e.insight_id = g.id)`;
const REVIEWS = sql`(select coalesce(jsonb_agg(jsonb_build_object('veredito', w.veredito, 'motivo', w.motivo,
  'observacoes', w.observacoes,
    'por', ${person(sql`u`)}, 'em', ${isoTime(sql`w.created_at`)}, 'em_vigor', w.em_vigor, 'desfeita_em',
      ${isoTime(sql`w.desfeita_em`)},
    'inteiro', w.inteiro, 'criterios', (select coalesce(jsonb_agg(jsonb_build_object('id', wc.criterio,
      'atendido_ia', wc.atendido_ia,
      'atendido_pessoa', wc.atendido_pessoa) order by wc.criterio), '[]') from insight_revisao_criterios wc
        where wc.revisao_id = w.id))
    order by w.created_at, w.id), '[]')
  from insight_revisoes w left join usuarios u on u.id = w.usuario_id where w.insight_id = g.id)`;

type Dossie = { empresaId: string; itemId: string; dossie: ConteudoDoDossie };

/** Columns of a dossier: item `i`, its result `r` or none, the result's run `y` and that run's audio stage `x`. */
const DOSSIE = sql`i.empresa_id as "empresaId", i.id as "itemId", jsonb_build_object(
      'ligacao',
      jsonb_build_object('id', i.id, 'tipo', i.tipo_item, 'empresa',
        jsonb_build_object('id', m.id, 'nome', m.nome, 'cnpj', m.cnpj),
        'projeto', jsonb_build_object('id', p.id, 'nome', p.nome), 'auditoria',
        jsonb_build_object('id', a.id, 'nome', a.nome),
        'numero', i.numero_destino, 'nome', i.nome_entrevistado, 'ramal', i.ramal, 'unique_id', i.unique_id,
        'agente', case when ag.id is not null then jsonb_build_object('id', ag.id, 'nome', ag.nome) end,
        'inicio', ${isoTime(sql`i.call_start_time`)}, 'inicio_precisao', ${ITEM_PRECISION}, 'fim',
          ${isoTime(sql`i.call_end_time`)}, 'duracao_s', i.call_duration,
        'criada_em', ${isoTime(sql`i.created_at`)}),
      -- Of the recording that the result is about, which may have been replaced or removed since; null where no run
      -- heard it, or where it went before such recordings were kept: nothing is signed that is not known. Without a
      -- result, the present one.
      'gravacao', case when r.id is null and i.arquivo_path is not null or x.saida ->> 'arquivoPath' = i.arquivo_path
        then jsonb_build_object('nome', i.arquivo_nome, 'tipo', i.arquivo_tipo, 'bytes', i.arquivo_tamanho, 'sha256',
          i.arquivo_sha256,
          'recebida_em', ${isoTime(sql`i.arquivo_recebido_em`)}, 'duracao_ms', i.gravacao_ms, 'situacao', 'atual')
        else (select jsonb_build_object('nome', f.nome, 'tipo', f.tipo, 'bytes', f.tamanho, 'sha256', f.sha256,
            'recebida_em', ${isoTime(sql`f.recebida_em`)}, 'duracao_ms', f.gravacao_ms, 'situacao', f.saida, 'saiu_em',
              ${isoTime(sql`f.saiu_em`)},
            'guardada_ate', case when f.chave_objeto is not null then ${isoTime(sql`f.ate`)} end)
          from gravacoes_anteriores f where f.item_id = r.item_id and r.id = any (f.resultados)
            order by f.saiu_em desc limit 1) end,
      'resultado',
        case when r.id is not null then jsonb_build_object('id', r.id, 'execucao_id', r.execucao_id, 'status',
        r.status_processamento,
        'processado_em', ${isoTime(sql`r.processado_em`)}, 'origem', y.origem, 'pedido_em',
          ${isoTime(sql`y.created_at`)}) end,
      'transcricoes',
      (select coalesce(jsonb_agg(jsonb_build_object('canal', t.canal, 'modelo', t.modelo, 'confianca', t.confianca)
        order by t.canal), '[]') from transcricoes t where t.resultado_id = r.id),
      'falas', (select coalesce(jsonb_agg(jsonb_build_object('ordem', s.ordem, 'canal', t.canal, 'inicio_ms',
        s.start_ms, 'fim_ms', s.end_ms,
          'falante', s.falante, 'texto', s.texto, 'falante_ia', s.falante_original, 'texto_ia', s.texto_original,
          'confianca', s.confianca)
        order by s.ordem, s.id), '[]')
        from transcricoes t join sentencas_vigentes s on s.transcricao_id = t.id where t.resultado_id = r.id),
      'analise_texto', r.analise_texto, 'fatos_audio', r.fatos_audio,
      'insights', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id,
          'template', jsonb_build_object('id', v.template_id, 'nome', v.nome, 'versao', v.versao, 'categoria',
            v.categoria),
          'modelo', g.modelo, 'parametros_omitidos', g.parametros_omitidos, 'status', g.status_processamento, 'motivo',
          g.motivo,
          'resumo', g.resumo, 'pontuacao', ${literal(NOTA_EM_VIGOR)}, 'pontuacao_ia', g.pontuacao,
          'pontuacao_do_modelo', g.resultado -> 'pontuacaoIa', 'confianca', g.score_confianca,
          'sem_evidencia', g.sem_evidencia, 'alertas', g.alertas_identificados, 'processado_em',
          ${isoTime(sql`g.processed_at`)},
          'criterios', ${CRITERIA}, 'evidencias', ${EVIDENCE}, 'revisoes', ${REVIEWS}) order by v.nome, g.id), '[]')
        from insights g join insight_template_versoes v on v.id = g.template_versao_id
          where g.execucao_id = r.execucao_id),
      'custos',
      (select coalesce(jsonb_agg(jsonb_build_object('etapa', c.etapa, 'provedor', c.provedor, 'modelo', c.modelo,
          'unidade', c.unidade, 'quantidade', c.quantidade::float8, 'preco_usd', c.preco_usd::float8, 'total_usd',
          c.total_usd::float8)
        order by c.created_at, c.id), '[]') from linhas_custo c where c.execucao_id = r.execucao_id),
      'creditos', (select coalesce(-sum(l.quantidade), 0)::int from credito_lancamentos l
        where l.execucao_id = r.execucao_id)
    ) as dossie`;
const PLACE = sql`join projetos p on p.id = i.projeto_id join auditorias a on a.id = i.auditoria_id
  join empresas m on m.id = i.empresa_id
      left join agentes ai on ai.id = i.agente_id left join agentes ag on ag.id = coalesce(ai.fundido_em_id, ai.id)`;

/**
 * The dossier of a result, found by the id of the result, of its run or of its item (an item's newest finished result);
 * null outside the scope or if erased.
 */
export async function readDossie(db: Db, scope: Scope, id: string): Promise<Dossie | null> {
  const given = sql`${param(id)}::uuid`;
  const { rows } = await db.sql<Dossie>(
    sql`select ${DOSSIE}
    from auditoria_resultados r join auditoria_itens i on i.id = r.item_id
      join execucoes y on y.id = r.execucao_id ${PLACE}
      left join execucao_etapas x on x.execucao_id = r.execucao_id and x.etapa = 'audio'
    where (r.id = ${given} or r.execucao_id = ${given} or r.item_id = ${given} and r.status_processamento = 'concluido')
      and i.dados_apagados_em is null and ${inScope(scope, sql`i.empresa_id`)}
    order by r.created_at desc, r.id desc limit 1`,
  );
  return rows[0] ?? null;
}

/** Dossier of an interview without a finished result, by item id; null if the item is erased or is no interview. */
export async function readUnaudited(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(Dossie & { emAndamento: boolean }) | null> {
  const { rows } = await db.sql<Dossie & { emAndamento: boolean }>(
    sql`select ${DOSSIE}, e.situacao = 'em_andamento' as "emAndamento"
    from auditoria_itens i join entrevistas e on e.id = i.entrevista_id ${PLACE}
      left join auditoria_resultados r on false left join execucoes y on false left join execucao_etapas x on false
    where i.id = ${param(id)}::uuid and i.dados_apagados_em is null and ${inScope(scope, sql`i.empresa_id`)}`,
  );
  return rows[0] ?? null;
}
