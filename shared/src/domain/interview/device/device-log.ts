/**
 * The log that a device in the field keeps of an interview: append-only, numbered from 1 without gaps. The server keeps it as it came,
 * beside its own events, and both compare one digest of it at the end (log-digest.ts). Answers are its projection.
 */
import { z } from 'zod';
import { storableText } from '../../text/storable-text.ts';

export const TIPOS_EVENTO_APARELHO = [
  'iniciada',
  /** `motivo`: what the respondent said (CONSENTIMENTOS). */
  'consentimento',
  'pergunta_exibida',
  'resposta_alterada',
  'voltou',
  /** `motivo`: PAUSAS; null: the page was hidden. */
  'pausa',
  'retomada',
  'gravacao_iniciada',
  /** `motivo`: INTERRUPCOES_GRAVACAO. */
  'gravacao_interrompida',
  /** There is no room left on the device: the sound stops, the interview goes on. */
  'sem_espaco',
  /** The device's clock was set: `motivo` says by how many ms. */
  'relogio_mudou',
  /** `motivo`: 'sem_rede' | 'com_rede'. */
  'rede',
  /** It ends before its last question; `motivo` in words. */
  'interrompida',
  'finalizada',
] as const;
export type TipoEventoAparelho = (typeof TIPOS_EVENTO_APARELHO)[number];

/** What the respondent said to the consent that was read: goes on, without a recording, or not at all. */
export const CONSENTIMENTOS = ['aceito', 'recusou_gravacao', 'recusou'] as const;
export type Consentimento = (typeof CONSENTIMENTOS)[number];

/** Why an interview pauses (`pausa`): its page was left, or another interview began on the device. */
export const PAUSAS = ['saiu', 'outra_entrevista'] as const;
export type Pausa = (typeof PAUSAS)[number];

/**
 * Why a recording stopped (`gravacao_interrompida`). 'encerrada': the interviewer left its page, or it is the end.
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

/** One event, as it travels and as it is kept. */
export const eventoAparelho = z.object({
  seq: z.number().int().min(1).max(1_000_000),
  tipo: z.enum(TIPOS_EVENTO_APARELHO),
  /** The question that it is about. */
  pergunta_id: z.uuid().nullable(),
  /** Of an answer: what stands now, and what stood there before. */
  valor: resposta.nullable(),
  valor_anterior: resposta.nullable(),
  /** ms since the interview began, by a clock that nobody can set; over a restart of the device by its wall clock. */
  mono_ms: ms,
  /** The device's wall clock, ms since 1970: a label, never an order. */
  relogio: ms,
  /** The recording under way, from 1, and the ms in it. */
  gravacao: z.number().int().min(1).max(1000).nullable(),
  audio_ms: ms.nullable(),
  motivo: storableText().max(500).nullable(),
});
export type EventoAparelho = z.infer<typeof eventoAparelho>;

/** Largest log of one interview: number of events, and their bytes as sent. Each second of typing is an event with the whole text so far. */
export const LIMITES_REGISTRO = { eventos: 20_000, bytes: 20 * 1024 * 1024 } as const;

/** Why an interview that came in is held for a manager, instead of being counted and audited. */
export const QUARENTENAS = [
  'membro_desativado',
  'aparelho_revogado',
  'fora_da_lista',
  /** Answers that the version has not, or anything after a refusal to take part. */
  'registro_invalido',
  /** Its log passes LIMITES_REGISTRO: what came beyond was refused. */
  'registro_excessivo',
  'sem_consentimento',
  /** A required question that applied has none. */
  'resposta_faltando',
  /** Without sound, of a version that does not go on without. */
  'sem_gravacao',
] as const;
export type Quarentena = (typeof QUARENTENAS)[number];

/** How much of an interview done on a device the server has. */
export const SINCRONIAS = ['parcial', 'completa'] as const;
export type Sincronia = (typeof SINCRONIAS)[number];

/** States of the joining of a device's recordings into the item's one. */
export const MONTAGENS = ['pendente', 'pronta', 'falhou'] as const;
export type Montagem = (typeof MONTAGENS)[number];

/** What a device has begun to send of an interview waits for the rest so much longer than what nobody goes on with, as PostgreSQL says it. */
export const ENVIO_ESPERA_APARELHO = '28 days';
