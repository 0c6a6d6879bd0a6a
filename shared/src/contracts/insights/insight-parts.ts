import { z } from 'zod';
import { NAO_PONTUADO } from '../../domain/insights/insight-result.ts';
import { CANAIS, FALANTES } from '../../domain/profiles/roles.ts';
import { dateTime } from '../common.ts';

export const atendido = z.enum(['sim', 'nao', 'nao_se_aplica'], { error: 'Resposta inválida.' });

export const VEREDITOS = ['aprovado', 'rejeitado'] as const;

/** A person's verdict, which determines the score. */
export const validacaoInsight = z.object({
  id: z.uuid(),
  veredito: z.enum(VEREDITOS),
  motivo: z.string().nullable(),
  observacoes: z.string().nullable(),
  /** `nome`: name, else e-mail; null if the account was deleted. */
  por: z.object({ id: z.uuid(), nome: z.string().nullable() }),
  em: dateTime,
  revisaoMs: z.number().int().nullable(),
  inteiro: z.boolean(),
  discordancias: z.array(z.object({ id: z.string(), atendido })),
});
export type ValidacaoInsight = z.infer<typeof validacaoInsight>;

export const comentarioInsight = z.object({
  id: z.uuid(),
  texto: z.string(),
  /** Null for comments written before authors were stored. `nome`: name, else e-mail; null for a deleted account. */
  por: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  em: dateTime,
});
export type ComentarioInsight = z.infer<typeof comentarioInsight>;

export const COMENTARIOS_MAX = 100;

/** `verificada`: false for a quote that is not in the transcript and therefore proves nothing. */
export const evidenciaInsight = z.object({
  citacao: z.string(),
  verificada: z.boolean(),
  sentencaOrdem: z.number().int().nullable(),
  canal: z.enum(CANAIS).nullable(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  falante: z.enum(FALANTES).nullable().optional(),
  sentenca: z.string().nullable().optional(),
  /** The sentence as a person corrected it, if the correction lacks the quoted words; else absent or null. */
  corrigida: z.string().nullable().optional(),
});

export const criterioInsight = z.object({
  id: z.string(),
  descricao: z.string(),
  peso: z.number(),
  critico: z.boolean(),
  atendido,
  justificativa: z.string(),
  /** False if no spoken words support the answer; the answer then does not count. */
  comprovado: z.boolean(),
  /** Reason why the criterion is not scored; absent if it is scored, or if only a quote is missing. */
  naoPontuado: z.enum(NAO_PONTUADO).optional(),
  evidencias: z.array(evidenciaInsight),
});

export const alertaInsight = z.object({
  titulo: z.string(),
  descricao: z.string(),
  gravidade: z.enum(['baixa', 'media', 'alta']),
  comprovado: z.boolean(),
  evidencias: z.array(evidenciaInsight),
});

export type EvidenciaWire = z.infer<typeof evidenciaInsight>;
export type CriterioWire = z.infer<typeof criterioInsight>;
export type AlertaWire = z.infer<typeof alertaInsight>;
