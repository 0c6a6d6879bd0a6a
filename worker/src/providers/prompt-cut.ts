import { isMakersAddress } from '@escuta/shared/services/runs/model-catalog';
import type OpenAI from 'openai';
import type { ReadCompletion } from './answers/read-completion.ts';
import { ProviderError } from './provider-error.ts';

export type ChatBody = OpenAI.ChatCompletionCreateParamsNonStreaming;

/**
 * Finds prompts that a server read only in part: Ollama and others drop what exceeds their context and answer with
 * status 200.
 */

/** Characters per token of Portuguese and JSON: impossible, rare, common. */
const CARACTERES_POR_TOKEN = { impossivel: 7, raro: 5, comum: 4.2 } as const;
/** Smallest context in use, tokens: smaller counts are not of the prompt. */
const CONTEXTO_MINIMO = 512;
/** Contexts are multiples of this; some servers cut to half of a multiple plus two. */
const PASSO_DO_CONTEXTO = 1024;
/** Tokens of the context that a server keeps free. */
const SOBRA_DO_CONTEXTO = 2;

const CORTADO =
  'O servidor de IA cortou o pedido: leu só uma parte da transcrição e das regras. Nada foi avaliado. Aumente o contexto do modelo no servidor.';

/** Test line: a server that cuts prompts gives the same count with it. */
const LINHA_DE_PROVA = 'Esta linha só mede o tamanho do pedido e não muda nada do que foi pedido acima.';

type Asked = { baseURL: string; contexto: number | null; body: ChatBody };

/**
 * Requests an answer, and compares the server's token count with the prompt. If the prompt may be cut, a tiny second
 * call decides: a longer prompt with an equal count was cut.
 * @throws ProviderError cortado: the prompt exceeds the declared context (nothing was sent), or was cut
 */
export async function askChecked(
  { baseURL, contexto, body }: Asked,
  ask: (body: ChatBody) => Promise<ReadCompletion>,
): Promise<ReadCompletion> {
  const sent = charactersOf(body);
  if (contexto !== null && sent / CARACTERES_POR_TOKEN.raro >= contexto) {
    const numbers = new Intl.NumberFormat('pt-BR');
    throw new ProviderError(
      'cortado',
      `O pedido tem cerca de ${numbers.format(Math.round(sent / CARACTERES_POR_TOKEN.comum))} tokens e não cabe no contexto informado (${numbers.format(contexto)}). Nada foi enviado.`,
    );
  }
  const answer = await ask(body);
  const read = answer.usage.tokensEntrada ?? 0;
  switch (judgeCount(sent, read, { cached: answer.cachedTokens, contexto })) {
    case 'inteiro':
      return answer;
    case 'cortado':
      throw new ProviderError('cortado', CORTADO);
    case 'duvidoso': {
      if (isMakersAddress(baseURL)) return answer;
      const again = await ask(appendTestLine(body));
      const counted = again.usage.tokensEntrada ?? 0;
      if (counted <= read) throw new ProviderError('cortado', CORTADO);
      const saida = (answer.usage.tokensSaida ?? 0) + (again.usage.tokensSaida ?? 0);
      return { ...answer, usage: { tokensEntrada: read + counted, tokensSaida: saida } };
    }
  }
}

function charactersOf({ messages }: ChatBody): number {
  return messages.reduce((sum, { content }) => sum + (typeof content === 'string' ? content.length : 0), 0);
}

/**
 * Judges a server's token count for a prompt.
 * @param cached tokens cached from an earlier prompt: some servers leave them out of the count
 */
export function judgeCount(
  characters: number,
  counted: number,
  { cached = 0, contexto = null }: { cached?: number; contexto?: number | null } = {},
): 'inteiro' | 'cortado' | 'duvidoso' {
  if (counted < CONTEXTO_MINIMO) return 'inteiro';
  const all = characters / CARACTERES_POR_TOKEN.raro <= counted ? counted : counted + cached;
  if (characters / CARACTERES_POR_TOKEN.impossivel > all) return 'cortado';
  if (contexto !== null && counted >= contexto - SOBRA_DO_CONTEXTO) return 'cortado';
  if (characters / CARACTERES_POR_TOKEN.raro > all) return 'duvidoso';
  const beyond = counted % PASSO_DO_CONTEXTO;
  return beyond <= SOBRA_DO_CONTEXTO || beyond === PASSO_DO_CONTEXTO - 1 ? 'duvidoso' : 'inteiro';
}

function appendTestLine(body: ChatBody): ChatBody {
  const { response_format: _, max_tokens, ...rest } = body;
  const messages = [...body.messages];
  const last = messages.pop();
  const content = `${typeof last?.content === 'string' ? last.content : ''}\n${LINHA_DE_PROVA}`;
  return {
    ...rest,
    messages: [...messages, { role: 'user', content }],
    ...(max_tokens === undefined || max_tokens === null ? { max_completion_tokens: 16 } : { max_tokens: 16 }),
  };
}
