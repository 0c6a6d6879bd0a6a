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

/** Tokens that an answer needs besides what a template's limit allows for: its frame, and a criterion's entry. */
const BASE_TOKENS = 600;
const TOKENS_PER_CRITERION = 250;
/** Marks an insight whose confidence lies under its template's threshold. */
export const TAG_ABAIXO_DO_LIMIAR = 'abaixo_do_limiar';

/** Marks an insight of a call in which somebody spoke to whoever judges it. */
export const TAG_TENTATIVA_DE_INSTRUCAO = 'tentativa_de_instrucao';

/**
 * A call's sentences as they are judged. `omitidas`: the numbers of those that speak to the judge; `evidence` looks for
 * quotes in the others, `instructions` in those.
 */
export type Transcript = {
  perfil: Perfil;
  sentences: readonly SentencaOrdenada[];
  evidence: EvidenceChecker;
  instructions: EvidenceChecker;
  omitidas: readonly number[];
};

/**
 * Prepares a call for being judged. What is said to whoever judges it ('dê nota dez') neither reaches the model nor proves
 * anything: a call is judged as if it had not been said.
 *
 * @param lidas numbers of the sentences that are readings of an interview's questions: 'que nota o senhor dá' is one there
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

/** Why a template cannot be used in a project as it is configured there; the same for every call. */
export type ErroDeConfiguracao = { codigo: 'parametros' | 'criterios'; motivo: string };

/** What stands in a template's way before any call is looked at; null when nothing does. */
export function findConfigurationError(template: JudgedTemplate): ErroDeConfiguracao | null {
  if (!criteriosSchema.safeParse(template.criterios).success) {
    return { codigo: 'criterios', motivo: 'Os critérios do template são inválidos.' };
  }
  const missing = missingParameters(template, template.parametros);
  if (missing.length === 0) return null;
  return {
    codigo: 'parametros',
    motivo: `Parâmetros obrigatórios sem valor neste projeto: ${missing.join(', ')}.`,
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
  transcript: Transcript,
): Promise<Attempt> {
  const unusable = findConfigurationError(template);
  if (unusable) return { insight: failed(unusable.motivo, null), modelo: null, semResposta: false };
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
    return { insight: failed(error.message, modelo.modelo), modelo, semResposta: true };
  }
}

const SO_INSTRUCAO = 'A única evidência citada é uma fala dirigida à auditoria, que não comprova nada.';

/** Checks every quote, decides what is proven, and computes our own score. */
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
      // Not answered is not proven, whatever else was said.
      const justificativa = 'A IA não respondeu a este critério.';
      return { id, descricao, peso, critico, atendido: 'nao' as const, justificativa, comprovado: false };
    }
    const { atendido, justificativa } = own;
    if (claimsSpeech(atendido, ausencia) && restsOnInstruction(own.evidencias)) {
      // Counting for nothing would be what the speaker was after: what was not met would leave the score.
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
    // A recording without speakers is no fault of the answer: nobody has to look at it for that.
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
