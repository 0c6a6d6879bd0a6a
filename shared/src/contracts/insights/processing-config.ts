import { z } from 'zod';
import { processingConfigSchema } from '../../domain/runs/processing-config.ts';
import { ETAPAS } from '../../domain/runs/status.ts';
import { ok, okMessage } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Kinds of processing with their own switch (specification 2, §4). */
export const PROCESSING_TYPES = ['transcription', 'audio', 'text_analysis', 'business'] as const;
export type ProcessingType = (typeof PROCESSING_TYPES)[number];

const uuid = z.uuid({ error: 'Identificador inválido.' });
const params = z.object({ empresaId: uuid });
const query = z.object({ projetoId: uuid.optional() });
/** Configuration to change: the company's, or a project's overrides. */
const alvo = { empresaId: uuid, projetoId: uuid.nullish().transform((id) => id ?? null) };

const { shape } = processingConfigSchema;

type Bare<F> = F extends z.ZodDefault<infer Inner> ? Inner : F;
type BareShape<T extends z.ZodRawShape> = { [K in keyof T]: Extract<Bare<T[K]>, z.ZodType> };
type PatchShape<T extends z.ZodRawShape> = { [K in keyof T]: z.ZodOptional<BareShape<T>[K]> };

/** Names and schemas of the fields, without default values. */
function bareFields(shape: z.ZodRawShape): [string, z.ZodType][] {
  return Object.entries(shape).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? field.unwrap() : field) as z.ZodType,
  ]);
}

/** Schema of a configuration part in an answer, with every field. */
function part<T extends z.ZodRawShape>(schema: z.ZodObject<T>) {
  return z.object(Object.fromEntries(bareFields(schema.shape)) as BareShape<T>);
}

/** Schema of a configuration part in a request; absent fields are not changed. */
function patchOf<T extends z.ZodRawShape>(schema: z.ZodObject<T>) {
  const fields = bareFields(schema.shape).map(([name, field]) => [name, field.optional()]);
  return z.strictObject(Object.fromEntries(fields) as PatchShape<T>).optional();
}

const transcriptionConfig = part(shape.transcriptionConfig.unwrap());
const audioProcessingConfig = part(shape.audioProcessingConfig.unwrap());
const textAnalysisConfig = part(shape.textAnalysisConfig.unwrap());
const businessProcessingConfig = part(shape.businessProcessingConfig.unwrap());
const retryConfig = part(shape.retryConfig.unwrap());
const loggingConfig = part(shape.loggingConfig.unwrap());

export const processingConfig = z.object({
  empresaId: uuid,
  projetoId: uuid.nullable(),
  /** True if the project has overrides; false without `projetoId`. */
  proprio: z.boolean(),
  isActive: z.boolean(),
  transcriptionConfig,
  audioProcessingConfig,
  textAnalysisConfig,
  businessProcessingConfig,
  retryConfig,
  loggingConfig,
});
export type ProcessingConfigWire = z.infer<typeof processingConfig>;

export const getProcessingHealth = defineContract({
  id: 'getProcessingHealth',
  method: 'GET',
  path: '/processing-config/health',
  access: { who: 'user', can: ['processing_config', 'read'] },
  summary: 'Como está o processamento da empresa: o que espera e o que anda, por etapa',
  tag: 'Processamento',
  topic: 'processamento',
  response: ok(
    z.object({
      /** `parado`: the oldest run waits longer than READY_MAX_WAIT_S. */
      status: z.enum(['ok', 'parado']),
      aguardando: z.number().int(),
      emAndamento: z.array(z.object({ etapa: z.enum(ETAPAS), execucoes: z.number().int() })),
      /** Wait of the company's oldest run for a worker, s; null if none waits. */
      esperaMaisAntigaS: z.number().int().nullable(),
    }),
  ),
});

