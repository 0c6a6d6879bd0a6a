import { REGRAS_DE_VOZES } from '../audio/voices.ts';
import type { Perfil } from '../profiles/profile.ts';
import type { Canal } from '../profiles/roles.ts';
import { PROFILES } from '../profiles/table.ts';
import type { AlvoModelo, ModeloPadrao } from './default-models.ts';
import { getTranscriptionCapabilities } from './model-capabilities.ts';
import type { ProcessingConfig } from './processing-config.ts';
import type { Etapa } from './status.ts';

/**
 * What each stage's result depends on, and nothing else: the worker hashes it when a stage ends, whoever requests another
 * run hashes what holds then, and equal hashes mean that the result still stands. What is not named here (log level,
 * retries, sampling, prices, which key is configured) invalidates nothing.
 */

/** The model that a label stands for in the catalogue: choosing another, or editing the entry, is another input. */
export type ModeloEscolhido = Pick<ModeloPadrao, 'rotulo' | 'provedor' | 'modelo' | 'capacidades'> | null;

/** A recording: its content where that is known, else the object that holds it. */
export type Gravacao = { arquivoSha256: string | null; arquivoPath: string | null };

/** The sound that is made of a recording to be transcribed. */
export function soundInput(gravacao: Gravacao, config: ProcessingConfig): unknown {
  const { enabled, noise_reduction, normalize_audio, enhance_speed } = config.audioProcessingConfig;
  return {
    gravacao: gravacao.arquivoSha256 ?? gravacao.arquivoPath,
    reducaoDeRuido: enabled && noise_reduction,
    normalizacao: enabled && normalize_audio,
    semSilencios: enabled && enhance_speed,
  };
}

/**
 * Roles and words are the profile's: the same recording under another one is another input. A call's is the bare value, as it
 * was before there were profiles, so that what was done for calls still stands.
 */
function asked(perfil: Perfil, entrada: unknown): unknown {
  return perfil === 'ligacao' ? entrada : { perfil, entrada };
}

/**
 * Numbers the rules by which noise and dropouts are looked for in an interview: sound in which nobody looked for them, or by other rules,
 * is not known to have none.
 */
const REGRAS_DE_DANOS = 1;

export function audioInput(
  perfil: Perfil,
  gravacao: Gravacao,
  canalAgente: Canal,
  config: ProcessingConfig,
): unknown {
  const entrada = { som: soundInput(gravacao, config), canalAgente };
  // A call's is what it was before utterances were cut by kind of audit.
  return asked(
    perfil,
    perfil === 'ligacao'
      ? entrada
      : { ...entrada, pausaNaFalaMs: PROFILES[perfil].pausaNaFalaMs, danos: REGRAS_DE_DANOS },
  );
}

/**
 * A model that tells voices apart gave none before it was asked for them: what it wrote then is another result. So is what
 * other rules made of the voices.
 */
export function transcriptionInput(modelo: ModeloEscolhido): unknown {
  const vozes = modelo !== null && getTranscriptionCapabilities(modelo.modelo).diarizacao;
  return { modelo: chosen(modelo), ...(vozes ? { vozes: REGRAS_DE_VOZES } : {}) };
}

export function analysisInput(perfil: Perfil, config: ProcessingConfig, modelo: ModeloEscolhido): unknown {
  const { enabled, sentiment_analysis, summary_generation, response_detection } = config.textAnalysisConfig;
  if (!enabled) return 'desativada';
  return asked(perfil, {
    sentimento: sentiment_analysis,
    resumo: summary_generation,
    respostas: response_detection,
    modelo: chosen(modelo),
  });
}

/** An interview as it is set against its recording: the version never changes, the answers may. */
export type EntrevistaDeEntrada = {
  versaoId: string;
  digitadas: readonly { perguntaId: string; opcoes: readonly string[]; texto: string }[];
};

/**
 * Numbers the rules by which an interview is confronted: a change of them reaches what is stored with its next analysis.
 * 2: questions are looked for a second time; noise, dropouts, signs of numbers and what agrees with itself count.
 * 3: several options are compared one by one; models alone accuse nobody without an independent asking; an answer that looks like the end
 * of its reading is the answer.
 */
export const REGRAS_DE_CONFRONTO = 3;

/**
 * What people correct in the transcript is no input: verdicts follow it without any model (worker/src/rejudge.ts).
 *
 * @param segundo of the independent asking; null: none is configured
 * @param entrevista null of an item without a questionnaire
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
  return asked(perfil, {
    regras: REGRAS_DE_CONFRONTO,
    versao: entrevista.versaoId,
    digitadas,
    modelo: chosen(modelo),
    ...(segundo && { segundo: chosen(segundo) }),
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
    .map(({ versaoId, parametros, modelo }) => ({ versaoId, parametros, modelo: chosen(modelo) }))
    .sort((a, b) => (a.versaoId < b.versaoId ? -1 : 1));
  return asked(perfil, ordered);
}

/** The stage whose result a stage works on. Insights are judged from the transcript, whatever the text analysis says. */
export const ETAPA_ANTERIOR: Record<Etapa, Etapa | null> = {
  audio: null,
  transcricao: 'audio',
  analise_texto: 'transcricao',
  confronto: 'transcricao',
  negocio: 'transcricao',
  contabilizacao: 'negocio',
};

function chosen(modelo: ModeloEscolhido): unknown {
  if (!modelo) return null;
  const { rotulo, provedor, modelo: nome, capacidades } = modelo;
  // Only what names a model: further capabilities of a row are the administrator's notes.
  const target = (alvo: AlvoModelo | undefined) => alvo && { provedor: alvo.provedor, modelo: alvo.modelo };
  return {
    rotulo,
    provedor,
    nome,
    sucessor: target(capacidades.sucessor),
    alternativa: target(capacidades.alternativa),
  };
}

/** JSON whose objects have their keys in order: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
