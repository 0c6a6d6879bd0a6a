import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';
import { newId } from '../../platform/database/ids.ts';
import type { EtapasAceitas } from './reuse.ts';

/**
 * Copies reused stages' results to a new run, without costs. People's verdicts follow at the run's end
 * (worker/src/analysis/templates/carry.ts).
 */
export async function copyResult(
  db: Db,
  base: EtapasAceitas,
  { id: execucaoId, itemId, arquivoPath }: { id: string; itemId: string; arquivoPath: string | null },
): Promise<void> {
  const { resultadoId } = base;
  const analysed = base.etapas.includes('analise_texto');
  const novo = newId();
  await db.query(
    `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
       nome_arquivo, fatos_audio, picos_path, falas_deixadas, analise_texto, updated_at)
     select $2, empresa_id, projeto_id, auditoria_id, item_id, $3, nome_arquivo, fatos_audio, picos_path,
     falas_deixadas,
       case when $4 then analise_texto end, now()
     from auditoria_resultados where id = $1`,
    [resultadoId, novo, execucaoId, analysed],
  );
  await db.query(
    `with base as materialized (
       select gen_random_uuid() as novo_id, t.* from transcricoes t where t.resultado_id = $1
     ), copias as (
       insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, confianca, full_text)
       select novo_id, empresa_id, projeto_id, item_id, $2, canal, modelo, confianca, full_text from base
     )
     insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante, voz)
     select gen_random_uuid(), s.empresa_id, b.novo_id, s.ordem, s.texto, s.start_ms, s.end_ms, s.confianca, s.falante,
     s.voz
     from sentencas s join base b on b.id = s.transcricao_id`,
    [resultadoId, novo],
  );
  await carryCorrections(db, { itemId, arquivoPath, para: novo });
  if (base.etapas.includes('confronto')) await copyCells(db, base, { execucaoId, resultadoId: novo });
  if (!base.etapas.includes('negocio')) return;
  await db.query(
    `with base as materialized (
       select gen_random_uuid() as novo_id, g.* from insights g where g.execucao_id = $1
     ), copias as (
       insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
         status_processamento, categoria, tags, score_confianca, pontuacao, resultado, resumo, alertas_identificados,
         sem_evidencia, modelo, parametros_omitidos, motivo, processed_at, updated_at)
       select novo_id, empresa_id, projeto_id, auditoria_id, item_id, $2, template_versao_id, status_processamento,
         categoria, tags, score_confianca, pontuacao, resultado, resumo, alertas_identificados, sem_evidencia, modelo,
         parametros_omitidos, motivo, processed_at, now()
       from base
     )
     insert into evidencias (id, empresa_id, insight_id, ordem, criterio, citacao, verificada, sentenca_ordem, canal,
       start_ms, end_ms)
     select gen_random_uuid(), e.empresa_id, b.novo_id, e.ordem, e.criterio, e.citacao, e.verificada, e.sentenca_ordem,
       e.canal, e.start_ms, e.end_ms
     from evidencias e join base b on b.id = e.insight_id`,
    [base.execucaoId, execucaoId],
  );
}

/** Keeps only results `r` of recording $3. */
const OF_THE_RECORDING = `join execucao_etapas g on g.execucao_id = r.execucao_id and g.etapa = 'audio'
  and g.saida ->> 'arquivoPath' = $3`;
/**
 * Pending corrections `c` from an item's finished analyses ($1) of recording ($3), with the same sentence `n` of a
 * result ($2).
 */
const STANDING = `sentenca_correcoes c join sentencas s on s.id = c.sentenca_id
  join transcricoes a on a.id = s.transcricao_id
  join auditoria_resultados r on r.id = a.resultado_id and r.status_processamento = 'concluido' and r.id <> $2
  ${OF_THE_RECORDING}
  join transcricoes b on b.resultado_id = $2 and b.canal = a.canal
  join sentencas n on n.transcricao_id = b.id and n.ordem = s.ordem and n.texto = s.texto and n.start_ms = s.start_ms`;
const OF_THE_ITEM = 'c.item_id = $1 and c.em_vigor and c.levada_para is null';

/**
 * Copies corrections from earlier transcripts of the recording to equal sentences (place and words) without a
 * correction. The originals stay in force until `settleCorrections`.
 */
export async function carryCorrections(
  db: Db,
  { itemId, arquivoPath, para }: { itemId: string; arquivoPath: string | null; para: string },
): Promise<void> {
  await db.query({
    name: 'corrections_carry',
    text: `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id, created_at)
           select gen_random_uuid(), m.* from (
             select distinct on (n.id) c.empresa_id, c.item_id, n.id as sentenca_id, c.texto, c.falante, c.usuario_id,
             c.created_at
             from ${STANDING} where ${OF_THE_ITEM} order by n.id, c.created_at desc, c.id desc
           ) m
           on conflict (sentenca_id) where em_vigor do nothing`,
    values: [itemId, para, arquivoPath],
  });
}

/**
 * Copies the remaining corrections when a result's analysis comes into force.
 * @param de the result previously in force
 * @returns numbers of corrections copied, and left behind because their sentences changed
 */
