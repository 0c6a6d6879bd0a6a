/**
 * Capabilities of provider models: declared, else known by the id or its longest prefix, else a conservative default.
 * Sources: OpenAI's OpenAPI description (CreateTranscriptionRequest, AudioResponseFormat, CreateChatCompletionRequest),
 * its deprecation notices of August 2026, and Anthropic's notes on its OpenAI-compatible endpoint.
 */

export type CapacidadesTranscricao = {
  /** `verbose_json`: segments and words with times and confidence. `json`: text only. */
  formato: 'verbose_json' | 'json';
  /** True if segments have times, so that a whole channel can be sent at once. */
  temposPorSegmento: boolean;
  /** True if the model separates voices (`diarized_json`). Each request then needs `chunking_strategy`. */
  diarizacao: boolean;
  /** Longest sound of a request, ms; `null`: only the file size is limited. */
  duracaoMaximaMs: number | null;
  /** Response field from which confidence (0 to 1) is computed; `null`: none. */
  confianca: 'avg_logprob' | 'logprobs' | null;
  /** Parameter for the language: `language` (one) or `languages` (a list); `null`: none. */
  idioma: 'language' | 'languages' | null;
  prompt: boolean;
  temperatura: boolean;
  /** ISO date of the provider's shutdown; `null`: none announced. */
  encerraEm: string | null;
};

export type CapacidadesChat = {
  /** Highest `temperature`; `null`: refused. */
  temperaturaMaxima: number | null;
  parametroLimite: 'max_tokens' | 'max_completion_tokens';
  /** Best supported structured output; `texto`: none, so the schema goes into the prompt. */
  saida: 'json_schema' | 'json_object' | 'texto';
  /** True if the model reasons; reasoning tokens count against the limit. */
  raciocinio: boolean;
  /** `reasoning_effort` to send; `null`: left out. */
  esforco: 'low' | null;
};

export const SAIDAS = ['json_schema', 'json_object', 'texto'] as const;

/** Capabilities declared in a catalogue row (modelos_catalogo.capacidades), overriding those known by name. */
export type ProtocoloDeclarado = {
  /** Source: the server's own answer, or an administrator. */
  origem: 'servidor' | 'formulario';
  /** True for a self-hosted server: calls are limited in number, cost nothing, have no timeout while they proceed. */
  proprio?: boolean;
  /** Maximum concurrent calls; default 1 for a self-hosted server. */
  simultaneas?: number;
  tempos?: boolean;
  idioma?: boolean;
  /** Speech models: longest audio of a call, s; default 30 for a self-hosted server. */
  trechoMaximoS?: number;
  /** Text models: structured output that the server enforces. */
  saida?: (typeof SAIDAS)[number];
  /** Text: the server accepts limits in the schema (longest text and list), which grammar engines need to terminate. */
  limites?: boolean;
  /** Text models: maximum tokens of prompt and answer together. */
  contexto?: number;
  raciocinio?: boolean;
};

/** Default longest audio of a call to a self-hosted server, s: engines lose accuracy with longer audio. */
const TRECHO_PROPRIO_S = 30;

/** Maximum concurrent calls to a server; null: unlimited. */
export function slotsOf(protocolo: ProtocoloDeclarado | null | undefined): number | null {
  return protocolo?.simultaneas ?? (protocolo?.proprio ? 1 : null);
}

const FIM_DO_WHISPER = '2027-02-26';

const WHISPER: CapacidadesTranscricao = {
  formato: 'verbose_json',
  temposPorSegmento: true,
  diarizacao: false,
  duracaoMaximaMs: null,
  confianca: 'avg_logprob',
  idioma: 'language',
  prompt: true,
  temperatura: true,
  encerraEm: null,
};

const GPT_4O_TRANSCRIBE: CapacidadesTranscricao = {
  formato: 'json',
  temposPorSegmento: false,
  diarizacao: false,
  duracaoMaximaMs: null,
  confianca: 'logprobs',
  idioma: 'language',
  prompt: true,
  temperatura: true,
  encerraEm: FIM_DO_WHISPER,
};

/** OpenAI's successor of whisper-1: text only, billed by duration, several languages. */
const GPT_TRANSCRIBE: CapacidadesTranscricao = {
  formato: 'json',
  temposPorSegmento: false,
  diarizacao: false,
  duracaoMaximaMs: null,
  confianca: null,
  idioma: 'languages',
  prompt: true,
  temperatura: false,
  encerraEm: null,
};

