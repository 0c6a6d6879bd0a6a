import type { Db } from '@escuta/prisma/db';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { FALHAS } from '@escuta/shared/domain/runs/failures';
import { businessInput } from '@escuta/shared/domain/runs/stage-inputs';
import { readStoredTexts } from '@escuta/shared/domain/text/stored';
import { newId } from '@escuta/shared/platform/database/ids';
import type { Stage, StageContext, StageOutcome, StageRun, TimelineEntry } from '../../engine/stage.ts';
import { modelNotices } from '../models.ts';
import { loadReadings, loadSentences } from '../sentences-repo.ts';
import { settleAll } from '../settle-all.ts';
import {
  type ErroDeConfiguracao,
  findConfigurationError,
  type JudgedTemplate,
  type Judgement,
  judgeTemplate,
  readTranscript,
} from '../templates/judge-template.ts';

type Template = JudgedTemplate & {
  vinculoId: string;
  versaoId: string;
  versao: number;
  nome: string;
  categoria: string;
};
type Misconfigured = ErroDeConfiguracao & { template: Template };
type NewInsight = Judgement & { template: Template };

/**
 * Judges by the project's active templates. Reports a misconfigured template once; an unusable answer becomes an
 * insight with status `erro`. Fails only if no requested template gave a result.
 */
export const negocioStage: Stage = {
  async run(context) {
    const { run } = context;
    if (!run.config.businessProcessingConfig.enabled) {
      return skipStage(context, [], 'O processamento de negócio está desativado nas configurações.');
    }
    const [linked, sentences, lidas] = await Promise.all([
      loadTemplates(context.db, run),
      loadSentences(context.db, run),
      PROFILES[run.perfil].fluxo.includes('confronto') ? loadReadings(context.db, run) : [],
    ]);
    if (linked.length === 0)
      return skipStage(context, linked, 'O projeto não tem templates de insight ativos.');
    const misconfigured = linked.flatMap((template): Misconfigured[] => {
      const error = findConfigurationError(template);
      return error ? [{ ...error, template }] : [];
    });
    const templates = linked.filter((template) => !misconfigured.some((one) => one.template === template));
    const leftOut = misconfigured.map(({ template, motivo }) => ({
      evento: 'Template não aplicado',
      detalhes: `${template.nome}: ${motivo}`,
    }));
    if (templates.length === 0) {
      return {
        ...(await skipStage(context, linked, 'Nenhum template do projeto está com a configuração completa.')),
        avisos: leftOut,
        write: (tx) => reportConfigurationErrors(tx, run, misconfigured),
      };
    }
    const transcript = readTranscript(run.perfil, sentences, lidas);
    const attempts = await settleAll(
      templates.map(async (template) => {
        const key = `template:${template.versaoId}`;
        const attempt = await judgeTemplate(context, key, template, transcript);
        return { ...attempt, insight: { ...attempt.insight, template } };
      }),
    );
    const insights = attempts.map(({ insight }) => insight);
    const avisos: TimelineEntry[] = [
      ...leftOut,
      ...instructionNotices(transcript.omitidas),
      ...modelNotices(attempts.map(({ modelo }) => modelo).filter((modelo) => modelo !== null)),
      ...insights
        .filter(({ status }) => status === 'erro')
        .map(({ template, motivo }) => ({
          evento: 'Insight não gerado',
          detalhes: `${template.nome}: ${motivo}`,
        })),
    ];
    const write = async (tx: Db) => {
      await saveInsights(tx, run, insights);
      await reportConfigurationErrors(tx, run, misconfigured);
    };
    const asked = attempts.filter(({ modelo }) => modelo !== null);
    if (asked.length > 0 && asked.every(({ semResposta }) => semResposta)) {
      return {
        tipo: 'encerrada',
        como: 'erro',
        codigo: 'resposta_invalida',
        motivo: FALHAS.resposta_invalida.mensagem,
        avisos,
        evento: { evento: 'Processamento encerrado com erro', detalhes: FALHAS.resposta_invalida.mensagem },
        write,
      };
    }
    const done = insights.filter(({ status }) => status === 'concluido').length;
    return {
      tipo: 'concluida',
      saida: { insights: done, comErro: insights.length - done },
      entrada: await inputOf(context, linked),
      avisos,
      evento: {
        evento: 'Insights gerados',
        detalhes: `${done} de ${linked.length} ${linked.length === 1 ? 'template aplicado' : 'templates aplicados'}.`,
      },
      write,
    };
  },
};

const NUMBERS_MAX = 20;

function instructionNotices(omitidas: readonly number[]): TimelineEntry[] {
  if (omitidas.length === 0) return [];
  const numbers = omitidas.slice(0, NUMBERS_MAX).join(', ');
  const more = omitidas.length > NUMBERS_MAX ? ` e mais ${omitidas.length - NUMBERS_MAX}` : '';
  return [
    {
      evento: 'Tentativa de instrução',
      detalhes: `Falas dirigidas à auditoria não foram consideradas nem servem de evidência: ${omitidas.length === 1 ? 'frase' : 'frases'} ${numbers}${more}.`,
    },
  ];
}

async function skipStage(
  context: StageContext,
  linked: readonly Template[],
  detalhes: string,
): Promise<StageOutcome> {
  const entrada = await inputOf(context, linked);
  return { tipo: 'pulada', entrada, evento: { evento: 'Insights não gerados', detalhes } };
}

