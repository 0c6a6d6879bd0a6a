import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import { z } from 'zod';
import { RECUSA_DO_FILTRO } from '../map-error.ts';
import { ProviderError } from '../provider-error.ts';
import { errorOf, readBody } from './answer-body.ts';
import { parseLoosely } from './loose-json.ts';
import { tolerantNumber } from './read-transcription.ts';

export type ReadCompletion = {
  /** The model's text; without the reasoning if the protocol separates the two. */
  content: string;
  truncated: boolean;
  usage: UsoProvedor;
  /** Prompt tokens from the provider's cache; some providers include these in the token count. */
  cachedTokens: number;
  /** Answering model; empty if not stated. */
  model: string;
};

const usageSchema = z
  .object({
    prompt_tokens: tolerantNumber,
    completion_tokens: tolerantNumber,
    input_tokens: tolerantNumber,
    output_tokens: tolerantNumber,
    prompt_tokens_details: z.object({ cached_tokens: tolerantNumber }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

const messageSchema = z.object({
  content: z.unknown().optional(),
  // `reasoning_content` at DeepSeek, vLLM and llama.cpp; `reasoning` at OpenRouter and Ollama.
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  refusal: z.string().nullish().catch(null),
  tool_calls: z
    .array(z.object({ function: z.object({ arguments: z.unknown().optional() }) }))
    .nullish()
    .catch(null),
});

const completionSchema = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish().catch(null),
        message: messageSchema,
        error: z.unknown().optional(),
      }),
    )
    .min(1),
  usage: usageSchema,
});

const SO_PENSOU =
  'O modelo de IA pensou e não respondeu: só há texto no campo do pensamento. Desligue o pensamento do modelo ou o separador de raciocínio do servidor.';

/** Stop reasons for a reached token limit: OpenAI's, Anthropic's, Mistral's. */
const CORTADA: ReadonlySet<string> = new Set(['length', 'max_tokens', 'model_length']);
const FILTRADA: ReadonlySet<string> = new Set(['content_filter', 'safety', 'refusal']);

/**
 * Reads a chat completion in any server's format (see `npm run casos`, 'provedor').
 * @throws ProviderError recusado if the model or a filter declined to answer, ilegivel for an unknown format
 */
export function readCompletion(answer: unknown): ReadCompletion {
  const parsed = completionSchema.safeParse(readBody(answer));
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined) {
    throw new ProviderError('ilegivel', 'O servidor de IA respondeu fora do formato do protocolo.');
  }
  const { message, error } = choice;
  const reason = choice.finish_reason?.toLowerCase() ?? '';
  if (error || reason === 'error') throw errorOf(error);
  if (FILTRADA.has(reason)) throw new ProviderError('recusado', RECUSA_DO_FILTRO);
  const { text, thought, refusal } = partsOf(message.content);
  if (message.refusal || refusal) {
    throw new ProviderError('recusado', 'O modelo de IA recusou-se a analisar esta gravação.');
  }
  const { usage, model } = parsed.data;
  const truncated = CORTADA.has(reason);
  const said = text.trim() === '' ? argumentsOf(message.tool_calls) : text;
  // Skips the reasoning if the answer was cut at the token limit, because the limit explains the empty text.
  const content = said === '' && !truncated ? recoverMisplaced(thought || thoughtOf(message)) : said;
  return {
    content,
    truncated,
    usage: readUsage(usage),
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    model: model ?? '',
  };
}

const partSchema = z.object({
  type: z.string().nullish(),
  text: z.string().nullish(),
  thinking: z.unknown().optional(),
  refusal: z.string().nullish(),
});

function partsOf(content: unknown): { text: string; thought: string; refusal: boolean } {
  if (typeof content === 'string') return { text: content, thought: '', refusal: false };
  if (Array.isArray(content)) {
    const parts = content.flatMap((part): z.infer<typeof partSchema>[] => {
      if (typeof part === 'string') return [{ type: 'text', text: part }];
      const { data } = partSchema.safeParse(part);
      return data ? [data] : [];
    });
    const said = parts.filter(({ type }) => !type || type === 'text' || type === 'output_text');
    return {
      text: said.map(({ text }) => text ?? '').join(''),
      thought: parts.map(({ thinking }) => thoughtIn(thinking)).join(''),
      refusal: parts.some(({ type, refusal }) => type === 'refusal' && refusal),
    };
  }
  const text = content === null || content === undefined ? '' : JSON.stringify(content);
  return { text, thought: '', refusal: false };
}

/** Anthropic's reasoning is a text, Mistral's a list of parts. */
const thoughtIn = (thinking: unknown): string =>
  typeof thinking === 'string' ? thinking : partsOf(thinking ?? '').text;

const thoughtOf = ({ reasoning_content, reasoning }: z.infer<typeof messageSchema>): string =>
  reasoning_content || reasoning || '';

/**
 * Recovers JSON that a server's parser took for reasoning (vllm-project/vllm, issue 30139). Reasoning that contains
 * anything besides JSON is not used, because it may be a draft.
 * @throws ProviderError ilegivel
 */
function recoverMisplaced(thought: string): string {
  const text = thought.trim();
  if (text === '') return '';
  const inner = /^```(?:json)?\s([\s\S]*)```$/u.exec(text)?.[1]?.trim() ?? text;
  if (inner.startsWith('{') && inner.endsWith('}') && parseLoosely(inner) !== undefined) return inner;
  throw new ProviderError('ilegivel', SO_PENSOU);
}

/**
 * Reads JSON that a gateway requested as a tool call; accepts only a single call (strands-agents/harness-sdk, issue
 * 743).
 */
function argumentsOf(calls: readonly { function: { arguments?: unknown } }[] | null | undefined): string {
  const [only, ...others] = calls ?? [];
  if (!only || others.length > 0) return '';
  const given = only.function.arguments;
  return typeof given === 'string' ? given : JSON.stringify(given ?? '');
}

function readUsage(usage: z.infer<typeof usageSchema>): UsoProvedor {
  const entrada = usage?.prompt_tokens ?? usage?.input_tokens ?? -1;
  const saida = usage?.completion_tokens ?? usage?.output_tokens ?? -1;
  return { ...(entrada >= 0 && { tokensEntrada: entrada }), ...(saida >= 0 && { tokensSaida: saida }) };
}
