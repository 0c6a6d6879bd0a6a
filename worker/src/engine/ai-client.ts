import type { TarefaIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';

export type CallOptions = {
  alvo: AlvoModelo;
  /** The catalogue's declaration about the model's server; null if it declares nothing. */
  protocolo?: ProtocoloDeclarado | null | undefined;
  /** Idempotency key: the same for equal calls of a run, even after a crash. */
  chaveIdempotente: string;
  signal: AbortSignal;
};

/** A sound to send: a file, from the byte `startByte` on. The extension of `nome` tells the provider the format. */
export type Som = { filePath: string; startByte: number; nome: string };

export type PedidoTranscricao = CallOptions & {
  som: Som;
  /** Length of the sound, ms, by which the call is billed if the answer states no usage. */
  duracaoMs: number;
  /** True: requests speaker labels (model-capabilities.ts `diarizacao`). */
  vozes: boolean;
  /** Temperature, for models that accept one; default 0. */
  temperatura?: number;
};

export type RespostaTranscricao = {
  texto: string;
  /** Segments, timed in ms from the sent file's start; null if the model gives no times. `voz`: its speaker label. */
  segmentos:
    | { texto: string; startMs: number; endMs: number; confianca: number | null; voz?: string | null }[]
    | null;
  /** Confidence of the whole answer, 0 to 1; null: the model gives none. */
  confianca: number | null;
  uso: UsoProvedor;
  latenciaMs: number;
};

export type PedidoTexto = CallOptions & {
  /** `tarefa` and `perfil` name the answer's JSON schema and language. */
  tarefa: TarefaIa;
  perfil: Perfil;
  mensagens: readonly { papel: 'system' | 'user' | 'assistant'; texto: string }[];
  /** Greatest number of tokens of the visible answer; tokens for reasoning are added. */
  maxTokens: number;
  temperatura: number | null;
  /** True: writes the schema into the prompt, too, even if the model supports schemas. */
  esquemaNoTexto?: boolean;
};

export type RespostaTexto = {
  texto: string;
  cortada: boolean;
  parametrosOmitidos: string[];
  uso: UsoProvedor;
  latenciaMs: number;
};

/**
 * The AI providers, as the stages call them.
 * @throws StageFailure; its code tells whether a retry may succeed
 */
export interface AiClient {
  transcribe(request: PedidoTranscricao): Promise<RespostaTranscricao>;
  chat(request: PedidoTexto): Promise<RespostaTexto>;
}

export interface AiProviders extends AiClient {
  /** A client for an item (`quem`), whose failures the circuit breaker counts as those of one item. */
  of(quem: string): AiClient;
  openCircuits(): Promise<{ provedor: AlvoModelo['provedor']; aberto: boolean }[]>;
}
