import type { TarefaIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';

/** What every call carries. */
export type CallOptions = {
  alvo: AlvoModelo;
  /** What the catalogue declares of the model; null or absent: nothing. */
  protocolo?: ProtocoloDeclarado | null | undefined;
  /** The same for the same call of the same run, also after a crash. */
  chaveIdempotente: string;
  signal: AbortSignal;
};

/** A sound that is sent: a file from a byte on. The extension of `nome` names the format. */
export type Som = { filePath: string; startByte: number; nome: string };

export type PedidoTranscricao = CallOptions & {
  som: Som;
  /** Length of the sound, ms: what is billed when the answer does not say. */
  duracaoMs: number;
  /** Voices are to be told apart; only of models that can (model-capabilities.ts `diarizacao`). */
  vozes: boolean;
  /** Only of models that take one; missing: 0. */
  temperatura?: number;
};

export type RespostaTranscricao = {
  texto: string;
  /** In ms of the file sent; null when the model gives no times. `voz`: the model's own label, where voices were asked for. */
  segmentos:
    | { texto: string; startMs: number; endMs: number; confianca: number | null; voz?: string | null }[]
    | null;
  /** 0 to 1, of the whole answer; null where the model gives none. */
  confianca: number | null;
  uso: UsoProvedor;
  latenciaMs: number;
};

export type PedidoTexto = CallOptions & {
  /** Name the JSON schema of the answer: its shape, and whose words it is in. */
  tarefa: TarefaIa;
  perfil: Perfil;
  mensagens: readonly { papel: 'system' | 'user' | 'assistant'; texto: string }[];
  /** Tokens of the visible answer; room for thinking is added where the model thinks. */
  maxTokens: number;
  temperatura: number | null;
  /** The schema is written into the prompt, too, whatever the model takes. */
  esquemaNoTexto?: boolean;
};

export type RespostaTexto = {
  texto: string;
  /** The answer was cut at the token limit. */
  cortada: boolean;
  /** Parameters that the model does not take and that were left out. */
  parametrosOmitidos: string[];
  uso: UsoProvedor;
  latenciaMs: number;
};

/** The providers as the stages see them. @throws StageFailure, whose code says whether another attempt may succeed */
export interface AiClient {
  transcribe(request: PedidoTranscricao): Promise<RespostaTranscricao>;
  chat(request: PedidoTexto): Promise<RespostaTexto>;
}

export interface AiProviders extends AiClient {
  /** The providers as one item (or one test of a draft) calls them: all its failures together count as one item's. */
  of(quem: string): AiClient;
  /** Which providers' circuits hold calls back, because nobody is answered. */
  openCircuits(): Promise<{ provedor: AlvoModelo['provedor']; aberto: boolean }[]>;
}
