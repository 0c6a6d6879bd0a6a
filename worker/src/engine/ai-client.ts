import type { TarefaIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';

export type CallOptions = {
  alvo: AlvoModelo;
  protocolo?: ProtocoloDeclarado | null | undefined;
  /** Key that is the same for equal calls of a run, even after a crash. */
  chaveIdempotente: string;
  signal: AbortSignal;
};

/** A file to send from the byte `startByte` on. The extension of `nome` tells the provider the format. */
export type Som = { filePath: string; startByte: number; nome: string };

export type PedidoTranscricao = CallOptions & {
  som: Som;
  /** Length of the sound, ms, which is billed if the answer states no usage. */
  duracaoMs: number;
  /** True: requests speaker labels. */
  vozes: boolean;
  /** For models that accept a temperature; default 0. */
  temperatura?: number;
};

export type RespostaTranscricao = {
  texto: string;
  /** Segments, in ms from the sent file's start; null if the model gives no times. `voz`: speaker label. */
  segmentos:
    | { texto: string; startMs: number; endMs: number; confianca: number | null; voz?: string | null }[]
    | null;
  /** Confidence of the whole answer, 0 to 1. */
  confianca: number | null;
  uso: UsoProvedor;
  latenciaMs: number;
};

export type PedidoTexto = CallOptions & {
  /** Name of the answer's JSON schema; `perfil`: its language. */
  tarefa: TarefaIa;
  perfil: Perfil;
  mensagens: readonly { papel: 'system' | 'user' | 'assistant'; texto: string }[];
  /** Greatest number of tokens of the visible answer, without reasoning. */
  maxTokens: number;
  temperatura: number | null;
  /** True: writes the schema into the prompt even if the model supports schemas. */
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
  /** A client whose failures the circuit breaker counts as those of one item (`quem`). */
  of(quem: string): AiClient;
  openCircuits(): Promise<{ provedor: AlvoModelo['provedor']; aberto: boolean }[]>;
}
