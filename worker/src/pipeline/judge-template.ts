import type { EvidenciaIa, InsightIa } from '@escuta/shared/domain/ai-answers';
import type { ModeloResolvido } from '@escuta/shared/domain/default-models';
import type { EvidenceChecker, EvidenciaVerificada } from '@escuta/shared/domain/evidence';
import { FALHAS, StageFailure } from '@escuta/shared/domain/failures';
import { type Criterio, criteriosSchema } from '@escuta/shared/domain/insight-criteria';
import {
  type AlertaIdentificado,
  alertKey,
  type InsightResultado,
} from '@escuta/shared/domain/insight-result';
import { missingParameters, renderPrompt } from '@escuta/shared/domain/prompt-template';
import { isProven, scoreCriteria } from '@escuta/shared/domain/scores';
import { type AskContext, askJson } from './ask-json.ts';
import { requireModel } from './models.ts';
import { insightPrompt, neutraliseInstructions, TRANSCRICAO_ABAIXO } from './prompts.ts';
import type { SentencaGravada } from './sentences-repo.ts';
import type { StageContext } from './stage.ts';

/** Tokens that an answer needs besides what a template's limit allows for: its frame, and a criterion's entry. */
const BASE_TOKENS = 600;
const TOKENS_PER_CRITERION = 250;
/** Marks an insight whose confidence lies under its template's threshold. */
export const TAG_ABAIXO_DO_LIMIAR = 'abaixo_do_limiar';

/** What is judged by: a version of a template with the values of its parameters, or a draft of one. */
export type JudgedTemplate = {
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

/** A quote of an answer, and where it stands. `criterio`: the criterion's id, or `alertKey`. */
export type Quote = { criterio: string; citacao: string } & EvidenciaVerificada;

/** What a template says of a call, checked. */
export type Judgement = {
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

/**
 * What became of one template. `modelo`: what was asked, null when nothing was. `semResposta`: it was asked and its
 * answers were of no use.
 */
export type Attempt = { insight: Judgement; modelo: ModeloResolvido | null; semResposta: boolean };

function failed(motivo: string, modelo: string | null): Judgement {
  return {
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

/**
 * Judges one transcript by one template: asks for JSON whose every claim names its evidence, and checks that the quotes
 * stand there. A template that cannot be used, or whose answer stays unusable after one repair, comes to nothing with its
 * reason. The only way to an insight: runs and tests go through here.
 *
 * @param key names what is paid for, the same at every attempt
 * @throws StageFailure when the provider cannot be asked or does not answer
 */
export async function judgeTemplate(
  context: AskContext & Pick<StageContext, 'catalog'>,
  key: string,
  template: JudgedTemplate,
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
    return { insight: failed(motivo, null), modelo: null, semResposta: false };
  }
  const modelo = await requireModel(context, template.modeloLlm);
  const instrucoes = renderPrompt(template, template.parametros, { transcricao: TRANSCRICAO_ABAIXO });
  try {
    const { value, parametrosOmitidos } = await askJson(context, {
      key,
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
    return { insight: failed(error.message, modelo.modelo), modelo, semResposta: true };
  }
}

/** Checks every quote, decides what is proven, and computes our own score. */
function judge(
  template: JudgedTemplate,
  criterios: readonly Criterio[],
  answer: InsightIa,
  evidence: EvidenceChecker,
): Omit<Judgement, 'modelo' | 'parametrosOmitidos'> {
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
