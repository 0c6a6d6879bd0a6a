import { REGRAS_DE_VOZES } from '../audio/voices.ts';
import type { Perfil } from '../profiles/profile.ts';
import type { Canal } from '../profiles/roles.ts';
import { PROFILES } from '../profiles/table.ts';
import type { AlvoModelo, ModeloPadrao } from './default-models.ts';
import { getTranscriptionCapabilities } from './model-capabilities.ts';
import type { ProcessingConfig } from './processing-config.ts';
import type { Etapa } from './status.ts';

/**
 * Inputs of each stage's result, hashed when the stage ends. The result stays valid while the hash is equal. Other
 * values (log level, retries, sampling, prices, keys) invalidate nothing.
 */

/** The catalogue entry of a label; editing it changes the input. */
export type ModeloEscolhido = Pick<ModeloPadrao, 'rotulo' | 'provedor' | 'modelo' | 'capacidades'> | null;

/** A recording is identified by its content hash if known, else by its object path. */
export type Gravacao = { arquivoSha256: string | null; arquivoPath: string | null };

export function soundInput(gravacao: Gravacao, config: ProcessingConfig): unknown {
  const { enabled, noise_reduction, normalize_audio, enhance_speed } = config.audioProcessingConfig;
  return {
    gravacao: gravacao.arquivoSha256 ?? gravacao.arquivoPath,
    reducaoDeRuido: enabled && noise_reduction,
    normalizacao: enabled && normalize_audio,
    semSilencios: enabled && enhance_speed,
  };
}

/** Adds the profile, except for calls, so that older results remain valid. */
function withProfile(perfil: Perfil, entrada: unknown): unknown {
  return perfil === 'ligacao' ? entrada : { perfil, entrada };
}

const REGRAS_DE_DANOS = 1;

export function audioInput(
  perfil: Perfil,
  gravacao: Gravacao,
  canalAgente: Canal,
  config: ProcessingConfig,
): unknown {
  const entrada = { som: soundInput(gravacao, config), canalAgente };
  // A call's input omits the utterance limit, which older inputs lack, so that older results stay valid.
  return withProfile(
    perfil,
    perfil === 'ligacao'
      ? entrada
      : { ...entrada, pausaNaFalaMs: PROFILES[perfil].pausaNaFalaMs, danos: REGRAS_DE_DANOS },
  );
}

/** A transcript's inputs; for a diarizing model also the version of the voice rules, as older results lack voices. */
export function transcriptionInput(modelo: ModeloEscolhido): unknown {
  const vozes = modelo !== null && getTranscriptionCapabilities(modelo.modelo).diarizacao;
  return { modelo: modelIdentity(modelo), ...(vozes ? { vozes: REGRAS_DE_VOZES } : {}) };
}

export function analysisInput(perfil: Perfil, config: ProcessingConfig, modelo: ModeloEscolhido): unknown {
  const { enabled, sentiment_analysis, summary_generation, response_detection } = config.textAnalysisConfig;
  if (!enabled) return 'desativada';
  return withProfile(perfil, {
    sentimento: sentiment_analysis,
    resumo: summary_generation,
    respostas: response_detection,
    modelo: modelIdentity(modelo),
  });
}

/** An interview's comparison inputs: the questionnaire's fixed version, and typed answers, which may change. */
export type EntrevistaDeEntrada = {
  versaoId: string;
  digitadas: readonly { perguntaId: string; opcoes: readonly string[]; texto: string }[];
};

/**
 * Version of the comparison rules. 2 adds the second search, noise, dropouts, signs of numbers, agreement of quote and
 * value; 3 adds comparison of single options, the independent request, answers like the end of their question.
 */
export const REGRAS_DE_CONFRONTO = 3;

/**
 * Inputs of `confronto`, without people's corrections, which change verdicts without models (worker/src/rejudge.ts).
 * @param segundo model of the independent request; null: not configured
 * @param entrevista null if the item has no questionnaire
 */
export function confrontInput(
  perfil: Perfil,
  config: ProcessingConfig,
  { modelo, segundo }: { modelo: ModeloEscolhido; segundo: ModeloEscolhido },
  entrevista: EntrevistaDeEntrada | null,
): unknown {
  const { enabled, response_detection } = config.textAnalysisConfig;
  if (!enabled || !response_detection) return 'desativado';
  if (!entrevista) return 'sem_questionario';
  const digitadas = entrevista.digitadas
    .map(({ perguntaId, opcoes, texto }) => [perguntaId, opcoes, texto] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return withProfile(perfil, {
    regras: REGRAS_DE_CONFRONTO,
    versao: entrevista.versaoId,
    digitadas,
    modelo: modelIdentity(modelo),
    ...(segundo && { segundo: modelIdentity(segundo) }),
  });
}

export type TemplateDeEntrada = { versaoId: string; parametros: unknown; modelo: ModeloEscolhido };

export function businessInput(
  perfil: Perfil,
  config: ProcessingConfig,
  templates: readonly TemplateDeEntrada[],
): unknown {
  if (!config.businessProcessingConfig.enabled) return 'desativado';
  const ordered = templates
    .map(({ versaoId, parametros, modelo }) => ({ versaoId, parametros, modelo: modelIdentity(modelo) }))
    .sort((a, b) => (a.versaoId < b.versaoId ? -1 : 1));
  return withProfile(perfil, ordered);
}

/** The stage whose result each stage uses. Insights use the transcript. */
export const ETAPA_ANTERIOR: Record<Etapa, Etapa | null> = {
  audio: null,
  transcricao: 'audio',
  analise_texto: 'transcricao',
  confronto: 'transcricao',
  negocio: 'transcricao',
  contabilizacao: 'negocio',
};

function modelIdentity(modelo: ModeloEscolhido): unknown {
  if (!modelo) return null;
  const { rotulo, provedor, modelo: nome, capacidades } = modelo;
  // Only identifying fields count; others are an administrator's notes.
  const target = (alvo: AlvoModelo | undefined) => alvo && { provedor: alvo.provedor, modelo: alvo.modelo };
  return {
    rotulo,
    provedor,
    nome,
    sucessor: target(capacidades.sucessor),
    alternativa: target(capacidades.alternativa),
  };
}

/** JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
