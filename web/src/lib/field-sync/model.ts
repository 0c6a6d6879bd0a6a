/**
 * Data of an interview recorded on a device. Two senders use it: the device with its store (web/src/field), and the
 * dashboard with a file exported from a device.
 */
import type {
  Consentimento,
  EventoAparelho,
  InterrupcaoGravacao,
} from '@escuta/shared/domain/interview/device/device-log';

export type TipoGravacao = 'audio/webm' | 'audio/mp4' | 'audio/ogg';

/** A continuous recording; each start of the recorder begins a new recording, and each recording has its own upload. */
export interface Gravacao {
  /** Number of the recording in the interview, from 1. */
  n: number;
  envioId: string;
  tipo: TipoGravacao;
  /** The reason why the recording stopped; null if the recording still runs, or if the device crashed. */
  fim: InterrupcaoGravacao | null;
}

export type Fase = 'consentimento' | 'perguntas' | 'concluida' | 'interrompida';

export interface EntrevistaAEnviar {
  id: string;
  versaoId: string;
  /** Name of the respondent; empty if the respondent refused to take part. */
  nome: string;
  telefone: string | null;
  /** Start by the device's clock, ms since 1970. */
  iniciadaEm: number;
  fase: Fase;
  consentimento: Consentimento | null;
  gravacoes: Gravacao[];
  /** Number of the last event. */
  seq: number;
}

export interface ParteAEnviar {
  /** Number of the piece in its recording, from 1. */
  n: number;
  bytes: ArrayBuffer;
  sha256: string;
}

export interface SyncStore {
  entrevista(id: string): Promise<EntrevistaAEnviar | undefined>;
  /** Events from number `de` on, in order, at most `limite`. */
  eventos(id: string, de: number, limite: number): Promise<EventoAparelho[]>;
  /** Numbers of each recording's pieces, in order; reads no bytes. */
  partes(id: string): Promise<Map<number, number[]>>;
  parte(id: string, gravacao: number, n: number): Promise<ParteAEnviar | undefined>;
  /** Stores the progress of sending. */
  setFila(fila: { id: string; ate: number; partes: number; falha: null }): Promise<void>;
  /** Deletes the local data of an interview that needs no more sending; `em`: time, ms since 1970. */
  finish(id: string, em: number): Promise<void>;
}

/** True if the interview is over, completed or interrupted. */
export const isEnded = ({ fase }: Pick<EntrevistaAEnviar, 'fase'>): boolean =>
  fase === 'concluida' || fase === 'interrompida';
