/**
 * What each provider model takes and gives: what the catalogue's row declares of it, and for the rest pure tables.
 *
 * A model is looked up by its exact id, then by the longest prefix, then gets a conservative default:
 * parameters that an unknown model might refuse are left out rather than tried.
 *
 * Sources: OpenAI's published OpenAPI description (CreateTranscriptionRequest, AudioResponseFormat,
 * CreateChatCompletionRequest), its deprecation notices of August 2026, and Anthropic's notes on its
 * OpenAI-compatible endpoint.
 */

/** How a transcription model answers and is billed. */
export type CapacidadesTranscricao = {
  /** `verbose_json`: segments and words with times and confidence. `json`: text only. */
  formato: 'verbose_json' | 'json';
  /** Gives times per segment, so that a whole channel can be sent at once. */
  temposPorSegmento: boolean;
  /**
   * Tells voices apart: asked for `diarized_json` it gives segments with times and a label of the voice. Such a model wants
   * to be told in every request how to cut the sound (`chunking_strategy`).
   */
  diarizacao: boolean;
  /** Longest sound of one request, ms; `null`: only the size of the file counts. */
  duracaoMaximaMs: number | null;
  /** Where confidence (0 to 1) comes from; `null`: the model gives none. */
  confianca: 'avg_logprob' | 'logprobs' | null;
  /** How the language hint is named: `language` (one), `languages` (a list) or not taken. */
  idioma: 'language' | 'languages' | null;
  /** Takes a free-text `prompt`. */
  prompt: boolean;
  /** Takes `temperature`. */
  temperatura: boolean;
  /** ISO date on which the maker switches the model off; `null`: not announced. */
  encerraEm: string | null;
};

/** Which parameters a chat model takes. */
export type CapacidadesChat = {
  /** Highest `temperature` taken; `null`: the parameter is refused. */
  temperaturaMaxima: number | null;
  parametroLimite: 'max_tokens' | 'max_completion_tokens';
  /** Best structured output the model takes; `texto`: the schema goes into the prompt. */
  saida: 'json_schema' | 'json_object' | 'texto';
  /** Thinks before it answers; those tokens count against the limit. */
  raciocinio: boolean;
  /** `reasoning_effort` to send; `null`: the parameter is left out. */
  esforco: 'low' | null;
};

/** Structured output, best first. */
export const SAIDAS = ['json_schema', 'json_object', 'texto'] as const;

/**
 * What a row of the catalogue declares of its own model (modelos_catalogo.capacidades, `protocolo`). It counts before the model's name;
 * what is absent is taken from the name.
 */
export type ProtocoloDeclarado = {
  /** Who said so: the server, when it was asked, or an administrator. */
  origem: 'servidor' | 'formulario';
  /** A server of one's own: it computes a few things at a time, costs nothing, and is waited for as long as it shows life. */
  proprio?: boolean;
  /** Calls that it takes at once; of a server of one's own 1 where nothing is said. */
  simultaneas?: number;
  /** Speech: gives times per segment. */
  tempos?: boolean;
  /** Speech: takes the language. */
  idioma?: boolean;
  /** Speech: longest sound of one call, s; of a server of one's own 30 where nothing is said. */
  trechoMaximoS?: number;
  /** Text: what the server enforces. */
  saida?: (typeof SAIDAS)[number];
  /** Text: the schema may hold bounds (longest text, longest list), which an engine with a grammar needs to come to an end. */
  limites?: boolean;
  /** Text: tokens of prompt and answer together. */
  contexto?: number;
  /** Text: thinks before it answers. */
  raciocinio?: boolean;
};

/** Longest sound of one call to a server of one's own that declares none, s: engines lose accuracy beyond it, and people see progress. */
const TRECHO_PROPRIO_S = 30;

/** Calls that may be at a server at once; null: as many as there are. */
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

/** The successor: text only, billed by duration, several language hints instead of one. */
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

/** Refuses sound of more than 1400 s, which its messages say and its description does not; 10 s below that are safe. */
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

/** Prefixes after a maker's path (`Systran/faster-whisper-small` is looked up as `faster-whisper-small`). */
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

/** Anthropic's compatible endpoint promises no structured output: the schema goes into the prompt. */
const CLAUDE: CapacidadesChat = {
  temperaturaMaxima: 1,
  parametroLimite: 'max_tokens',
  saida: 'texto',
  raciocinio: false,
  esforco: null,
};

/** From 4.7 on (and in the whole fifth generation) Claude refuses sampling parameters. */
const CLAUDE_SEM_TEMPERATURA: CapacidadesChat = { ...CLAUDE, temperaturaMaxima: null };

/** Local and third-party servers: only what practically all of them take. */
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
  // The demo AI takes the parameters of a common OpenAI model.
  'demo-': CHAT_COMUM,
};

/** Local servers name models `maker/model`; the table knows the last part. */
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

/** How what is known of a model came to be known: the row declares it, its name is in the tables, or neither. */
export type OrigemCapacidades = 'declarado' | 'conhecido' | 'suposto';

/** Whether a model's capabilities are declared, known by its name, or the cautious guess for names that nobody knows. */
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

/** What the transcription model takes and gives. Unknown, undeclared models: text only, no optional parameter but the language. */
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

/** Which parameters the chat model takes. Unknown, undeclared models: no temperature, `max_tokens`, schema in the prompt. */
export function getChatCapabilities(modelo: string, protocolo?: ProtocoloDeclarado | null): CapacidadesChat {
  const named = knownChat(modelo) ?? CHAT_PADRAO;
  const { saida, raciocinio } = protocolo ?? {};
  return {
    ...named,
    ...(saida !== undefined && { saida }),
    // Thinking is left as the server does it: its parameter is OpenAI's own.
    ...(raciocinio !== undefined && { raciocinio, ...(!raciocinio && { esforco: null }) }),
  };
}

/**
 * Claude by version: ids are `claude-<family>-<major>-<minor>[-date]` (new) or
 * `claude-<major>[-<minor>]-<family>` (old). A version we cannot read counts as new.
 */
function claudeCapabilities(id: string): CapacidadesChat | null {
  if (!id.startsWith('claude-')) return null;
  const numbers = [...id.matchAll(/-(\d{1,2})(?=[-.]|$)(?:[-.](\d{1,2})(?=-|$))?/g)][0];
  if (numbers === undefined) return CLAUDE_SEM_TEMPERATURA;
  const version = Number(numbers[1]) + Number(numbers[2] ?? 0) / 100;
  return version < 4.07 ? CLAUDE : CLAUDE_SEM_TEMPERATURA;
}