/** The model refuses audio above 1400 s, which only its error messages say; a limit 10 s lower is safe. */
const GPT_4O_DIARIZE: CapacidadesTranscricao = {
  ...GPT_4O_TRANSCRIBE,
  diarizacao: true,
  duracaoMaximaMs: 1_390_000,
  confianca: null,
  prompt: false,
};

const TRANSCRICAO_PADRAO: CapacidadesTranscricao = {
  formato: 'json',
  temposPorSegmento: false,
  diarizacao: false,
  duracaoMaximaMs: null,
  confianca: null,
  idioma: 'language',
  prompt: false,
  temperatura: false,
  encerraEm: null,
};

const TRANSCRICAO: Readonly<Record<string, CapacidadesTranscricao>> = {
  'whisper-1': { ...WHISPER, encerraEm: FIM_DO_WHISPER },
  'gpt-transcribe': GPT_TRANSCRIBE,
  'gpt-4o-transcribe': GPT_4O_TRANSCRIBE,
  'gpt-4o-mini-transcribe': GPT_4O_TRANSCRIBE,
  'gpt-4o-transcribe-diarize': GPT_4O_DIARIZE,
};

/** Capabilities by prefix of the model's name without its author (`Systran/` in `Systran/faster-whisper-small`). */
const TRANSCRICAO_POR_PREFIXO: Readonly<Record<string, CapacidadesTranscricao>> = {
  whisper: WHISPER,
  'faster-whisper': WHISPER,
  'faster-distil-whisper': WHISPER,
  'distil-whisper': WHISPER,
  'gpt-transcribe': GPT_TRANSCRIBE,
  'gpt-4o-transcribe': GPT_4O_TRANSCRIBE,
  'gpt-4o-mini-transcribe': GPT_4O_TRANSCRIBE,
  'gpt-4o-transcribe-diarize': GPT_4O_DIARIZE,
};

const CHAT_COMUM: CapacidadesChat = {
  temperaturaMaxima: 2,
  parametroLimite: 'max_completion_tokens',
  saida: 'json_schema',
  raciocinio: false,
  esforco: null,
};

const CHAT_RACIOCINIO: CapacidadesChat = {
  temperaturaMaxima: null,
  parametroLimite: 'max_completion_tokens',
  saida: 'json_schema',
  raciocinio: true,
  esforco: 'low',
};

/** Anthropic's compatible endpoint guarantees no structured output. */
const CLAUDE: CapacidadesChat = {
  temperaturaMaxima: 1,
  parametroLimite: 'max_tokens',
  saida: 'texto',
  raciocinio: false,
  esforco: null,
};

/** Claude refuses sampling parameters from 4.7 on (and in the whole fifth generation). */
const CLAUDE_SEM_TEMPERATURA: CapacidadesChat = { ...CLAUDE, temperaturaMaxima: null };

/** Only parameters that nearly all local and third-party servers accept. */
const CHAT_PADRAO: CapacidadesChat = {
  temperaturaMaxima: null,
  parametroLimite: 'max_tokens',
  saida: 'texto',
  raciocinio: false,
  esforco: null,
};

const CHAT_ANTIGO: CapacidadesChat = { ...CHAT_COMUM, parametroLimite: 'max_tokens', saida: 'json_object' };

const CHAT: Readonly<Record<string, CapacidadesChat>> = {
  'gpt-4': { ...CHAT_ANTIGO, saida: 'texto' },
  'gpt-4o-2024-05-13': { ...CHAT_COMUM, saida: 'json_object' },
  'gpt-5-chat-latest': CHAT_COMUM,
  'o1-mini': { ...CHAT_RACIOCINIO, saida: 'texto', esforco: null },
  'o1-preview': { ...CHAT_RACIOCINIO, saida: 'texto', esforco: null },
};

const CHAT_POR_PREFIXO: Readonly<Record<string, CapacidadesChat>> = {
  'gpt-3.5-turbo': CHAT_ANTIGO,
  'gpt-4-': { ...CHAT_ANTIGO, saida: 'texto' },
  'gpt-4-turbo': CHAT_ANTIGO,
  'gpt-4o': CHAT_COMUM,
  'gpt-4.1': CHAT_COMUM,
  'gpt-5': CHAT_RACIOCINIO,
  'gpt-6': CHAT_RACIOCINIO,
  o1: CHAT_RACIOCINIO,
  o3: CHAT_RACIOCINIO,
  o4: CHAT_RACIOCINIO,
  'demo-': CHAT_COMUM,
};

