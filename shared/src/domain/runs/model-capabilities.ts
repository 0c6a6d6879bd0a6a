/**
 * Capabilities of provider models: declared, else by exact id, longest prefix, or a conservative default. Sources:
 * OpenAI's OpenAPI description (CreateTranscriptionRequest, AudioResponseFormat, CreateChatCompletionRequest), its
 * deprecation notices of August 2026, and Anthropic's notes on its OpenAI-compatible endpoint.
 */

export type CapacidadesTranscricao = {
  /** `verbose_json`: segments and words with times and confidence. `json`: text only. */
  formato: 'verbose_json' | 'json';
  /** Gives times per segment, so that a whole channel can be sent at once. */
  temposPorSegmento: boolean;
  /** Separates voices (`diarized_json`). Each request needs `chunking_strategy`. */
  diarizacao: boolean;
  /** Longest sound of a request, ms; `null`: only the file size is limited. */
  duracaoMaximaMs: number | null;
  /** Source of confidence (0 to 1); `null`: none. */
  confianca: 'avg_logprob' | 'logprobs' | null;
  /** Parameter for the language: `language` (one), `languages` (a list) or none. */
  idioma: 'language' | 'languages' | null;
  prompt: boolean;
  temperatura: boolean;
  /** ISO date of the provider's shutdown; `null`: not announced. */
  encerraEm: string | null;
};

export type CapacidadesChat = {
  /** Highest `temperature`; `null`: refused. */
  temperaturaMaxima: number | null;
  parametroLimite: 'max_tokens' | 'max_completion_tokens';
  /** Best structured output; `texto`: the schema goes into the prompt. */
  saida: 'json_schema' | 'json_object' | 'texto';
  /** True: reasons before answering, with tokens that count against the limit. */
  raciocinio: boolean;
  /** `reasoning_effort` to send; `null`: omitted. */
  esforco: 'low' | null;
};

export const SAIDAS = ['json_schema', 'json_object', 'texto'] as const;

/** Capabilities declared in a catalogue row (modelos_catalogo.capacidades), which override those by name. */
export type ProtocoloDeclarado = {
  /** Source: the server's own answer, or an administrator. */
  origem: 'servidor' | 'formulario';
  /** True: self-hosted, with limited concurrency, no cost, and no timeout while it makes progress. */
  proprio?: boolean;
  /** Concurrent calls; default 1 if self-hosted. */
  simultaneas?: number;
  tempos?: boolean;
  idioma?: boolean;
  /** Speech: longest audio of a call, s; default 30 if self-hosted. */
  trechoMaximoS?: number;
  /** Text: structured output that the server enforces. */
  saida?: (typeof SAIDAS)[number];
  /** Text: accepts limits in the schema (longest text and list), which grammar engines need to terminate. */
  limites?: boolean;
  /** Text: tokens of prompt and answer together. */
  contexto?: number;
  /** Text: reasons before answering. */
  raciocinio?: boolean;
};

/** Longest audio of a call to a self-hosted server by default, s: engines lose accuracy beyond. */
const TRECHO_PROPRIO_S = 30;

/** Concurrent calls to a server; null: unlimited. */
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

/** The successor: text only, billed by duration, several languages. */
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

/** Refuses audio above 1400 s, as only its error messages tell; 10 s less is safe. */
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

/** Prefixes without the author's path (`Systran/faster-whisper-small` is `faster-whisper-small`). */
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

/** From 4.7 on (and in the whole fifth generation) Claude refuses sampling parameters. */
const CLAUDE_SEM_TEMPERATURA: CapacidadesChat = { ...CLAUDE, temperaturaMaxima: null };

/** Local and third-party servers: only parameters that nearly all accept. */
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
  // The demo AI accepts a common OpenAI model's parameters.
  'demo-': CHAT_COMUM,
};

/** The table has the last part of local names (`author/model`). */
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

/** Source of capabilities: declared in the row, known by name, or assumed. */
export type OrigemCapacidades = 'declarado' | 'conhecido' | 'suposto';

/** The source of a model's capabilities. */
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
 * Capabilities of a transcription model. Unknown models: text only, with the language as the only optional parameter.
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

/** Parameters of a chat model. Unknown models: no temperature, `max_tokens`, schema in the prompt. */
export function getChatCapabilities(modelo: string, protocolo?: ProtocoloDeclarado | null): CapacidadesChat {
  const named = knownChat(modelo) ?? CHAT_PADRAO;
  const { saida, raciocinio } = protocolo ?? {};
  return {
    ...named,
    ...(saida !== undefined && { saida }),
    // Reasoning keeps the server's default, because its parameter exists only at OpenAI.
    ...(raciocinio !== undefined && { raciocinio, ...(!raciocinio && { esforco: null }) }),
  };
}

/**
 * Claude by version: `claude-<family>-<major>-<minor>[-date]` (new) or `claude-<major>[-<minor>]-<family>` (old).
 * Unreadable counts as new.
 */
function claudeCapabilities(id: string): CapacidadesChat | null {
  if (!id.startsWith('claude-')) return null;
  const numbers = [...id.matchAll(/-(\d{1,2})(?=[-.]|$)(?:[-.](\d{1,2})(?=-|$))?/g)][0];
  if (numbers === undefined) return CLAUDE_SEM_TEMPERATURA;
  const version = Number(numbers[1]) + Number(numbers[2] ?? 0) / 100;
  return version < 4.07 ? CLAUDE : CLAUDE_SEM_TEMPERATURA;
}