export const getProcessingConfig = defineContract({
  id: 'getProcessingConfig',
  method: 'GET',
  path: '/processing-config/{empresaId}',
  access: { who: 'user', can: ['processing_config', 'read'] },
  summary: 'A configuração de processamento em vigor: da empresa, ou de um de seus projetos',
  tag: 'Processamento',
  topic: 'processamento',
  params,
  query,
  response: ok(processingConfig),
});

export const getAudioOptions = defineContract({
  id: 'getAudioOptions',
  method: 'GET',
  path: '/processing-config/{empresaId}/audio-options',
  access: { who: 'user', can: ['processing_config', 'read'] },
  summary: 'As opções de áudio em vigor',
  tag: 'Processamento',
  topic: 'processamento',
  params,
  query,
  response: ok(audioProcessingConfig),
});

export const getLoggingConfig = defineContract({
  id: 'getLoggingConfig',
  method: 'GET',
  path: '/processing-config/{empresaId}/logging-config',
  access: { who: 'user', can: ['processing_config', 'read'] },
  summary: 'O nível de log em vigor',
  tag: 'Processamento',
  topic: 'processamento',
  params,
  query,
  response: ok(loggingConfig),
});

const changed = z.object({ success: z.literal(true), message: z.string(), data: processingConfig });

export const setTranscriptionSampling = defineContract({
  id: 'setTranscriptionSampling',
  method: 'PUT',
  path: '/processing-config/transcription-sampling',
  access: { who: 'admin' },
  summary: 'Que porcentagem dos itens de um lote é transcrita',
  tag: 'Processamento',
  touches: ['processamento'],
  body: z.object({
    ...alvo,
    samplingPercentage: z
      .int({ error: 'A amostragem vai de 0 a 100%.' })
      .min(0, { error: 'A amostragem vai de 0 a 100%.' })
      .max(100, { error: 'A amostragem vai de 0 a 100%.' }),
  }),
  response: changed,
});

export const toggleProcessing = defineContract({
  id: 'toggleProcessing',
  method: 'PUT',
  path: '/processing-config/toggle-processing',
  access: { who: 'admin' },
  summary: 'Ligar ou desligar um tipo de processamento',
  tag: 'Processamento',
  touches: ['processamento'],
  body: z.object({
    ...alvo,
    processingType: z.enum(PROCESSING_TYPES, { error: 'Tipo de processamento inválido.' }),
    enabled: z.boolean(),
  }),
  response: changed,
});

export const updateAdvancedConfig = defineContract({
  id: 'updateAdvancedConfig',
  method: 'PUT',
  path: '/processing-config/advanced',
  access: { who: 'admin' },
  summary: 'Mudar as configurações avançadas: só os campos enviados mudam',
  tag: 'Processamento',
  touches: ['processamento'],
  body: z.object({
    ...alvo,
    isActive: z.boolean().optional(),
    /** Only the model: the switch and the sampling have their own routes. */
    transcriptionConfig: patchOf(transcriptionConfig.pick({ modelo: true })),
    audioProcessingConfig: patchOf(audioProcessingConfig),
    textAnalysisConfig: patchOf(textAnalysisConfig),
    retryConfig: patchOf(retryConfig),
    loggingConfig: patchOf(loggingConfig),
  }),
  response: changed,
});

export const inheritProcessingConfig = defineContract({
  id: 'inheritProcessingConfig',
  method: 'DELETE',
  path: '/processing-config/{empresaId}/projetos/{projetoId}',
  access: { who: 'admin' },
  summary: 'Fazer um projeto voltar à configuração da empresa',
  tag: 'Processamento',
  touches: ['processamento'],
  params: z.object({ empresaId: uuid, projetoId: uuid }),
  response: changed,
});

export const clearProcessingCache = defineContract({
  id: 'clearProcessingCache',
  method: 'POST',
  path: '/processing-config/clear-cache',
  access: { who: 'admin' },
  summary: 'Fazer todos os processos lerem de novo o catálogo de modelos, os preços e as permissões',
  tag: 'Processamento',
  touches: ['processamento', 'modelos'],
  body: z.object({ empresaId: uuid.optional(), projetoId: uuid.optional() }),
  response: okMessage,
});
