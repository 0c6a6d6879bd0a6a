/** An error in OpenAI's format: `{ error: { message, type, param, code } }`. */
export class OpenAiError extends Error {
  override name = 'OpenAiError';
  readonly status: number;
  readonly param: string | null;
  readonly code: string | null;

  constructor(
    status: number,
    message: string,
    options: { param?: string | null; code?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.param = options.param ?? null;
    this.code = options.code ?? null;
  }

  toBody() {
    const type = this.status >= 500 ? 'server_error' : 'invalid_request_error';
    return { error: { message: this.message, type, param: this.param, code: this.code } };
  }
}

/** Makes an error 400 that names a wrong parameter. */
export const badParameter = (param: string, message: string, code: string | null = null) =>
  new OpenAiError(400, message, { param, code });

export const unsupportedParameter = (param: string, model: string) =>
  badParameter(param, `O parâmetro '${param}' não é aceito pelo modelo ${model}.`, 'unsupported_parameter');

export const unsupportedValue = (param: string, model: string, value: string) =>
  badParameter(param, `O modelo ${model} não aceita o valor '${value}' em '${param}'.`, 'unsupported_value');