/** Everything that determines the insights, so that a repeated run can reuse them; includes unusable templates. */
async function inputOf({ run, catalog }: StageContext, linked: readonly Template[]): Promise<unknown> {
  const templates = linked.map(async ({ versaoId, parametros, modeloLlm }) => ({
    versaoId,
    parametros,
    modelo: await catalog.entry(modeloLlm),
  }));
  return businessInput(run.perfil, run.config, await Promise.all(templates));
}

async function loadTemplates(db: Db, run: StageRun): Promise<Template[]> {
  const { rows } = await db.query<Template>({
    name: 'templates_load',
    text: `select l.id as "vinculoId", v.id as "versaoId", v.versao, v.nome, v.categoria,
      v.prompt_template as "promptTemplate",
             v.parametros_obrigatorios as "parametrosObrigatorios", v.parametros_opcionais as "parametrosOpcionais",
             v.modelo_llm as "modeloLlm", v.max_tokens as "maxTokens", v.temperature,
             v.threshold_confianca as "thresholdConfianca", v.formato_saida as "formatoSaida", v.criterios,
             l.parametros
           from projeto_insight_templates l
           join insight_templates t on t.id = l.insight_template_id and t.ativo and t.excluido_em is null
           join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
           where l.projeto_id = $1 and l.empresa_id = $2 and l.ativo order by t.nome, t.id`,
    values: [run.projetoId, run.empresaId],
  });
  return rows.map((row) => ({ ...row, parametros: readStoredTexts(row.parametros) }));
}

/** Reports one error per template and reason; a fixed row order prevents deadlocks. */
async function reportConfigurationErrors(
  tx: Db,
  run: StageRun,
  errors: readonly Misconfigured[],
): Promise<void> {
  if (errors.length === 0) return;
  await tx.query({
    name: 'configuration_errors_report',
    text: `insert into erros_configuracao as e (vinculo_id, codigo, empresa_id, projeto_id, versao)
           select l.id, n.codigo, $1, $2, n.versao
           from unnest($3::uuid[], $4::text[], $5::int[]) as n (vinculo_id, codigo, versao)
           -- It may have been unlinked meanwhile.
           join projeto_insight_templates l on l.id = n.vinculo_id
           order by l.id
           on conflict (vinculo_id, codigo) do update set versao = excluded.versao, ultima_em = now(),
             processamentos = e.processamentos + 1`,
    values: [
      run.empresaId,
      run.projetoId,
      errors.map(({ template }) => template.vinculoId),
      errors.map(({ codigo }) => codigo),
      errors.map(({ template }) => template.versao),
    ],
  });
}

async function saveInsights(tx: Db, run: StageRun, insights: readonly NewInsight[]): Promise<void> {
  const rows = insights.map((insight) => ({ id: newId(), insight }));
  await tx.query({
    name: 'insights_save',
    text: `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
             status_processamento, categoria, tags, score_confianca, pontuacao, resultado, resumo,
             alertas_identificados, sem_evidencia, modelo, parametros_omitidos, motivo, processed_at, updated_at)
           select i.id, $1, $2, $3, $4, $5, i.template_versao_id, i.status, i.categoria, i.tags, i.score_confianca,
             i.pontuacao, i.resultado, i.resumo, i.alertas, i.sem_evidencia, i.modelo, i.parametros_omitidos, i.motivo,
             now(), now()
           from jsonb_to_recordset($6::jsonb) as i (id uuid, template_versao_id uuid, status status_processamento,
             categoria text, tags text[], score_confianca float8, pontuacao float8, resultado jsonb, resumo text,
             alertas jsonb, sem_evidencia boolean, modelo text, parametros_omitidos text[], motivo text)`,
    values: [
      run.empresaId,
      run.projetoId,
      run.auditoriaId,
      run.itemId,
      run.execucaoId,
      JSON.stringify(
        rows.map(({ id, insight }) => ({
          id,
          template_versao_id: insight.template.versaoId,
          status: insight.status,
          categoria: insight.template.categoria,
          tags: insight.tags,
          score_confianca: insight.scoreConfianca,
          pontuacao: insight.pontuacao,
          resultado: insight.resultado,
          resumo: insight.resumo,
          alertas: insight.alertas,
          sem_evidencia: insight.semEvidencia,
          modelo: insight.modelo,
          parametros_omitidos: insight.parametrosOmitidos,
          motivo: insight.motivo,
        })),
      ),
    ],
  });
  const quotes = rows.flatMap(({ id, insight }) =>
    insight.quotes.map((quote, ordem) => ({
      id: newId(),
      insight_id: id,
      ordem,
      criterio: quote.criterio,
      citacao: quote.citacao,
      verificada: quote.verificada,
      sentenca_ordem: quote.sentencaOrdem,
      canal: quote.canal,
      start_ms: quote.startMs,
      end_ms: quote.endMs,
    })),
  );
  if (quotes.length === 0) return;
  await tx.query({
    name: 'evidence_save',
    text: `insert into evidencias (id, empresa_id, insight_id, ordem, criterio, citacao, verificada, sentenca_ordem,
      canal,
             start_ms, end_ms)
           select e.id, $1, e.insight_id, e.ordem, e.criterio, e.citacao, e.verificada, e.sentenca_ordem, e.canal,
             e.start_ms, e.end_ms
           from jsonb_to_recordset($2::jsonb) as e (id uuid, insight_id uuid, ordem int, criterio text, citacao text,
             verificada boolean, sentenca_ordem int, canal canal, start_ms int, end_ms int)`,
    values: [run.empresaId, JSON.stringify(quotes)],
  });
}
