/**
 * Data of an interview done on a device, for either sender: the device from its store (web/src/field), or the
 * dashboard from a file that a device exported.
 */
import type {
  Consentimento,
  EventoAparelho,
  InterrupcaoGravacao,
} from '@escuta/shared/domain/interview/device/device-log';

export type TipoGravacao = 'audio/webm' | 'audio/mp4' | 'audio/ogg';

/** One run of the recorder: its own header, its own upload. */
export interface Gravacao {
  /** From 1. */
  n: number;
  envioId: string;
  tipo: TipoGravacao;
  /** The reason why it stopped; null: under way, or the device fell over meanwhile. */
  fim: InterrupcaoGravacao | null;
}

/** State of an interview. */
export type Fase = 'consentimento' | 'perguntas' | 'concluida' | 'interrompida';

export interface EntrevistaAEnviar {
  id: string;
  versaoId: string;
  /** Emptied when the respondent refuses to take part. */
  nome: string;
  telefone: string | null;
  /** ms since 1970, by the device's clock. */
  iniciadaEm: number;
  fase: Fase;
  consentimento: Consentimento | null;
  gravacoes: Gravacao[];
  /** Of the last event. */
  seq: number;
}

/** One piece of a recording, as it is sent. */
export interface ParteAEnviar {
  /** From 1. */
  n: number;
  bytes: ArrayBuffer;
  sha256: string;
}

/** Store of the data to send. */
export interface SyncStore {
  entrevista(id: string): Promise<EntrevistaAEnviar | undefined>;
  /** From `de` on, in order, at most `limite`. */
  eventos(id: string, de: number, limite: number): Promise<EventoAparelho[]>;
  /** Numbers of the pieces of each recording, in order; no bytes are read. */
  partes(id: string): Promise<Map<number, number[]>>;
  parte(id: string, gravacao: number, n: number): Promise<ParteAEnviar | undefined>;
  /** Progress of sending. */
  setFila(fila: { id: string; ate: number; partes: number; falha: null }): Promise<void>;
  /** The server has all of it. */
  finish(id: string, em: number): Promise<void>;
}

/** True if nothing more is asked. */
export const isEnded = ({ fase }: Pick<EntrevistaAEnviar, 'fase'>): boolean =>
  fase === 'concluida' || fase === 'interrompida';
