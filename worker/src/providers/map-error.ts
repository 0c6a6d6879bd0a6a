import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { ProviderError } from './provider-error.ts';
import { refusedParameter } from './refused-parameters.ts';

/** Longest pause that a provider may request, ms, against absurd values. */
const PAUSA_MAXIMA_MS = 3_600_000;

/** Code of the demo AI's refusal (demo-ai/README.md). */
const CODIGO_DEMO = 'demo_audio_desconhecido';

/** Reads `Retry-After` (seconds or HTTP date) or OpenAI's more exact `retry-after-ms`, ms; null if unusable. */
export function readRetryAfter(
  headers: Pick<Headers, 'get'> | undefined,
  now: number = Date.now(),
): number | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return Math.min(PAUSA_MAXIMA_MS, Math.ceil(exact));
  const text = headers?.get('retry-after')?.trim();
  if (!text) return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(PAUSA_MAXIMA_MS, Math.max(0, Math.ceil(ms)));
}

/** Codes for a prompt that exceeds the context: OpenAI's, llama.cpp's. */
const SEM_LUGAR: ReadonlySet<string> = new Set(['context_length_exceeded', 'exceed_context_size_error']);
/** Words for too small a context at vLLM and Ollama, which send no code. */
const CONTEXTO = /maximum context|context (?:length|size|window)/iu;
const MAIOR_QUE_O_CONTEXTO =
  'O pedido é maior do que o contexto do modelo de IA. Aumente o contexto no servidor ou escolha outro modelo.';

/** Accepts only identifiers; a server's other texts are never shown. */
const identifier = (value: unknown) =>
  typeof value === 'string' && /^[\w.[\]-]{1,60}$/.test(value) ? value : null;

type ToldError = {
  headers: Pick<Headers, 'get'> | undefined;
  code?: unknown;
  param?: unknown;
  type?: string | undefined;
  /** Searched for names of parameters; never shown. */
  message?: string;
};

function describe(base: string, error: ToldError): string {
  const details = [
    identifier(error.param) && `parâmetro «${error.param}»`,
    identifier(error.code) && `código «${error.code}»`,
  ].filter(Boolean);
  return details.length > 0 ? `${base} (${details.join(', ')}).` : `${base}.`;
}

/** Converts an exception into a `ProviderError`. @throws the abort's reason if the caller aborted */
export function toProviderError(
  error: unknown,
  signals: { caller: AbortSignal; deadline: AbortSignal },
): ProviderError {
  if (error instanceof ProviderError) return error;
  signals.caller.throwIfAborted();
  if (signals.deadline.aborted || error instanceof APIConnectionTimeoutError) {
    return new ProviderError('tempo', 'O provedor de IA não respondeu a tempo.');
  }
  if (error instanceof APIConnectionError) {
    return new ProviderError('indisponivel', 'Não foi possível conectar ao provedor de IA.');
  }
  if (error instanceof APIError && typeof error.status === 'number') return fromStatus(error, error.status);
  if (error instanceof SyntaxError) {
    return new ProviderError('resposta_invalida', 'O provedor de IA respondeu algo que não é JSON válido.');
  }
  if (error instanceof TypeError || isBroken(error)) {
    return new ProviderError('indisponivel', 'A conexão com o provedor de IA foi interrompida.');
  }
  throw error;
}

/** Text for the content filter's refusal of a request (Azure's 400) or an answer. */
export const RECUSA_DO_FILTRO =
  'O filtro de conteúdo do provedor de IA recusou esta gravação. Ela não foi analisada por este modelo.';

function isBroken(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** The error for an HTTP status. @param refused text, without full stop, for other refusals */
export function fromStatus(
  error: ToldError,
  status: number,
  refused = 'O provedor de IA recusou o pedido',
): ProviderError {
  const retryAfterMs = readRetryAfter(error.headers);
  if (error.code === CODIGO_DEMO) {
    return new ProviderError(
      'nao_reconhecida',
      'A IA de demonstração transcreve somente as gravações de amostra. As suas são transcritas depois que o administrador da instalação configurar um provedor de IA.',
      { status },
    );
  }
  if (status === 402 || error.code === 'insufficient_quota' || error.type === 'billing_error') {
    return new ProviderError('sem_saldo', 'A conta no provedor de IA está sem saldo.', { status });
  }
  if (status === 429) {
    return new ProviderError('limite', 'O provedor de IA está limitando os pedidos.', {
      status,
      retryAfterMs,
    });
  }
  if (status === 401 || status === 403) {
    return new ProviderError(
      'credenciais',
      'O provedor de IA recusou a chave de acesso. Verifique a configuração.',
      { status },
    );
  }
  if (error.code === 'content_filter' || error.code === 'content_policy_violation') {
    return new ProviderError('recusado', RECUSA_DO_FILTRO, { status });
  }
  const refusal = status === 400 || status === 422;
  const saysContext = refusal && CONTEXTO.test(error.message ?? '');
  if (saysContext || (typeof error.code === 'string' && SEM_LUGAR.has(error.code))) {
    return new ProviderError('cortado', MAIOR_QUE_O_CONTEXTO, { status });
  }
  if (status === 413) {
    return new ProviderError('recusado', 'O provedor de IA recusou o pedido por ser grande demais.', {
      status,
    });
  }
  if (status === 404) {
    const unknown = 'O provedor de IA não conhece o modelo ou o endereço';
    const told = describe(unknown, error).replace(/\.$/u, '');
    return new ProviderError(
      'recusado',
      `${told}. Em um servidor próprio, baixe o modelo antes: o doctor diz quais faltam.`,
      { status },
    );
  }
  // A 409 means a lock at the provider, unless its reason is the idempotency key.
  if (status >= 500 || status === 408 || (status === 409 && error.code !== 'idempotency_key_reused')) {
    return new ProviderError('indisponivel', `O provedor de IA está indisponível (HTTP ${status}).`, {
      status,
      retryAfterMs,
    });
  }
  const parameter = refusal ? refusedParameter(error.param, error.message) : null;
  return new ProviderError('recusado', describe(refused, error), { status, parameter });
}
