import type { EvidenciaIa, InsightIa } from '@escuta/shared/domain/ai-answers';
import type { ModeloResolvido } from '@escuta/shared/domain/default-models';
import { EvidenceChecker, type EvidenciaVerificada } from '@escuta/shared/domain/evidence';
import { FALHAS, StageFailure } from '@escuta/shared/domain/failures';
import { type Criterio, criteriosSchema } from '@escuta/shared/domain/insight-criteria';
import {
  type AlertaIdentificado,
  alertKey,
  type InsightResultado,
} from '@escuta/shared/domain/insight-result';
import { missingParameters, renderPrompt } from '@escuta/shared/domain/prompt-template';
import { isProven, scoreCriteria } from '@escuta/shared/domain/scores';
import { newId } from '@escuta/shared/node/ids';
import type { Queryable } from '@escuta/shared/node/transaction';
import { askJson } from '../ask-json.ts';
import { modelNotices, requireModel } from '../models.ts';
import { insightPrompt, neutraliseInstructions, TRANSCRICAO_ABAIXO } from '../prompts.ts';
import { loadSentences, type SentencaGravada } from '../sentences-repo.ts';
import type { Stage, StageContext, StageOutcome, StageRun, TimelineEntry } from '../stage.ts';

/** Tokens that an answer needs besides what a template's limit allows for: its frame, and a criterion's entry. */
const BASE_TOKENS = 600;
const TOKENS_PER_CRITERION = 250;
/** Marks an insight whose confidence lies under its template's threshold. */
const TAG_ABAIXO_DO_LIMIAR = 'abaixo_do_limiar';

type Template = {
  versaoId: string;
  nome: string;
  categoria: string;
  promptTemplate: string;
  parametrosObrigatorios: string[];
  parametrosOpcionais: string[];
  modeloLlm: string;
  maxTokens: number;
  temperature: number;
  thresholdConfianca: number;
  formatoSaida: string;
  criterios: unknown;
  parametros: Record<string, unknown>;
};

type Quote = { criterio: string; citacao: string } & EvidenciaVerificada;

type NewInsight = {
  template: Template;
  status: 'concluido' | 'erro';
  motivo: string | null;
  modelo: string | null;
  parametrosOmitidos: string[];
  resultado: InsightResultado | null;
  resumo: string | null;
  pontuacao: number | null;
  scoreConfianca: number | null;
  alertas: AlertaIdentificado[];
  semEvidencia: boolean;
  tags: string[];
  quotes: Quote[];
};

/** What became of one template. `respondeu`: the provider was asked and its answers were of no use. */
type Attempt = { insight: NewInsight; modelo: ModeloResolvido | null; semResposta: boolean };

/**
 * Every active template of the project at once, each answered as JSON whose every claim names its evidence. A template
 * that cannot be used, or whose answer stays unusable after one repair, becomes an insight in `erro` with its reason.
 * The run itself fails only when every template that was asked came to nothing.
 */
export const negocioStage: Stage = {
  async run(context) {
    const { run } = context;
    if (!run.config.businessProcessingConfig.enabled) {
      return skipped('O processamento de negócio está desativado nas configurações.');
    }
    const [templates, sentences] = await Promise.all([
      loadTemplates(context.db, run),
      loadSentences(context.db, run),
    ]);
    if (templates.length === 0) return skipped('O projeto não tem templates de insight ativos.');
    const evidence = new EvidenceChecker(sentences);
    const settled = await Promise.allSettled(
      templates.map((template) => tryTemplate(context, template, sentences, evidence)),
    );
    // All have ended: what any of them paid for is stored, whatever became of the others.
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    const attempts = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const insights = attempts.map(({ insight }) => insight);
    const avisos: TimelineEntry[] = [
      ...modelNotices(attempts.map(({ modelo }) => modelo).filter((modelo) => modelo !== null)),
      ...insights
        .filter(({ status }) => status === 'erro')
        .map(({ template, motivo }) => ({
          evento: 'Insight não gerado',
          detalhes: `${template.nome}: ${motivo}`,
        })),
    ];
    const write = (tx: Queryable) => saveInsights(tx, run, insights);
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
      avisos,
      evento: { evento: 'Insights gerados', detalhes: `${done} de ${insights.length} templates.` },
      write,
    };
  },
};

function skipped(detalhes: string): StageOutcome {
  return { tipo: 'pulada', evento: { evento: 'Insights não gerados', detalhes } };
}

async function loadTemplates(db: Queryable, run: StageRun): Promise<Template[]> {
  const { rows } = await db.query<Template>({
    name: 'templates-load',
    text: `SELECT v.id AS "versaoId", v.nome, v.categoria, v.prompt_template AS "promptTemplate",
             v.parametros_obrigatorios AS "parametrosObrigatorios", v.parametros_opcionais AS "parametrosOpcionais",
             v.modelo_llm AS "modeloLlm", v.max_tokens AS "maxTokens", v.temperature,
             v.threshold_confianca AS "thresholdConfianca", v.formato_saida AS "formatoSaida", v.criterios,
             l.parametros
           FROM projeto_insight_templates l
           JOIN insight_templates t ON t.id = l.insight_template_id AND t.ativo AND t.excluido_em IS NULL
           JOIN insight_template_versoes v ON v.template_id = t.id AND v.versao = t.versao
           WHERE l.projeto_id = $1 AND l.empresa_id = $2 AND l.ativo ORDER BY t.nome, t.id`,
    values: [run.projetoId, run.empresaId],
  });
  return rows;
}

