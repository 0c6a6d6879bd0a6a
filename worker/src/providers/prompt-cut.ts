import { isMakersAddress } from '@escuta/shared/services/runs/model-catalog';
import type OpenAI from 'openai';
import type { ReadCompletion } from './answers/read-completion.ts';
import { ProviderError } from './provider-error.ts';

export type ChatBody = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Detects cut prompts: Ollama and others drop what exceeds their context, but answer with status 200. */

/** Characters per token of Portuguese and JSON: impossible, rare and common numbers. */
const CARACTERES_POR_TOKEN = { impossivel: 7, raro: 5, comum: 4.2 } as const;
/** Smallest context of servers, tokens; a smaller count cannot be that of the prompt's tokens. */
const CONTEXTO_MINIMO = 512;
/** Contexts are multiples of this number, tokens; some servers cut to half their context plus two. */
const PASSO_DO_CONTEXTO = 1024;
/** Tokens of its context that a server may keep free. */
const SOBRA_DO_CONTEXTO = 2;

const CORTADO =
  'O servidor de IA cortou o pedido: leu só uma parte da transcrição e das regras. Nada foi avaliado. Aumente o contexto do modelo no servidor.';

/** Test line: a server that cuts the prompt counts as many tokens with the line as without. */
const LINHA_DE_PROVA = 'Esta linha só mede o tamanho do pedido e não muda nada do que foi pedido acima.';

type Asked = { baseURL: string; contexto: number | null; body: ChatBody };

/**
 * Compares the server's token count with the prompt's length. In doubt, a tiny second call decides: the same count for
 * a longer prompt means that the prompt was cut.
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
 * Judges from a server's token count whether the server read the whole prompt.
 * @param cached tokens from the server's cache, which some servers do not count
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
