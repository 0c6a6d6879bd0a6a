import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';
import { newId } from '../../platform/database/ids.ts';
import type { EtapasAceitas } from './reuse.ts';

/**
 * Copies the results of reused stages to a new run. Costs stay with the run that paid. People's verdicts are carried
 * over at the run's end (worker/src/analysis/templates/carry.ts).
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
    `INSERT INTO auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
       nome_arquivo, fatos_audio, picos_path, falas_deixadas, analise_texto, updated_at)
     SELECT $2, empresa_id, projeto_id, auditoria_id, item_id, $3, nome_arquivo, fatos_audio, picos_path, falas_deixadas,
       CASE WHEN $4 THEN analise_texto END, now()
     FROM auditoria_resultados WHERE id = $1`,
    [resultadoId, novo, execucaoId, analysed],
  );
  await db.query(
    `WITH base AS MATERIALIZED (
       SELECT gen_random_uuid() AS novo_id, t.* FROM transcricoes t WHERE t.resultado_id = $1
     ), copias AS (
       INSERT INTO transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, confianca, full_text)
       SELECT novo_id, empresa_id, projeto_id, item_id, $2, canal, modelo, confianca, full_text FROM base
     )
     INSERT INTO sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante, voz)
     SELECT gen_random_uuid(), s.empresa_id, b.novo_id, s.ordem, s.texto, s.start_ms, s.end_ms, s.confianca, s.falante, s.voz
     FROM sentencas s JOIN base b ON b.id = s.transcricao_id`,
    [resultadoId, novo],
  );
  await carryCorrections(db, { itemId, arquivoPath, para: novo });
  if (base.etapas.includes('confronto')) await copyCells(db, base, { execucaoId, resultadoId: novo });
  if (!base.etapas.includes('negocio')) return;
  await db.query(
    `WITH base AS MATERIALIZED (
       SELECT gen_random_uuid() AS novo_id, g.* FROM insights g WHERE g.execucao_id = $1
     ), copias AS (
       INSERT INTO insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
         status_processamento, categoria, tags, score_confianca, pontuacao, resultado, resumo, alertas_identificados,
         sem_evidencia, modelo, parametros_omitidos, motivo, processed_at, updated_at)
       SELECT novo_id, empresa_id, projeto_id, auditoria_id, item_id, $2, template_versao_id, status_processamento,
         categoria, tags, score_confianca, pontuacao, resultado, resumo, alertas_identificados, sem_evidencia, modelo,
         parametros_omitidos, motivo, processed_at, now()
       FROM base
     )
     INSERT INTO evidencias (id, empresa_id, insight_id, ordem, criterio, citacao, verificada, sentenca_ordem, canal,
       start_ms, end_ms)
     SELECT gen_random_uuid(), e.empresa_id, b.novo_id, e.ordem, e.criterio, e.citacao, e.verificada, e.sentenca_ordem,
       e.canal, e.start_ms, e.end_ms
     FROM evidencias e JOIN base b ON b.id = e.insight_id`,
    [base.execucaoId, execucaoId],
  );
}

/** Only results `r` of recording $3: another recording's equal words are another person's. */
const OF_THE_RECORDING = `JOIN execucao_etapas g ON g.execucao_id = r.execucao_id AND g.etapa = 'audio' AND g.saida ->> 'arquivoPath' = $3`;
/**
 * Pending corrections `c` from an item's finished analyses ($1) of recording ($3), with the same sentence `n` of a
 * result ($2).
 */
const STANDING = `sentenca_correcoes c JOIN sentencas s ON s.id = c.sentenca_id
  JOIN transcricoes a ON a.id = s.transcricao_id
  JOIN auditoria_resultados r ON r.id = a.resultado_id AND r.status_processamento = 'concluido' AND r.id <> $2
  ${OF_THE_RECORDING}
  JOIN transcricoes b ON b.resultado_id = $2 AND b.canal = a.canal
  JOIN sentencas n ON n.transcricao_id = b.id AND n.ordem = s.ordem AND n.texto = s.texto AND n.start_ms = s.start_ms`;
const OF_THE_ITEM = 'c.item_id = $1 AND c.em_vigor AND c.levada_para IS NULL';

/**
 * Copies corrections from earlier transcripts of the recording to equal sentences (place and words); existing ones win.
 * The old ones stay in force until `settleCorrections`, since the run may fail.
 */
export async function carryCorrections(
  db: Db,
  { itemId, arquivoPath, para }: { itemId: string; arquivoPath: string | null; para: string },
): Promise<void> {
  await db.query({
    name: 'corrections-carry',
    text: `INSERT INTO sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id, created_at)
           SELECT gen_random_uuid(), m.* FROM (
             SELECT DISTINCT ON (n.id) c.empresa_id, c.item_id, n.id AS sentenca_id, c.texto, c.falante, c.usuario_id, c.created_at
             FROM ${STANDING} WHERE ${OF_THE_ITEM} ORDER BY n.id, c.created_at DESC, c.id DESC
           ) m
           ON CONFLICT (sentenca_id) WHERE em_vigor DO NOTHING`,
    values: [itemId, para, arquivoPath],
  });
}

