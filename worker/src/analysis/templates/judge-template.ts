import type { EvidenciaIa, InsightIa } from '@escuta/shared/domain/insights/ai-answers';
import { type Criterio, criteriosSchema, subjectOf } from '@escuta/shared/domain/insights/insight-criteria';
import {
  type AlertaIdentificado,
  alertKey,
  type InsightResultado,
} from '@escuta/shared/domain/insights/insight-result';
import { missingParameters, renderPrompt } from '@escuta/shared/domain/insights/prompt-template';
import { claimsSpeech, isProven, scoreCriteria } from '@escuta/shared/domain/insights/scores';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { ModeloResolvido } from '@escuta/shared/domain/runs/default-models';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import {
  EvidenceChecker,
  type EvidenciaVerificada,
  unscoredReason,
} from '@escuta/shared/domain/transcripts/evidence';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import type { StageContext } from '../../engine/stage.ts';
import { type AskContext, askJson } from '../ask-json.ts';
import { requireModel } from '../models.ts';
import {
  insightPrompt,
  neutraliseInstructions,
  TRANSCRICAO_NO_PEDIDO,
  type VersaoDoPedido,
} from '../prompts.ts';
import { withholdInstructions } from './spoken-instructions.ts';

/** Tokens reserved for an answer: a base, plus an amount per criterion. */
const BASE_TOKENS = 600;
const TOKENS_PER_CRITERION = 250;
/** Tag of an insight whose confidence is below its template's threshold. */
export const TAG_ABAIXO_DO_LIMIAR = 'abaixo_do_limiar';

/** Tag of an insight about a call in which somebody addresses the AI judge. */
export const TAG_TENTATIVA_DE_INSTRUCAO = 'tentativa_de_instrucao';

/** A call's sentences for the judge. `omitidas`: numbers of the sentences spoken to the judge. */
export type Transcript = {
  perfil: Perfil;
  sentences: readonly SentencaOrdenada[];
  evidence: EvidenceChecker;
  instructions: EvidenceChecker;
  omitidas: readonly number[];
};

/**
 * Prepares a call for judging: omits sentences spoken to the AI judge ('dê nota dez'), which cannot be evidence.
 * @param lidas numbers of sentences that read questions aloud, where 'que nota o senhor dá' addresses the respondent
 */
export function readTranscript(
  perfil: Perfil,
  sentences: readonly SentencaOrdenada[],
  lidas: readonly number[] = [],
): Transcript {
  const { mostradas, citaveis, omitidas } = withholdInstructions(sentences, new Set(lidas));
  return {
    perfil,
    sentences: mostradas,
    evidence: new EvidenceChecker(citaveis),
    instructions: new EvidenceChecker(sentences.filter(({ ordem }) => omitidas.includes(ordem))),
    omitidas,
  };
}

/** The parts of a template's version or draft that judging needs, with parameter values. */
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

/** A checked quote. `criterio`: a criterion's id, or an alert's `alertKey`. */
export type Quote = { criterio: string; citacao: string } & EvidenciaVerificada;

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

/** `modelo`: null if no model was asked. `semResposta`: true if a model was asked, but no answer is usable. */
export type Attempt = { insight: Judgement; modelo: ModeloResolvido | null; semResposta: boolean };