function failedInsight(template: Template, motivo: string, modelo: string | null): NewInsight {
  return {
    template,
    status: 'erro',
    motivo,
    modelo,
    parametrosOmitidos: [],
    resultado: null,
    resumo: null,
    pontuacao: null,
    scoreConfianca: null,
    alertas: [],
    semEvidencia: false,
    tags: [],
    quotes: [],
  };
}

async function tryTemplate(
  context: StageContext,
  template: Template,
  sentences: readonly SentencaGravada[],
  evidence: EvidenceChecker,
): Promise<Attempt> {
  const criterios = criteriosSchema.safeParse(template.criterios);
  const missing = missingParameters(template, template.parametros);
  const unusable = !criterios.success
    ? 'Os critérios do template são inválidos.'
    : missing.length > 0
      ? `Parâmetros obrigatórios sem valor neste projeto: ${missing.join(', ')}.`
      : null;
  if (!criterios.success || unusable) {
    const motivo = unusable ?? FALHAS.template_invalido.mensagem;
    return { insight: failedInsight(template, motivo, null), modelo: null, semResposta: false };
  }
  const modelo = await requireModel(context, template.modeloLlm);
  const instrucoes = renderPrompt(template, template.parametros, { transcricao: TRANSCRICAO_ABAIXO });
  try {
    const { value, parametrosOmitidos } = await askJson(context, {
      key: `template:${template.versaoId}`,
      tarefa: 'insight',
      modelo,
      mensagens: insightPrompt(sentences, {
        instrucoes: neutraliseInstructions(instrucoes),
        criterios: criterios.data,
        formatoSaida: template.formatoSaida,
      }),
      maxTokens: Math.max(template.maxTokens, BASE_TOKENS + TOKENS_PER_CRITERION * criterios.data.length),
      temperatura: template.temperature,
    });
    const insight = judge(template, criterios.data, value, evidence);
    return { insight: { ...insight, modelo: modelo.modelo, parametrosOmitidos }, modelo, semResposta: false };
  } catch (error) {
    if (!(error instanceof StageFailure) || error.codigo !== 'resposta_invalida') throw error;
    return { insight: failedInsight(template, error.message, modelo.modelo), modelo, semResposta: true };
  }
}

/** Checks every quote, decides what is proven, and computes our own score. */
function judge(
  template: Template,
  criterios: readonly Criterio[],
  answer: InsightIa,
  evidence: EvidenceChecker,
): Omit<NewInsight, 'modelo' | 'parametrosOmitidos'> {
  const quotes: Quote[] = [];
  const verify = (criterio: string, claims: readonly EvidenciaIa[]): Quote[] => {
    const checked = claims.map((claim) => ({ criterio, citacao: claim.citacao, ...evidence.check(claim) }));
    quotes.push(...checked);
    return checked;
  };
  const answers = new Map(answer.criterios.map((criterio) => [criterio.id, criterio]));
  const judged = criterios.map(({ id, descricao, peso, critico, ausencia = false }) => {
    const own = answers.get(id);
    if (!own) {
      // Not answered is not proven, whatever else was said.
      const justificativa = 'A IA não respondeu a este critério.';
      return { id, descricao, peso, critico, atendido: 'nao' as const, justificativa, comprovado: false };
    }
    const { atendido, justificativa } = own;
    const comprovado = isProven(atendido, verify(id, own.evidencias), ausencia);
    return { id, descricao, peso, critico, atendido, justificativa, comprovado };
  });
  const alertas = answer.alertas.map(({ titulo, descricao, gravidade, evidencias }, index) => ({
    titulo,
    descricao,
    gravidade,
    comprovado: verify(alertKey(index), evidencias).some(({ verificada }) => verificada),
  }));
  return {
    template,
    status: 'concluido',
    motivo: null,
    resultado: { pontuacaoIa: answer.pontuacao, criterios: judged },
    resumo: answer.resumo,
    pontuacao: scoreCriteria(judged),
    scoreConfianca: answer.confianca,
    alertas,
    semEvidencia: [...judged, ...alertas].some(({ comprovado }) => !comprovado),
    tags: answer.confianca < template.thresholdConfianca ? [TAG_ABAIXO_DO_LIMIAR] : [],
    quotes,
  };
}

/** All insights and all quotes, in two statements. */
async function saveInsights(tx: Queryable, run: StageRun, insights: readonly NewInsight[]): Promise<void> {
  const rows = insights.map((insight) => ({ id: newId(), insight }));
  await tx.query({
    name: 'insights-save',
    text: `INSERT INTO insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
             status_processamento, categoria, tags, score_confianca, pontuacao, resultado, resumo,
             alertas_identificados, sem_evidencia, modelo, parametros_omitidos, motivo, processed_at, updated_at)
           SELECT i.id, $1, $2, $3, $4, $5, i.template_versao_id, i.status, i.categoria, i.tags, i.score_confianca,
             i.pontuacao, i.resultado, i.resumo, i.alertas, i.sem_evidencia, i.modelo, i.parametros_omitidos, i.motivo,
             now(), now()
           FROM jsonb_to_recordset($6::jsonb) AS i (id uuid, template_versao_id uuid, status status_processamento,
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
    name: 'evidence-save',
    text: `INSERT INTO evidencias (id, empresa_id, insight_id, ordem, criterio, citacao, verificada, sentenca_ordem, canal,
             start_ms, end_ms)
           SELECT e.id, $1, e.insight_id, e.ordem, e.criterio, e.citacao, e.verificada, e.sentenca_ordem, e.canal,
             e.start_ms, e.end_ms
           FROM jsonb_to_recordset($2::jsonb) AS e (id uuid, insight_id uuid, ordem int, criterio text, citacao text,
             verificada boolean, sentenca_ordem int, canal canal, start_ms int, end_ms int)`,
    values: [run.empresaId, JSON.stringify(quotes)],
  });
}
