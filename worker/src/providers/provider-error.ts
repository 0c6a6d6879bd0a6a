/**
 * Why a provider's call failed.
 *
 * - `limite`: too many requests (429). `sem_saldo`: the account is out of money (also a 429, or 402).
 * - `indisponivel`: 5xx, connection refused or broken. `tempo`: no answer in time.
 * - `credenciais`: 401/403. `recusado`: every other 4xx, or the model declined to answer.
 * - `nao_reconhecida`: the demo AI does not know the recording.
 * - `resposta_invalida`: no JSON: a proxy's page, a cut body. Nobody answered; another attempt may succeed.
 * - `ilegivel`: a whole answer that cannot be read. Asking again is paid again and ends the same way.
 * - `cortado`: the server read only a part of what was sent, or says that it has no room for it.
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
 * A failed call. `mensagem` is Portuguese and for people. Nothing in it comes from the request or from the
 * provider's free text: no keys, no transcripts.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: TipoErroProvedor;
  readonly mensagem: string;
  /** Another attempt may succeed. */
  readonly retryable: boolean;
  /** How long the provider asked to be left alone, ms; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The parameter that the provider refused, where the request can do without it; null otherwise. */
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
