/** Tolerant readers of JSON that other versions may have stored. */
import { z } from 'zod';
import type { AudioFacts } from '../audio/audio-facts.ts';
import { criterioSchema } from '../insights/insight-criteria.ts';
import { type AlertaIdentificado, type InsightResultado, NAO_PONTUADO } from '../insights/insight-result.ts';
import { CANAIS } from '../profiles/roles.ts';
import { type FalasDeixadas, MOTIVOS_DE_DUVIDA } from '../transcripts/left-out-speech.ts';
import type { AnaliseGravada } from '../transcripts/text-analysis.ts';

export function readStored<T, O>(schema: z.ZodType<T>, value: unknown, otherwise: O): T | O {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : otherwise;
}

/** A stored list's readable entries, with their index. */
export function readStoredEntries<T>(schema: z.ZodType<T>, value: unknown): { value: T; index: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown, index) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [{ value: parsed.data, index }] : [];
  });
}

export function readStoredList<T>(schema: z.ZodType<T>, value: unknown): T[] {
  return readStoredEntries(schema, value).map((entry) => entry.value);
}

const json = z.record(z.string(), z.json());
const texts = z.record(z.string(), z.string());

const record = z.record(z.string(), z.unknown());

/** A stored object's raw fields; empty for a value that is no object. */
export function readStoredRecord(value: unknown): Record<string, unknown> {
  return readStored(record, value, {});
}

/** A stored object; empty for a value that is no object. */
export function readStoredObject(value: unknown): z.infer<typeof json> {
  return readStored(json, value, {});
}

/** A stored object's text fields, such as parameter values. */
export function readStoredTexts(value: unknown): Record<string, string> {
  const found = readStoredRecord(value);
  return readStored(
    texts,
    Object.fromEntries(Object.entries(found).filter(([, one]) => typeof one === 'string')),
    {},
  );
}

/** A template's valid criteria without duplicates, for display. */
export function readStoredCriteria(value: unknown): z.infer<typeof criterioSchema>[] {
  return readStoredList(criterioSchema, value);
}

const criterioGravado = z.object({
  id: z.string(),
  descricao: z.string().catch(''),
  peso: z.number().catch(1),
  critico: z.boolean().catch(false),
  atendido: z.enum(['sim', 'nao', 'nao_se_aplica']),
  justificativa: z.string().catch(''),
  // A missing field means unproven.
  comprovado: z.boolean().catch(false),
  naoPontuado: z.enum(NAO_PONTUADO).optional().catch(undefined),
});

const resultadoGravado = z.object({ pontuacaoIa: z.number(), criterios: z.unknown() });

/** Reads insights.resultado; null: absent, or without a readable score. */
export function readInsightResult(value: unknown): InsightResultado | null {
  const found = readStored(resultadoGravado, value, null);
  if (!found) return null;
  const criterios = readStoredList(criterioGravado, found.criterios).map(({ naoPontuado, ...criterio }) =>
    naoPontuado ? { ...criterio, naoPontuado } : criterio,
  );
  return { pontuacaoIa: found.pontuacaoIa, criterios };
}

const alertaGravado = z.object({
  titulo: z.string(),
  descricao: z.string().catch(''),
  gravidade: z.enum(['baixa', 'media', 'alta']).catch('media'),
  comprovado: z.boolean().catch(false),
});

/** Reads insights.alertas_identificados; each alert keeps its stored index, to which quotes refer. */
export function readAlerts(value: unknown): { value: AlertaIdentificado; index: number }[] {
  return readStoredEntries(alertaGravado, value);
}

const interval = z.object({ startMs: z.number(), endMs: z.number() });
const intervals = z
  .array(interval.nullable().catch(null))
  .catch([])
  .transform((list) => list.filter((one) => one !== null));
const reply = z.object({
  count: z.number(),
  meanMs: z.number().nullable(),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
/** Facts without length or channels are unreadable; other unreadable fields become empty. */
const fatosGravados = z.looseObject({
  durationMs: z.number(),
  avisos: z.array(z.looseObject({ codigo: z.string(), mensagem: z.string() })).catch([]),
  canais: z.array(
    z.looseObject({
      canal: z.enum(['agente', 'cliente', 'unico']),
      index: z.number(),
      talkMs: z.number(),
      talkShare: z.number().catch(0),
      speech: z.array(interval).catch([]),
      longestMonologue: interval.nullable().catch(null),
    }),
  ),
  silences: z.array(interval).catch([]),
  silenceMs: z.number().catch(0),
  dialogue: z
    .looseObject({
      overtalk: z.array(interval),
      overtalkMs: z.number(),
      interruptions: z.array(z.looseObject({ by: z.string(), startMs: z.number() })),
      replyGaps: z.object({ agente: reply, cliente: reply }),
    })
    .nullable()
    .catch(null),
  espera: z.object({ trechos: intervals, totalMs: z.number() }).optional().catch(undefined),
  danos: z.object({ lacunas: intervals, ruido: intervals }).optional().catch(undefined),
});

/** Reads auditoria_resultados.fatos_audio; null: absent or unreadable. */
export function readAudioFacts(value: unknown): AudioFacts | null {
  return readStored(fatosGravados, value, null) as AudioFacts | null;
}

const ANALISE = ['resumo', 'sentimentoGeral', 'sentimentoPorQuarto', 'ofensas', 'respostas', 'sentimentos'];
const analiseGravada = z.looseObject({
  resumo: z.string().nullable().catch(null),
  sentimentoGeral: z.enum(['positivo', 'neutro', 'negativo']).nullable().catch(null),
  sentimentoPorQuarto: z.array(z.number().nullable()).catch([]),
  ofensas: z.array(z.looseObject({ ordem: z.number(), termo: z.string() })).catch([]),
  respostas: z
    .array(z.looseObject({ perguntaOrdem: z.number(), respostaOrdem: z.number() }))
    .nullable()
    .catch(null),
  // Empty for older analyses, which store sentiment with each sentence.
  sentimentos: z.record(z.string(), z.number()).catch({}),
});

/** Reads auditoria_resultados.analise_texto; null: absent, or without content. */
export function readTextAnalysis(value: unknown): AnaliseGravada | null {
  const found = readStored(analiseGravada, value, null);
  return found && ANALISE.some((field) => Object.hasOwn(value as object, field))
    ? (found as unknown as AnaliseGravada)
    : null;
}

const falasGravadas = z.object({
  total: z.number(),
  parcela: z.number().catch(0),
  trechos: z
    .array(
      z.object({
        canal: z.enum(CANAIS),
        startMs: z.number(),
        endMs: z.number(),
        falas: z.number(),
        motivo: z.enum(MOTIVOS_DE_DUVIDA),
      }),
    )
    .catch([]),
});

/** Reads auditoria_resultados.falas_deixadas; null: no sentence left out, or unreadable. */
export const readFalasDeixadas = (value: unknown): FalasDeixadas | null =>
  readStored(falasGravadas, value, null);
