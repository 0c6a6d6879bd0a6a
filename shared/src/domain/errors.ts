/** Stable codes for clients, with HTTP status. Messages are Portuguese, for people. */
export const ERROR_STATUS = {
  requisicao_invalida: 400,
  arquivo_invalido: 400,
  nao_autenticado: 401,
  credenciais_invalidas: 401,
  /** The device may send nothing until its user signs in again. */
  aparelho_revogado: 401,
  creditos_insuficientes: 402,
  sem_permissao: 403,
  /** The company cannot invite before it confirms its e-mail. */
  email_nao_confirmado: 403,
  chave_nao_permitida: 403,
  /** The account may only do field work, which the route does not serve. */
  so_campo: 403,
  nao_encontrado: 404,
  /** The body arrived too slowly, or not at all. */
  tempo_esgotado: 408,
  conflito: 409,
  /** The request would cost or replace something, described in `dados`, and may be repeated with `confirmado`. */
  confirmacao_necessaria: 409,
  empresa_com_dados: 409,
  item_com_resultados: 409,
  execucao_em_andamento: 409,
  sem_arquivo: 409,
  /** The price depends on the recording's length, which is still being measured. */
  gravacao_em_medicao: 409,
  dados_apagados: 409,
  link_invalido: 410,
  corpo_grande: 413,
  /** The company's storage quota is exhausted; devices keep retrying. */
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
  /** The database stopped answering during a write: check the outcome before repeating. */
  resultado_desconhecido: 504,
  sem_espaco: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A refused field. Further properties, such as `atual`, are values to show. */
export type FieldError = { campo: string; mensagem: string } & Readonly<Record<string, unknown>>;

/** The product's only error class. `errors`: fields at fault; `dados`: values for the client. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly dados: Readonly<Record<string, unknown>> | null;
  /** Seconds until a retry makes sense (status 429 and 503). */
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

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Clients in the specifications show `message`, `error` or `details`, so each is a sentence. */
export type ErrorBody = {
  success: false;
  message: string;
  error: string;
  /** The message, then each field's problem. */
  details: string;
  errors: readonly FieldError[];
  dados: Readonly<Record<string, unknown>> | null;
  code: ErrorCode;
  requestId: string;
};
