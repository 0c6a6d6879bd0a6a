import { z } from 'zod';
import { NAO_PONTUADO } from '../../domain/insights/insight-result.ts';
import { CANAIS, FALANTES } from '../../domain/profiles/roles.ts';
import { dateTime } from '../common.ts';

/** What the AI, or a person, says of a criterion. */
export const atendido = z.enum(['sim', 'nao', 'nao_se_aplica'], { error: 'Resposta inválida.' });

export const VEREDITOS = ['aprovado', 'rejeitado'] as const;

/** A person's verdict: the score rests on it, and the AI's values stand beside it as they are. */
export const validacaoInsight = z.object({
  /** Of the verdict: who replaces it names it. */
  id: z.uuid(),
  veredito: z.enum(VEREDITOS),
  /** Why it was rejected. */
  motivo: z.string().nullable(),
  observacoes: z.string().nullable(),
  /** `nome`: the e-mail where there is no name, null when the account is gone. */
  por: z.object({ id: z.uuid(), nome: z.string().nullable() }),
  em: dateTime,
  /** Time the review took, ms. */
  revisaoMs: z.number().int().nullable(),
  /** A rejection of the whole insight, which has no score then. */
  inteiro: z.boolean(),
  /** Criteria of which the person says something else than the AI. */
  discordancias: z.array(z.object({ id: z.string(), atendido })),
});
export type ValidacaoInsight = z.infer<typeof validacaoInsight>;

/** What a person wrote beside an insight. */
export const comentarioInsight = z.object({
  id: z.uuid(),
  texto: z.string(),
  /** Null: written before authors were kept. `nome`: the e-mail where there is no name, null when the account is gone. */
  por: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  em: dateTime,
});
export type ComentarioInsight = z.infer<typeof comentarioInsight>;

/** Comments that one insight takes at most. */
export const COMENTARIOS_MAX = 100;

/** A quote on which a claim rests. `verificada` false: it does not stand in the transcript and proves nothing. */
export const evidenciaInsight = z.object({
  citacao: z.string(),
  verificada: z.boolean(),
  sentencaOrdem: z.number().int().nullable(),
  canal: z.enum(CANAIS).nullable(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  /** Who says its first sentence, where the answer has it. */
  falante: z.enum(FALANTES).nullable().optional(),
  /** The sentence in which it stands, where the answer has it. */
  sentenca: z.string().nullable().optional(),
});

export const criterioInsight = z.object({
  id: z.string(),
  descricao: z.string(),
  peso: z.number(),
  critico: z.boolean(),
  atendido,
  justificativa: z.string(),
  /** The worker's verdict: false, the answer rests on nothing that was said and counts for nothing. */
  comprovado: z.boolean(),
  /** Why it is not scored, where that is not for want of a quote. */
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
