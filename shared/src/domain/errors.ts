/**
 * Every failure that a client can see has one of these codes; the table gives its HTTP status. Codes are stable: clients
 * may branch on them. Messages are Portuguese, for people.
 */
export const ERROR_STATUS = {
  requisicao_invalida: 400,
  arquivo_invalido: 400,
  nao_autenticado: 401,
  credenciais_invalidas: 401,
  /** The device may send nothing more, until its member signs in on it again. */
  aparelho_revogado: 401,
  creditos_insuficientes: 402,
  sem_permissao: 403,
  /** The company has not confirmed its e-mail yet: until then it invites nobody. */
  email_nao_confirmado: 403,
  chave_nao_permitida: 403,
  nao_encontrado: 404,
  /** The body came too slowly, or not at all. */
  tempo_esgotado: 408,
  conflito: 409,
  /** It costs or replaces something that the one who asks may not know of: `dados` says what; again, with `confirmado`. */
  confirmacao_necessaria: 409,
  empresa_com_dados: 409,
  item_com_resultados: 409,
  execucao_em_andamento: 409,
  sem_arquivo: 409,
  /** An interview's recording is still being measured, and its length is its price. */
  gravacao_em_medicao: 409,
  /** The call's data were erased: only its tombstone is left. */
  dados_apagados: 409,
  /** A password link that is unknown, used or too old. */
  link_invalido: 410,
  corpo_grande: 413,
  /** The company's quota of bytes is used up, or has no room for this. Later it may fit: a device goes on asking. */
  cota_atingida: 413,
  endereco_longo: 414,
  tipo_nao_suportado: 415,
  faixa_invalida: 416,
  regra_violada: 422,
  endereco_recusado: 422,
  telefonia_falhou: 424,
  muitas_tentativas: 429,
  cabecalhos_grandes: 431,
  erro_interno: 500,
  nao_configurado: 503,
  indisponivel: 503,
  /** The database went silent while it was saving: it may be saved or not. Look before trying again. */
  resultado_desconhecido: 504,
  /** The storage of recordings is full. */
  sem_espaco: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One field of a request that was refused, and why; `atual` and the like: what a client may show beside it. */
export type FieldError = { campo: string; mensagem: string } & Readonly<Record<string, unknown>>;

/** The one error class of the product. `errors`: the fields at fault; `dados`: values that a client can show or use. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly dados: Readonly<Record<string, unknown>> | null;
  /** For 429 and 503: when to come back, in seconds. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      errors?: readonly FieldError[];
      dados?: Readonly<Record<string, unknown>>;
      retryAfterS?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.dados = options.dados ?? null;
    this.retryAfterS = options.retryAfterS;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * Body of every error response. The specifications' clients show message, error or details, whichever they find first:
 * each of the three is a sentence.
 */
export type ErrorBody = {
  success: false;
  message: string;
  error: string;
  /** The message, and what is wrong with each further field. */
  details: string;
  errors: readonly FieldError[];
  dados: Readonly<Record<string, unknown>> | null;
  code: ErrorCode;
  requestId: string;
};
