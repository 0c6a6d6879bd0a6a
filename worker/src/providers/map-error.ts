import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { ProviderError } from './provider-error.ts';

/** Longest pause a provider may ask for, ms: beyond it a typing error in a header would stop everything. */
const PAUSA_MAXIMA_MS = 3_600_000;

/** Code of the demo AI's refusal, kept in step with demo-ai/README.md. */
const CODIGO_DEMO = 'demo_audio_desconhecido';

/**
 * How long `Retry-After` asks to wait, ms; null when it says nothing usable. Takes seconds (also broken ones) and HTTP
 * dates, and the more exact `retry-after-ms` that OpenAI sends beside it.
 */
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

/** Parameter names and codes are identifiers; anything longer or freer is not shown. */
const identifier = (value: unknown) =>
  typeof value === 'string' && /^[\w.[\]-]{1,60}$/.test(value) ? value : null;

function describe(base: string, error: APIError): string {
  const details = [
    identifier(error.param) && `parâmetro «${error.param}»`,
    identifier(error.code) && `código «${error.code}»`,
  ].filter(Boolean);
  return details.length > 0 ? `${base} (${details.join(', ')}).` : `${base}.`;
}

/** Anything the client throws, as a `ProviderError`. An abort by the caller's own signal is thrown on as its reason. */
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
  if (error instanceof TypeError) {
    return new ProviderError('indisponivel', 'A conexão com o provedor de IA foi interrompida.');
  }
  throw error;
}

function fromStatus(error: APIError, status: number): ProviderError {
  const retryAfterMs = readRetryAfter(error.headers);
  if (error.code === CODIGO_DEMO) {
    return new ProviderError(
      'nao_reconhecida',
      'A IA de demonstração transcreve somente as gravações de amostra. Configure OPENAI_API_KEY para transcrever as suas.',
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
  if (status === 413) {
    return new ProviderError('recusado', 'O provedor de IA recusou o pedido por ser grande demais.', {
      status,
    });
  }
  if (status === 404) {
    return new ProviderError(
      'recusado',
      describe('O provedor de IA não conhece o modelo ou o endereço', error),
      {
        status,
      },
    );
  }
  // 409 is a lock in the provider's house, unless our own key is the reason.
  if (status >= 500 || status === 408 || (status === 409 && error.code !== 'idempotency_key_reused')) {
    return new ProviderError('indisponivel', `O provedor de IA está indisponível (HTTP ${status}).`, {
      status,
      retryAfterMs,
    });
  }
  return new ProviderError('recusado', describe('O provedor de IA recusou o pedido', error), { status });
}