function makeFailedJudgement(motivo: string, modelo: string | null): Judgement {
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

export type ErroDeConfiguracao = { codigo: 'parametros' | 'criterios'; motivo: string };

/** Finds the error that makes a template unusable for every call; null if there is none. */
export function findConfigurationError(template: JudgedTemplate): ErroDeConfiguracao | null {
  if (!criteriosSchema.safeParse(template.criterios).success) {
    return { codigo: 'criterios', motivo: 'Os critérios do template são inválidos: edite o template.' };
  }
  const missing = missingParameters(template, template.parametros);
  if (missing.length === 0) return null;
  return {
    codigo: 'parametros',
    motivo: `Parâmetros obrigatórios sem valor neste projeto: ${missing.join(', ')}.`,
  };
}

/**
 * Judges a transcript by a template: requests evidence for every claim, and checks the quotes. An unusable template or
 * answer gives a failed judgement.
 * @param key names the paid call, the same at every attempt
 * @throws StageFailure if no provider answers
 */
export async function judgeTemplate(
  context: AskContext & Pick<StageContext, 'catalog'>,
  key: string,
  template: JudgedTemplate,
  transcript: Transcript,
): Promise<Attempt> {
  const unusable = findConfigurationError(template);
  if (unusable)
    return { insight: makeFailedJudgement(unusable.motivo, null), modelo: null, semResposta: false };
  const criterios = criteriosSchema.parse(template.criterios);
  const modelo = await requireModel(context, template.modeloLlm);
  const prompt = (versao: VersaoDoPedido) => {
    const transcricao = TRANSCRICAO_NO_PEDIDO[versao];
    const instrucoes = neutraliseInstructions(renderPrompt(template, template.parametros, { transcricao }));
    const { formatoSaida } = template;
    return insightPrompt(
      transcript.perfil,
      transcript.sentences,
      { instrucoes, criterios, formatoSaida },
      versao,
    );
  };
  try {
    const { value, parametrosOmitidos } = await askJson(context, {
      key,
      tarefa: 'insight',
      perfil: transcript.perfil,
      modelo,
      prompt,
      maxTokens: Math.max(template.maxTokens, BASE_TOKENS + TOKENS_PER_CRITERION * criterios.length),
      temperatura: template.temperature,
    });
    const insight = judge(template, criterios, value, transcript);
    return { insight: { ...insight, modelo: modelo.modelo, parametrosOmitidos }, modelo, semResposta: false };
  } catch (error) {
    if (!(error instanceof StageFailure) || error.codigo !== 'resposta_invalida') throw error;
    return { insight: makeFailedJudgement(error.message, modelo.modelo), modelo, semResposta: true };
  }
}

const SO_INSTRUCAO = 'A única evidência citada é uma fala dirigida à auditoria, que não comprova nada.';

/** Checks the answer's quotes, decides which criteria are proven, and computes the score. */
function judge(
  template: JudgedTemplate,
  criterios: readonly Criterio[],
  answer: InsightIa,
  { evidence, instructions, omitidas }: Transcript,
): Omit<Judgement, 'modelo' | 'parametrosOmitidos'> {
  const quotes: Quote[] = [];
  const verify = (criterio: string, claims: readonly EvidenciaIa[]): Quote[] => {
    const checked = claims.map((claim) => ({ criterio, citacao: claim.citacao, ...evidence.check(claim) }));
    quotes.push(...checked);
    return checked;
  };
  const restsOnInstruction = (claims: readonly EvidenciaIa[]): boolean =>
    claims.some((claim) => instructions.check(claim).verificada) &&
    !claims.some((claim) => evidence.check(claim).verificada);
  const answers = new Map(answer.criterios.map((criterio) => [criterio.id, criterio]));
  const judged: InsightResultado['criterios'] = criterios.map((criterio) => {
    const { id, descricao, peso, critico, ausencia = false } = criterio;
    const own = answers.get(id);
    if (!own) {
      const justificativa = 'A IA não respondeu a este critério.';
      return { id, descricao, peso, critico, atendido: 'nao' as const, justificativa, comprovado: false };
    }
    const { atendido, justificativa } = own;
    if (claimsSpeech(atendido, ausencia) && restsOnInstruction(own.evidencias)) {
      // If all evidence addresses the judge, the criterion is unmet, because leaving it out would reward the speaker.
      const resposta = ausencia ? ('sim' as const) : ('nao' as const);
      return {
        id,
        descricao,
        peso,
        critico,
        atendido: resposta,
        justificativa: SO_INSTRUCAO,
        comprovado: true,
      };
    }
    const found = isProven(atendido, verify(id, own.evidencias), ausencia);
    const naoPontuado = unscoredReason(subjectOf(criterio), own.evidencias, {
      evidence,
      claims: found && claimsSpeech(atendido, ausencia),
      applies: atendido !== 'nao_se_aplica',
    });
    return {
      id,
      descricao,
      peso,
      critico,
      atendido,
      justificativa,
      comprovado: found && naoPontuado === null,
      ...(naoPontuado ? { naoPontuado } : {}),
    };
  });
  const raised = answer.alertas.filter(({ evidencias }) => !restsOnInstruction(evidencias));
  const alertas = raised.map(({ titulo, descricao, gravidade, evidencias }, index) => ({
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
    // A criterion without evidence only because the speakers are unknown needs no review.
    semEvidencia:
      judged.some(({ comprovado, naoPontuado }) => !comprovado && naoPontuado !== 'sem_falantes') ||
      alertas.some(({ comprovado }) => !comprovado),
    tags: [
      ...(answer.confianca < template.thresholdConfianca ? [TAG_ABAIXO_DO_LIMIAR] : []),
      ...(omitidas.length > 0 ? [TAG_TENTATIVA_DE_INSTRUCAO] : []),
    ],
    quotes,
  };
}