/**
 * Copies the remaining corrections when a result's analysis comes into force.
 * @param arquivoPath its recording; @param de the result previously in force, or null
 * @returns corrections carried over, and those left behind because their sentences changed
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
    name: 'corrections-mark',
    text: `UPDATE sentenca_correcoes o SET levada_para = m.para FROM (
             SELECT c.id AS de, k.id AS para FROM ${STANDING} JOIN sentenca_correcoes k ON k.sentenca_id = n.id AND k.em_vigor
             WHERE ${OF_THE_ITEM}
           ) m WHERE o.id = m.de`,
    values: [itemId, para, arquivoPath],
  });
  const { rows } = await db.query<{ n: number }>({
    name: 'corrections-left',
    text: `SELECT count(*)::int AS n FROM sentenca_correcoes c JOIN sentencas s ON s.id = c.sentenca_id
           JOIN transcricoes a ON a.id = s.transcricao_id AND a.resultado_id = $2
           JOIN auditoria_resultados r ON r.id = a.resultado_id ${OF_THE_RECORDING} WHERE ${OF_THE_ITEM}`,
    values: [itemId, de, arquivoPath],
  });
  return { levadas: rowCount ?? 0, ficam: rows[0]?.n ?? 0 };
}

/** Copies an interview's cells with quotes and speakers. People's verdicts are carried over at the run's end. */
async function copyCells(
  db: Db,
  base: EtapasAceitas,
  novo: { execucaoId: string; resultadoId: string },
): Promise<void> {
  await db.query(
    `INSERT INTO sentenca_papeis (sentenca_id, empresa_id, falante, origem, confianca)
     SELECT n.id, p.empresa_id, p.falante, p.origem, p.confianca
     FROM transcricoes a JOIN sentencas s ON s.transcricao_id = a.id JOIN sentenca_papeis p ON p.sentenca_id = s.id
     JOIN transcricoes b ON b.resultado_id = $2 AND b.canal = a.canal
     JOIN sentencas n ON n.transcricao_id = b.id AND n.ordem = s.ordem
     WHERE a.resultado_id = $1`,
    [base.resultadoId, novo.resultadoId],
  );
  await db.query(
    `WITH base AS MATERIALIZED (
       SELECT gen_random_uuid() AS novo_id, c.* FROM confrontos c WHERE c.execucao_id = $1
     ), copias AS (
       INSERT INTO confrontos (id, empresa_id, projeto_id, pesquisa_id, item_id, execucao_id, entrevista_id, pergunta_id, ordem,
         veredito, veredito_inicial, leitura, leitura_provada, conducao, conducao_tipo, conducao_provada, resposta, resposta_provada, comparacao,
         comparacao_provada, metodo, motivo, planilha, marcas, cobertura, confianca, sentimento, faltou, acrescentou,
         opcoes_nao_marcadas, opcoes_nao_ditas, falado, digitado,
         ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms, extracao, updated_at)
       SELECT novo_id, empresa_id, projeto_id, pesquisa_id, item_id, $2, entrevista_id, pergunta_id, ordem,
         veredito, veredito_inicial, leitura, leitura_provada, conducao, conducao_tipo, conducao_provada, resposta, resposta_provada, comparacao,
         comparacao_provada, metodo, motivo, planilha, marcas, cobertura, confianca, sentimento, faltou, acrescentou,
         opcoes_nao_marcadas, opcoes_nao_ditas, falado, digitado,
         ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms, extracao, now()
       FROM base
     )
     INSERT INTO confronto_evidencias (id, empresa_id, confronto_id, ordem, sobre, citacao, verificada, sentenca_ordem, start_ms,
       end_ms)
     SELECT gen_random_uuid(), e.empresa_id, b.novo_id, e.ordem, e.sobre, e.citacao, e.verificada, e.sentenca_ordem, e.start_ms,
       e.end_ms
     FROM confronto_evidencias e JOIN base b ON b.id = e.confronto_id`,
    [base.execucaoId, novo.execucaoId],
  );
}

/**
 * Copies the newest paid answers of earlier runs about the same recording (worker/src/engine/paid-calls.ts compares
 * requests), except ones that would fail again. @param from one run; null: all earlier runs
 */
export async function copyAnswers(
  db: Db,
  novo: { execucaoId: string; itemId: string; arquivoPath: string },
  from: { execucaoId: string | null; etapas: readonly Etapa[] },
): Promise<void> {
  if (from.etapas.length === 0) return;
  await db.query(
    `INSERT INTO chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo, resposta,
       uso, latencia_ms)
     SELECT DISTINCT ON (c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo) gen_random_uuid(), c.empresa_id, $1,
       c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo, c.resposta, c.uso, c.latencia_ms
     FROM execucoes x JOIN chamadas_provedor c ON c.execucao_id = x.id
     JOIN execucao_etapas a ON a.execucao_id = x.id AND a.etapa = 'audio' AND a.saida ->> 'arquivoPath' = $3
     WHERE x.item_id = $2 AND x.id <> $1 AND c.etapa = ANY ($5::etapa[])
       AND NOT EXISTS (
         SELECT FROM execucoes y JOIN chamadas_provedor d ON d.execucao_id = y.id AND d.etapa = c.etapa AND d.chave = c.chave
           AND d.pedido_hash = c.pedido_hash AND d.provedor = c.provedor AND d.modelo = c.modelo AND d.resposta = c.resposta
         WHERE y.item_id = $2 AND ((y.codigo_motivo = 'transcricao_implausivel' AND c.etapa = 'transcricao')
           OR ($4::uuid IS NULL AND y.codigo_motivo = 'resposta_invalida' AND y.etapa_atual = c.etapa)))
       AND CASE WHEN $4::uuid IS NULL THEN NOT EXISTS (
           SELECT 1 FROM insights g WHERE g.execucao_id = x.id AND g.status_processamento = 'erro' AND c.etapa = 'negocio'
             AND c.chave IN ('template:' || g.template_versao_id, 'template:' || g.template_versao_id || ':reparo'))
         ELSE x.id = $4 END
     ORDER BY c.etapa, c.chave, c.pedido_hash, c.provedor, c.modelo, c.created_at DESC, c.id DESC`,
    [novo.execucaoId, novo.itemId, novo.arquivoPath, from.execucaoId, from.etapas],
  );
}
