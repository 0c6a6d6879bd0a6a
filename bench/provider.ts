import { createServer } from 'node:http';

/**
 * Shares of requests with a fault. `refused`: refused as too many (with Retry-After: 1); `broken`: failed with a server
 * error, after the time of an answer.
 */
export type Faults = { refused: number; broken: number };
/** Counts of responses. `answered`: paid answers, of which `repeated` had a key that was already answered. */
export type Said = { answered: number; repeated: number; refused: number; broken: number };

/**
 * Starts an OpenAI-compatible provider that gives constant answers after a given time and uses next to no CPU. The same
 * requests fail in each run.
 */
export async function startProvider(
  latency: { transcribeMs: number; answerMs: number },
  { wantedPort = 0, faults = { refused: 0, broken: 0 } }: { wantedPort?: number; faults?: Faults } = {},
) {
  const said: Said = { answered: 0, repeated: 0, refused: 0, broken: 0 };
  const keys = new Set<string>();
  const random = sequence();
  const transcript = JSON.stringify({
    task: 'transcribe',
    language: 'portuguese',
    duration: 180,
    text: 'Bom dia. Em que posso ajudar?',
    segments: Array.from({ length: 30 }, (_, id) => ({
      id,
      seek: 0,
      start: id * 6,
      end: id * 6 + 4,
      text: ` Bom dia, esta é a sentença ${id}.`,
      tokens: [],
      temperature: 0,
      avg_logprob: -0.2,
      compression_ratio: 1,
      no_speech_prob: 0.01,
    })),
    usage: { type: 'duration', seconds: 180 },
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const transcribing = request.url?.endsWith('/audio/transcriptions') === true;
    request.on('data', (chunk: Buffer) => {
      if (!transcribing) chunks.push(chunk);
    });
    request.on('end', () => {
      if (request.method !== 'POST') {
        response.setHeader('content-type', 'application/json');
        response.end('{"object":"list","data":[]}');
        return;
      }
      // Like the real provider, this one does not know other servers' endpoints, such as those for model properties.
      if (!transcribing && !request.url?.endsWith('/chat/completions')) {
        response.writeHead(404).end();
        return;
      }
      const fate = random();
      response.setHeader('content-type', 'application/json');
      if (fate < faults.refused) {
        said.refused += 1;
        response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"message":"too many requests"}}');
        return;
      }
      setTimeout(
        () => {
          if (fate < faults.refused + faults.broken) {
            said.broken += 1;
            response.writeHead(500).end('{"error":{"message":"internal error"}}');
            return;
          }
          const key = String(request.headers['idempotency-key']);
          said.answered += 1;
          if (keys.has(key)) said.repeated += 1;
          keys.add(key);
          response.end(transcribing ? transcript : chatAnswer(Buffer.concat(chunks).toString()));
        },
        transcribing ? latency.transcribeMs : latency.answerMs,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    said,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Deterministic numbers in [0, 1) (Park and Miller's generator). */
export function sequence(): () => number {
  let state = 20_261_123;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function chatAnswer(body: string): string {
  const request = JSON.parse(body) as {
    model: string;
    messages: { content: string }[];
    response_format?: { json_schema?: { name?: string } };
  };
  const answer =
    request.response_format?.json_schema?.name === 'insight'
      ? { resumo: 'Atendimento correto.', pontuacao: 0.9, confianca: 0.9, criterios: [], alertas: [] }
      : {
          resumo: 'O cliente pediu ajuda.',
          sentimento_geral: 'neutro',
          sentencas: Array.from({ length: 60 }, (_, ordem) => ({ ordem, sentimento: 0 })),
          ofensas: [],
          respostas: [],
        };
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  return JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', refusal: null, content: JSON.stringify(answer) },
      },
    ],
    // Realistic token counts, because with far fewer the product would conclude that the prompt was cut.
    usage: { prompt_tokens: Math.ceil(characters / 3.6), completion_tokens: 200 },
  });
}
