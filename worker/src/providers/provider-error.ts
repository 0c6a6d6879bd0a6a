/**
 * Reasons for a failed call:
 * - `limite`: too many requests (429)
 * - `sem_saldo`: the account has no money (402 or 429)
 * - `indisponivel`: 5xx, connection refused or broken
 * - `tempo`: no answer in time
 * - `credenciais`: 401 or 403
 * - `recusado`: another 4xx, or the model declined
 * - `nao_reconhecida`: recording unknown to the demo AI
 * - `resposta_invalida`: no JSON (a proxy's page, a broken body); a retry may succeed
 * - `ilegivel`: complete, but unreadable; a retry would cost again, for the same result
 * - `cortado`: the request did not fit, or the server read only a part
 */
export type TipoErroProvedor =
  | 'limite'
  | 'sem_saldo'
  | 'indisponivel'
  | 'tempo'
  | 'credenciais'
  | 'recusado'
  | 'nao_reconhecida'
  | 'resposta_invalida'
  | 'ilegivel'
  | 'cortado';

const REPETIVEL: ReadonlySet<TipoErroProvedor> = new Set([
  'limite',
  'indisponivel',
  'tempo',
  'resposta_invalida',
]);

/**
 * A failed call. `mensagem` is for people, in Portuguese. No text comes from the request or the provider, because such
 * texts may contain keys or transcripts.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: TipoErroProvedor;
  readonly mensagem: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** The refused parameter, if the request works without it. */
  readonly parameter: string | null;

  constructor(
    kind: TipoErroProvedor,
    mensagem: string,
    options: { retryAfterMs?: number | null; status?: number | null; parameter?: string | null } = {},
  ) {
    super(mensagem);
    this.kind = kind;
    this.mensagem = mensagem;
    this.retryable = REPETIVEL.has(kind);
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status ?? null;
    this.parameter = options.parameter ?? null;
  }
}