export async function settleCorrections(
  db: Db,
  {
    itemId,
    arquivoPath,
    de,
    para,
  }: { itemId: string; arquivoPath: string | null; de: string | null; para: string },
): Promise<{ levadas: number; ficam: number }> {
  await carryCorrections(db, { itemId, arquivoPath, para });
  const { rowCount } = await db.query({
    name: 'corrections_mark',
    text: `update sentenca_correcoes o set levada_para = m.para from (
             select c.id as de, k.id as para from ${STANDING} join sentenca_correcoes k on k.sentenca_id = n.id
               and k.em_vigor
             where ${OF_THE_ITEM}
           ) m where o.id = m.de`,
    values: [itemId, para, arquivoPath],
  });
  const { rows } = await db.query<{ n: number }>({
    name: 'corrections_left',
    text: `select count(*)::int as n from sentenca_correcoes c join sentencas s on s.id = c.sentenca_id
           join transcricoes a on a.id = s.transcricao_id and a.resultado_id = $2
           join auditoria_resultados r on r.id = a.resultado_id ${OF_THE_RECORDING} where ${OF_THE_ITEM}`,
    values: [itemId, de, arquivoPath],
  });
  return { levadas: rowCount ?? 0, ficam: rows[0]?.n ?? 0 };
}

async function copyCells(
  db: Db,
  base: EtapasAceitas,
  novo: { execucaoId: string; resultadoId: string },
): Promise<void> {
  await db.query(
    `insert into sentenca_papeis (sentenca_id, empresa_id, falante, origem, confianca)
     select n.id, p.empresa_id, p.falante, p.origem, p.confianca
     from transcricoes a join sentencas s on s.transcricao_id = a.id join sentenca_papeis p on p.sentenca_id = s.id
     join transcricoes b on b.resultado_id = $2 and b.canal = a.canal
     join sentencas n on n.transcricao_id = b.id and n.ordem = s.ordem
     where a.resultado_id = $1`,
    [base.resultadoId, novo.resultadoId],
  );
  await db.query(
    `with base as materialized (
       select gen_random_uuid() as novo_id, c.* from confrontos c where c.execucao_id = $1
     ), copias as (
       insert into confrontos (id, empresa_id, projeto_id, pesquisa_id, item_id, execucao_id, entrevista_id,
         pergunta_id, ordem,
         veredito, veredito_inicial, leitura, leitura_provada, conducao, conducao_tipo, conducao_provada, resposta,
           resposta_provada, comparacao,
         comparacao_provada, metodo, motivo, planilha, marcas, cobertura, confianca, sentimento, faltou, acrescentou,
         opcoes_nao_marcadas, opcoes_nao_ditas, falado, digitado,
         ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms, extracao, updated_at)
       select novo_id, empresa_id, projeto_id, pesquisa_id, item_id, $2, entrevista_id, pergunta_id, ordem,
         veredito, veredito_inicial, leitura, leitura_provada, conducao, conducao_tipo, conducao_provada, resposta,
           resposta_provada, comparacao,
         comparacao_provada, metodo, motivo, planilha, marcas, cobertura, confianca, sentimento, faltou, acrescentou,
         opcoes_nao_marcadas, opcoes_nao_ditas, falado, digitado,
         ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms, extracao, now()
       from base
     )
     insert into confronto_evidencias (id, empresa_id, confronto_id, ordem, sobre, citacao, verificada, sentenca_ordem,
       start_ms,
       end_ms)
     select gen_random_uuid(), e.empresa_id, b.novo_id, e.ordem, e.sobre, e.citacao, e.verificada, e.sentenca_ordem,
     e.start_ms,
       e.end_ms
     from confronto_evidencias e join base b on b.id = e.confronto_id`,
    [base.execucaoId, novo.execucaoId],
  );
}

/**
 * Copies the newest paid answers of earlier runs about the same recording (worker/src/engine/paid-calls.ts), except
 * failures that would repeat.
 * @param from run with the answers; null: all earlier runs
 */
export async function copyAnswers(
  db: Db,
  novo: { execucaoId: string; itemId: string; arquivoPath: string },
  from: { execucaoId: string | null; etapas: readonly Etapa[] },
): Promise<void> {
  if (from.etapas.length === 0) return;
  await db.query(
    `insert into chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo, resposta,
       uso, latencia_ms)
     select distinct on (c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo) gen_random_uuid(), c.empresa_id, $1,
       c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo, c.resposta, c.uso, c.latencia_ms
     from execucoes x join chamadas_provedor c on c.execucao_id = x.id
     join execucao_etapas a on a.execucao_id = x.id and a.etapa = 'audio' and a.saida ->> 'arquivoPath' = $3
     where x.item_id = $2 and x.id <> $1 and c.etapa = any ($5::etapa[])
       and not exists (
         select from execucoes y join chamadas_provedor d on d.execucao_id = y.id and d.etapa = c.etapa
           and d.chave = c.chave
           and d.pedido_hash = c.pedido_hash and d.provedor = c.provedor and d.modelo = c.modelo
             and d.resposta = c.resposta
         where y.item_id = $2 and ((y.codigo_motivo = 'transcricao_implausivel' and c.etapa = 'transcricao')
           or ($4::uuid is null and y.codigo_motivo = 'resposta_invalida' and y.etapa_atual = c.etapa)))
       and case when $4::uuid is null then not exists (
           select 1 from insights g where g.execucao_id = x.id and g.status_processamento = 'erro'
             and c.etapa = 'negocio'
             and c.chave in ('template:' || g.template_versao_id, 'template:' || g.template_versao_id || ':reparo'))
         else x.id = $4 end
     order by c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo, c.created_at desc, c.id desc`,
    [novo.execucaoId, novo.itemId, novo.arquivoPath, from.execucaoId, from.etapas],
  );
}
