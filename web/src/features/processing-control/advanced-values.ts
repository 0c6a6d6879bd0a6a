import type {
  ProcessingConfigWire,
  updateAdvancedConfig,
} from '@escuta/shared/contracts/insights/processing-config';
import { z } from 'zod';
import type { CallInput } from '../../lib/network/api.ts';

type AdvancedPatch = Omit<CallInput<typeof updateAdvancedConfig>['body'], 'empresaId' | 'projetoId'>;

/** Greatest number of retries (shared/src/domain/runs/processing-config.ts). */
export const MAX_RETRIES = 10;

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** Schema of the form of advanced settings; the number of retries is a typed text. */
export const advancedForm = z.object({
  isActive: z.boolean(),
  noise_reduction: z.boolean(),
  normalize_audio: z.boolean(),
  enhance_speed: z.boolean(),
  sentiment_analysis: z.boolean(),
  summary_generation: z.boolean(),
  response_detection: z.boolean(),
  max_retries: z
    .string()
    .trim()
    .refine((typed) => /^\d+$/.test(typed) && Number(typed) <= MAX_RETRIES, {
      error: 'Informe um número inteiro de 0 a 10.',
    })
    .transform(Number),
  enable_exponential_backoff: z.boolean(),
  dead_letter_queue: z.boolean(),
  level: z.enum(LEVELS),
  modeloTranscricao: z.string(),
  modeloTexto: z.string(),
  /** Second model that compares an interview with its typed answers; '' for none. */
  modeloConfronto: z.string(),
});
export type AdvancedValues = z.input<typeof advancedForm>;

/** Converts a configuration to the values of the form of advanced settings. */
export function valuesOf(config: ProcessingConfigWire): AdvancedValues {
  const { enabled: _audio, ...audio } = config.audioProcessingConfig;
  const { enabled: _text, modelo: modeloTexto, modelo_confronto, ...text } = config.textAnalysisConfig;
  return {
    isActive: config.isActive,
    ...audio,
    ...text,
    ...config.retryConfig,
    max_retries: String(config.retryConfig.max_retries),
    level: config.loggingConfig.level,
    modeloTranscricao: config.transcriptionConfig.modelo,
    modeloTexto,
    modeloConfronto: modelo_confronto ?? '',
  };
}

/** For each field of the form, the part of the request that contains the field's value. */
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

/**
 * Body with the changed fields only, so that a project goes on inheriting the unchanged fields, and other people's
 * changes stay. Empty if nothing was changed.
 */
export function patchOf(
  values: z.output<typeof advancedForm>,
  changed: ReadonlySet<keyof AdvancedValues>,
): AdvancedPatch {
  const patch: Record<string, Record<string, unknown> | boolean> = {};
  const set = (part: string, name: string, value: unknown): void => {
    patch[part] = { ...(patch[part] as Record<string, unknown> | undefined), [name]: value };
  };
  if (changed.has('isActive')) patch.isActive = values.isActive;
  for (const [name, part] of Object.entries(PARTS)) {
    const key = name as keyof typeof PARTS;
    if (changed.has(key)) set(part, key, values[key]);
  }
  if (changed.has('modeloTexto')) set('textAnalysisConfig', 'modelo', values.modeloTexto.trim());
  if (changed.has('modeloConfronto'))
    set('textAnalysisConfig', 'modelo_confronto', values.modeloConfronto.trim() || null);
  if (changed.has('modeloTranscricao')) set('transcriptionConfig', 'modelo', values.modeloTranscricao.trim());
  return patch as AdvancedPatch;
}
