import type { TarefaIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';

export type CallOptions = {
  alvo: AlvoModelo;
  /** The catalogue's declarations; null: none. */
  protocolo?: ProtocoloDeclarado | null | undefined;
  /** Key that is the same for equal calls of a run, even after a crash. */
  chaveIdempotente: string;
  signal: AbortSignal;
};

/** A sound to send: a file from a byte on. The extension of `nome` names the format. */
export type Som = { filePath: string; startByte: number; nome: string };

export type PedidoTranscricao = CallOptions & {
  som: Som;
  /** Length of the sound, ms; billed if the answer states none. */
  duracaoMs: number;
  /** Requests speaker labels (model-capabilities.ts `diarizacao`). */
  vozes: boolean;
  /** Temperature, for models that accept one; default 0. */
  temperatura?: number;
};

export type RespostaTranscricao = {
  texto: string;
  /** Times in ms of the sent file; null: none. `voz`: the model's speaker label. */
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
  /** Tokens of the visible answer, without the room for reasoning. */
  maxTokens: number;
  temperatura: number | null;
  /** Writes the schema into the prompt too, whatever the model supports. */
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
 * The providers as stages call them.
 * @throws StageFailure; its code tells whether a retry may succeed
 */
export interface AiClient {
  transcribe(request: PedidoTranscricao): Promise<RespostaTranscricao>;
  chat(request: PedidoTexto): Promise<RespostaTexto>;
}

export interface AiProviders extends AiClient {
  /** A client whose failures the circuit breaker counts for a single item. */
  of(quem: string): AiClient;
  openCircuits(): Promise<{ provedor: AlvoModelo['provedor']; aberto: boolean }[]>;
}
