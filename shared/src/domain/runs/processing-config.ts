import { z } from 'zod';
import { storableText } from '../text/storable-text.ts';

/** Processing settings of a company or project, stored as JSON for each part. */
export const processingConfigSchema = z.object({
  isActive: z.boolean().default(true),
  transcriptionConfig: z
    .object({
      enabled: z.boolean().default(true),
      sampling_percentage: z.number().int().min(0).max(100).default(100),
      modelo: storableText().default('padrao-transcricao'),
    })
    .prefault({}),
  audioProcessingConfig: z
    .object({
      enabled: z.boolean().default(true),
      noise_reduction: z.boolean().default(false),
      normalize_audio: z.boolean().default(false),
      /** True to shorten long silences in the audio for the provider; times are mapped back to the recording. */
      enhance_speed: z.boolean().default(false),
    })
    .prefault({}),
  textAnalysisConfig: z
    .object({
      enabled: z.boolean().default(true),
      sentiment_analysis: z.boolean().default(true),
      summary_generation: z.boolean().default(true),
      response_detection: z.boolean().default(true),
      modelo: storableText().default('gpt-3.5-turbo'),
      /** Model label for an interview's independent request; null: the label above, with other words. */
      modelo_confronto: storableText().nullable().default(null),
    })
    .prefault({}),
  businessProcessingConfig: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  retryConfig: z
    .object({
      max_retries: z.number().int().min(0).max(10).default(3),
      enable_exponential_backoff: z.boolean().default(true),
      dead_letter_queue: z.boolean().default(true),
    })
    .prefault({}),
  loggingConfig: z.object({ level: z.enum(['debug', 'info', 'warn', 'error']).default('info') }).prefault({}),
});
export type ProcessingConfig = z.infer<typeof processingConfigSchema>;

export const DEFAULT_PROCESSING_CONFIG: ProcessingConfig = processingConfigSchema.parse({});
