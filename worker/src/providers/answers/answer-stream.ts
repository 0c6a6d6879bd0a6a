import { APIConnectionError, APIError } from 'openai';
import { Stream } from 'openai/streaming';
import { ProviderError } from '../provider-error.ts';
import { errorIn, errorOf } from './answer-body.ts';

type Chunk = {
  model?: string | null;
  usage?: unknown;
  choices?:
    | {
        finish_reason?: string | null;
        delta?: {
          content?: unknown;
          refusal?: string | null;
          reasoning_content?: unknown;
          reasoning?: unknown;
        };
      }[]
    | null;
};

/**
 * Reads a streamed chat completion into a single answer; a server may also send the answer whole.
 * @param seen called for each part, also of the reasoning
 * @throws ProviderError if a part contains an error, or the last part is missing
 */
export async function readStream(response: Response, seen: () => void): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('event-stream')) return response.text();
  const content: string[] = [];
  let thought: string[] = [];
  let hasSaid = false;
  let refusal = '';
  let finish_reason: string | null = null;
  let usage: unknown = null;
  let model: string | null = null;
  for await (const chunk of partsOf(response)) {
    seen();
    usage = chunk.usage ?? usage;
    model = chunk.model || model;
    const choice = chunk.choices?.[0];
    finish_reason = choice?.finish_reason ?? finish_reason;
    const { content: text, refusal: declined, reasoning_content, reasoning } = choice?.delta ?? {};
    if (typeof text === 'string') content.push(text);
    else if (Array.isArray(text)) for (const part of text) content.push(textOfPart(part));
    hasSaid ||= (content.at(-1) ?? '').trim() !== '';
    const part = reasoning_content || reasoning;
    if (hasSaid) thought = [];
    else if (typeof part === 'string') thought.push(part);
    refusal += declined ?? '';
  }
  if (finish_reason === null) {
    throw new ProviderError('indisponivel', 'A conexão com o provedor de IA foi interrompida.');
  }
  const message = {
    content: content.join(''),
    refusal: refusal || null,
    reasoning_content: thought.join('') || null,
  };
  return { model, usage, choices: [{ finish_reason, message }] };
}

async function* partsOf(response: Response): AsyncGenerator<Chunk> {
  try {
    for await (const part of Stream.fromSSEResponse<Chunk>(response, new AbortController())) {
      const error = errorIn(part);
      if (error) throw error;
      yield part;
    }
  } catch (error) {
    // Derives the status of an error among the parts, because OpenAI's client gives no status.
    const told = error instanceof APIError && !(error instanceof APIConnectionError) && error.error;
    throw told ? errorOf(told) : error;
  }
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text } = part as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : '';
}
