/**
 * A device's log of an interview: append-only, numbered from 1 without gaps. Device and server compare digests
 * (log-digest.ts).
 */
import { z } from 'zod';
import { storableText } from '../../text/storable-text.ts';

export const TIPOS_EVENTO_APARELHO = [
  'iniciada',
  /** `motivo`: the answer (CONSENTIMENTOS). */
  'consentimento',
  /** `valor.opcoes`: rotated options in the shown order; null: the original order. */
  'pergunta_exibida',
  'resposta_alterada',
  'voltou',
  'pausa',
  'retomada',
  'gravacao_iniciada',
  'gravacao_interrompida',
  /** Storage is full: recording stops, the interview continues. */
  'sem_espaco',
  /** `motivo`: by how much the clock changed, ms. */
  'relogio_mudou',
  /** `motivo`: 'sem_rede' | 'com_rede'. */
  'rede',
  /** The interview ended before its last question; `motivo`: the reason in words. */
  'interrompida',
  /**
   * The questionnaire's rules ended the interview politely at this last question; `motivo`: DESFECHOS (screening.ts).
   */
  'encerrada',
  'finalizada',
] as const;
export type TipoEventoAparelho = (typeof TIPOS_EVENTO_APARELHO)[number];

export const CONSENTIMENTOS = ['aceito', 'recusou_gravacao', 'recusou'] as const;
export type Consentimento = (typeof CONSENTIMENTOS)[number];

/** Reason for a pause (`pausa`): the page was left, or the device began another interview. */
export const PAUSAS = ['saiu', 'outra_entrevista'] as const;
export type Pausa = (typeof PAUSAS)[number];

/**
 * Reason for the end of a recording (`gravacao_interrompida`). 'encerrada': the page was left, or the interview ended.
 */
export const INTERRUPCOES_GRAVACAO = [
  'encerrada',
  'outra_entrevista',
  'microfone_perdido',
  'tela_oculta',
  'aparelho_caiu',
  'sem_espaco',
  'recusada',
] as const;
export type InterrupcaoGravacao = (typeof INTERRUPCOES_GRAVACAO)[number];

const resposta = z.object({
  opcoes: z.array(z.uuid()).max(100),
  texto: storableText().max(5000).nullable(),
});
const ms = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const eventoAparelho = z.object({
  seq: z.number().int().min(1).max(1_000_000),
  tipo: z.enum(TIPOS_EVENTO_APARELHO),
  pergunta_id: z.uuid().nullable(),
  valor: resposta.nullable(),
  valor_anterior: resposta.nullable(),
  /** Time since the interview began, ms, by a monotonic clock; across a restart by the wall clock. */
  mono_ms: ms,
  /** The device's wall clock, ms since 1970: for display, never for ordering. */
  relogio: ms,
  /** Number of the recording, from 1, and position in it, ms. */
  gravacao: z.number().int().min(1).max(1000).nullable(),
  audio_ms: ms.nullable(),
  motivo: storableText().max(500).nullable(),
});
export type EventoAparelho = z.infer<typeof eventoAparelho>;

/** Maximum events of a log, and maximum bytes of these events as sent. */
export const LIMITES_REGISTRO = { eventos: 20_000, bytes: 20 * 1024 * 1024 } as const;

/** Reasons why a manager must decide before an interview is counted and audited. */
export const QUARENTENAS = [
  'membro_desativado',
  'aparelho_revogado',
  'fora_da_lista',
  /** The log has answers unknown to the questionnaire's version, or events after a refusal. */
  'registro_invalido',
  /** The log exceeded LIMITES_REGISTRO; the server refused the excess. */
  'registro_excessivo',
  'sem_consentimento',
  'resposta_faltando',
  /** No sound was recorded, although the version requires a recording. */
  'sem_gravacao',
] as const;
export type Quarentena = (typeof QUARENTENAS)[number];

export const SINCRONIAS = ['parcial', 'completa'] as const;
export type Sincronia = (typeof SINCRONIAS)[number];

export const MONTAGENS = ['pendente', 'pronta', 'falhou'] as const;
export type Montagem = (typeof MONTAGENS)[number];

/** Time that a device's unfinished upload is kept, as a PostgreSQL interval. */
export const ENVIO_ESPERA_APARELHO = '28 days';
