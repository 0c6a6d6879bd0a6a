import { badParameter, unsupportedParameter, unsupportedValue } from './openai-errors.ts';

/**
 * Rules of POST /audio/transcriptions as published, as far as this server supports them. Written separately from the
 * worker's capability table, so that rules and table check each other.
 */
type Regras = {
  formatos: readonly string[];
  idioma: 'language' | 'languages';
  prompt: boolean;
  temperatura: boolean;
  logprobs: boolean;
  /** True for models that name speakers: they require `chunking_strategy` and answer in 'diarized_json'. */
  vozes: boolean;
  /** Unit in which the answer's `usage` is given. */
  uso: 'duration' | 'tokens';
};

const WHISPER: Regras = {
  formatos: ['json', 'text', 'verbose_json'],
  idioma: 'language',
  prompt: true,
  temperatura: true,
  logprobs: false,
  vozes: false,
  uso: 'duration',
};
const GPT_4O: Regras = {
  formatos: ['json'],
  idioma: 'language',
  prompt: true,
  temperatura: true,
  logprobs: true,
  vozes: false,
  uso: 'tokens',
};
const GPT_TRANSCRIBE: Regras = {
  formatos: ['json'],
  idioma: 'languages',
  prompt: true,
  temperatura: false,
  logprobs: false,
  vozes: false,
  uso: 'duration',
};

const GPT_4O_DIARIZE: Regras = {
  ...GPT_4O,
  formatos: ['json', 'text', 'diarized_json'],
  prompt: false,
  logprobs: false,
  vozes: true,
};

/** The rules of each model, by its published id. */
export const MODELOS_DE_TRANSCRICAO: Readonly<Record<string, Regras>> = {
  'whisper-1': WHISPER,
  'gpt-transcribe': GPT_TRANSCRIBE,
  'gpt-4o-transcribe': GPT_4O,
  'gpt-4o-mini-transcribe': GPT_4O,
  'gpt-4o-mini-transcribe-2025-12-15': GPT_4O,
  'gpt-4o-transcribe-diarize': GPT_4O_DIARIZE,
};

const CAMPOS = new Set([
  'model',
  'language',
  'languages',
  'keywords',
  'prompt',
  'response_format',
  'temperature',
  'include',
  'timestamp_granularities',
  'stream',
  'chunking_strategy',
]);

export type PedidoDeTranscricao = {
  modelo: string;
  formato: string;
  palavras: boolean;
  segmentos: boolean;
  logprobs: boolean;
  prompt: string;
  uso: 'duration' | 'tokens';
};

/** Form fields by name; lists arrive as `name[]` or as repeated `name`. */
export type Campos = ReadonlyMap<string, readonly string[]>;

/**
 * Reads and checks a transcription request's form fields.
 * @throws OpenAiError 400 for an unknown field or model, or a field that the model does not accept
 */
export function parseTranscriptionRequest(campos: Campos): PedidoDeTranscricao {
  for (const name of campos.keys()) {
    if (!CAMPOS.has(name))
      throw badParameter(name, `Parâmetro desconhecido: '${name}'.`, 'unknown_parameter');
  }
  const one = (name: string) => campos.get(name)?.at(-1);
  const modelo = one('model');
  if (!modelo) throw badParameter('model', 'Informe o modelo em «model».');
  const regras = MODELOS_DE_TRANSCRICAO[modelo];
  if (regras === undefined) {
    throw badParameter('model', `O modelo de transcrição '${modelo}' não existe aqui.`, 'model_not_found');
  }
  const formato = one('response_format') ?? 'json';
  if (!regras.formatos.includes(formato)) throw unsupportedValue('response_format', modelo, formato);

  const other = regras.idioma === 'language' ? 'languages' : 'language';
  if (campos.has(other)) throw unsupportedParameter(other, modelo);
  for (const idioma of campos.get(regras.idioma) ?? []) {
    if (!/^[a-z]{2}$/.test(idioma)) {
      throw badParameter(
        regras.idioma,
        `Idioma inválido: '${idioma}'. Use ISO-639-1.`,
        'invalid_language_format',
      );
    }
  }
  if (campos.has('keywords') && regras.idioma !== 'languages') throw unsupportedParameter('keywords', modelo);
  if (campos.has('temperature')) {
    if (!regras.temperatura) throw unsupportedParameter('temperature', modelo);
    const temperatura = Number(one('temperature'));
    if (!(temperatura >= 0 && temperatura <= 1)) {
      throw badParameter('temperature', "'temperature' deve ficar entre 0 e 1.", 'invalid_value');
    }
  }
  const incluir = campos.get('include') ?? [];
  if (incluir.some((valor) => valor !== 'logprobs'))
    throw badParameter('include', "'include' só aceita 'logprobs'.");
  if (incluir.length > 0 && !regras.logprobs) throw unsupportedParameter('include', modelo);

  const granularidades = campos.get('timestamp_granularities') ?? [];
  if (granularidades.some((g) => g !== 'word' && g !== 'segment')) {
    throw badParameter('timestamp_granularities', "Use 'word' ou 'segment'.", 'invalid_value');
  }
  if (granularidades.length > 0 && formato !== 'verbose_json') {
    throw badParameter(
      'timestamp_granularities',
      "'timestamp_granularities' exige response_format 'verbose_json'.",
      'unsupported_parameter',
    );
  }
  if (campos.has('prompt') && !regras.prompt) throw unsupportedParameter('prompt', modelo);
  if (campos.has('chunking_strategy') && one('chunking_strategy') !== 'auto') {
    throw badParameter('chunking_strategy', "'chunking_strategy' só aceita 'auto' aqui.", 'invalid_value');
  }
  if (regras.vozes && !campos.has('chunking_strategy')) {
    throw badParameter(
      'chunking_strategy',
      `O modelo '${modelo}' exige 'chunking_strategy'.`,
      'invalid_value',
    );
  }
  if (one('stream') === 'true') throw badParameter('stream', 'O modo demonstração não responde em fluxo.');
  return {
    modelo,
    formato,
    palavras: granularidades.includes('word'),
    segmentos: granularidades.length === 0 || granularidades.includes('segment'),
    logprobs: incluir.length > 0,
    prompt: one('prompt') ?? '',
    uso: regras.uso,
  };
}
