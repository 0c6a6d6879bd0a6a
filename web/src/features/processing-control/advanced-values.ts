import type { ProcessingConfigWire } from '@escuta/shared/contracts/processing-config';
import type { AdvancedPatch } from './use-config-change.ts';

/** Most retries that the rules allow (shared/src/domain/processing-config.ts). */
export const MAX_RETRIES = 10;

/** The advanced settings, flat, as the form holds them. */
export interface AdvancedValues {
  isActive: boolean;
  noise_reduction: boolean;
  normalize_audio: boolean;
  enhance_speed: boolean;
  sentiment_analysis: boolean;
  summary_generation: boolean;
  response_detection: boolean;
  max_retries: number;
  enable_exponential_backoff: boolean;
  dead_letter_queue: boolean;
  level: ProcessingConfigWire['loggingConfig']['level'];
  modeloTranscricao: string;
  modeloTexto: string;
}

/** The form's values of a configuration. */
export function valuesOf(config: ProcessingConfigWire): AdvancedValues {
  const { enabled: _audio, ...audio } = config.audioProcessingConfig;
  const { enabled: _text, modelo: modeloTexto, ...text } = config.textAnalysisConfig;
  return {
    isActive: config.isActive,
    ...audio,
    ...text,
    ...config.retryConfig,
    level: config.loggingConfig.level,
    modeloTranscricao: config.transcriptionConfig.modelo,
    modeloTexto,
  };
}

/** Where each value of the form stands in what is sent. */
const PARTS = {
  noise_reduction: 'audioProcessingConfig',
  normalize_audio: 'audioProcessingConfig',
  enhance_speed: 'audioProcessingConfig',
  sentiment_analysis: 'textAnalysisConfig',
  summary_generation: 'textAnalysisConfig',
  response_detection: 'textAnalysisConfig',
  max_retries: 'retryConfig',
  enable_exponential_backoff: 'retryConfig',
  dead_letter_queue: 'retryConfig',
  level: 'loggingConfig',
} as const satisfies Partial<Record<keyof AdvancedValues, keyof AdvancedPatch>>;

/** What changed, as the API takes it: what a project does not say itself stays inherited. Empty when nothing changed. */
export function changedFields(before: AdvancedValues, after: AdvancedValues): AdvancedPatch {
  const patch: Record<string, Record<string, unknown> | boolean> = {};
  const set = (part: string, name: string, value: unknown): void => {
    patch[part] = { ...(patch[part] as Record<string, unknown> | undefined), [name]: value };
  };
  if (after.isActive !== before.isActive) patch.isActive = after.isActive;
  for (const [name, part] of Object.entries(PARTS)) {
    const key = name as keyof typeof PARTS;
    if (after[key] !== before[key]) set(part, key, after[key]);
  }
  const texto = after.modeloTexto.trim();
  const transcricao = after.modeloTranscricao.trim();
  if (texto !== before.modeloTexto) set('textAnalysisConfig', 'modelo', texto);
  if (transcricao !== before.modeloTranscricao) set('transcriptionConfig', 'modelo', transcricao);
  return patch as AdvancedPatch;
}