/** The last part of a local model's name (`author/model`), as the tables list it. */
const lastPart = (modelo: string) => modelo.trim().toLowerCase().split('/').at(-1) ?? '';

function resolve<T>(
  modelo: string,
  exatos: Readonly<Record<string, T>>,
  prefixos: Readonly<Record<string, T>>,
): T | null {
  const id = lastPart(modelo);
  if (Object.hasOwn(exatos, id)) return exatos[id] ?? null;
  const best = Object.keys(prefixos)
    .filter((prefixo) => id.startsWith(prefixo))
    .sort((a, b) => b.length - a.length)[0];
  return best === undefined ? null : (prefixos[best] ?? null);
}

export type OrigemCapacidades = 'declarado' | 'conhecido' | 'suposto';

/** Origin of a model's capabilities: declared in the catalogue row, known by name, or assumed. */
export function capabilitySource(
  finalidade: 'transcricao' | 'texto',
  modelo: string,
  protocolo: ProtocoloDeclarado | null | undefined,
): OrigemCapacidades {
  if (finalidade === 'transcricao') {
    if (protocolo?.tempos !== undefined) return 'declarado';
    return resolve(modelo, TRANSCRICAO, TRANSCRICAO_POR_PREFIXO) === null ? 'suposto' : 'conhecido';
  }
  if (protocolo?.saida !== undefined) return 'declarado';
  return knownChat(modelo) === null ? 'suposto' : 'conhecido';
}

/**
 * Capabilities of a transcription model. An unknown model is assumed to return text and accept only the language as an
 * option.
 */
export function getTranscriptionCapabilities(
  modelo: string,
  protocolo?: ProtocoloDeclarado | null,
): CapacidadesTranscricao {
  const named = resolve(modelo, TRANSCRICAO, TRANSCRICAO_POR_PREFIXO) ?? TRANSCRICAO_PADRAO;
  if (!protocolo) return named;
  const { tempos, idioma, proprio, trechoMaximoS = proprio ? TRECHO_PROPRIO_S : undefined } = protocolo;
  return {
    ...named,
    ...(tempos === true && { formato: 'verbose_json', temposPorSegmento: true, confianca: 'avg_logprob' }),
    ...(tempos === false && { formato: 'json', temposPorSegmento: false, confianca: null }),
    ...(idioma !== undefined && { idioma: idioma ? (named.idioma ?? 'language') : null }),
    ...(trechoMaximoS !== undefined && { duracaoMaximaMs: trechoMaximoS * 1000 }),
  };
}

const knownChat = (modelo: string): CapacidadesChat | null =>
  resolve(modelo, CHAT, CHAT_POR_PREFIXO) ?? claudeCapabilities(lastPart(modelo));

/** Capabilities of a chat model. For an unknown model: no temperature, `max_tokens`, the schema in the prompt. */
export function getChatCapabilities(modelo: string, protocolo?: ProtocoloDeclarado | null): CapacidadesChat {
  const named = knownChat(modelo) ?? CHAT_PADRAO;
  const { saida, raciocinio } = protocolo ?? {};
  return {
    ...named,
    ...(saida !== undefined && { saida }),
    // Declared reasoning sets no `esforco`, which only OpenAI accepts; without reasoning `esforco` is null.
    ...(raciocinio !== undefined && { raciocinio, ...(!raciocinio && { esforco: null }) }),
  };
}

/**
 * Claude by version: `claude-<family>-<major>-<minor>[-date]` (new) or `claude-<major>[-<minor>]-<family>` (old). An
 * unreadable version counts as new.
 */
function claudeCapabilities(id: string): CapacidadesChat | null {
  if (!id.startsWith('claude-')) return null;
  const numbers = [...id.matchAll(/-(\d{1,2})(?=[-.]|$)(?:[-.](\d{1,2})(?=-|$))?/g)][0];
  if (numbers === undefined) return CLAUDE_SEM_TEMPERATURA;
  const version = Number(numbers[1]) + Number(numbers[2] ?? 0) / 100;
  return version < 4.07 ? CLAUDE : CLAUDE_SEM_TEMPERATURA;
}
