// An OpenAI-compatible provider for tests: accepts any recording, gives prepared answers, and counts billed requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type FakeRequest = {
  rota: 'transcricao' | 'chat';
  idempotencyKey: string | null;
  /** Chat only: the task named by the JSON schema. */
  tarefa: string | null;
  /** Chat only: the text of all messages. */
  texto: string;
  /** Only for a transcription: the form's fields, and the number of bytes of the file. */
  campos: Record<string, string>;
  bytes: number;
  at: number;
};

/** Replaces the usual answer. `status` from 400 on: the answer is an unbilled error. `content`: the model's text. */
export type FakeAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  content?: string;
  /** Transcribed sentences with times, s, and the voice ('A') if requested. */
  segments?: readonly (readonly [start: number, end: number, words: string, voice?: string])[];
  /** Transcribed text without times, as a server gives that returns no segments. */
  text?: string;
  delayMs?: number;
  /** Delays the answer until this promise resolves. */
  hold?: Promise<unknown>;
};

export type FakeProvider = {
  /** Base URL, ending in /v1. */
  url: string;
  requests: FakeRequest[];
  /** Idempotency keys of billed requests, one entry each. */
  billed: string[];
  /** Number of requests that repeated a key and were answered again without billing. */
  repeats: number;
  /** Called before the usual answer; what this function returns, if anything, replaces the usual answer. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>;
  /** Delay of each answer, ms. */
  latencyMs: { transcricao: number; chat: number };
  /** Refuses and breaks connections, like a provider that is down. */
  cut: () => Promise<void>;
  /** Ends a `cut`: listens again at the same address. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
};

const SEGMENTS: NonNullable<FakeAnswer['segments']> = [
  [0, 1.5, 'Bom dia, central de atendimento.'],
  [1.6, 3, 'Em que posso ajudar hoje?'],
];

/** Starts the provider on a free port. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const stored = new Map<string, { status: number; body: unknown }>();
  const fake: FakeProvider = {
    url: '',
    requests: [],
    billed: [],
    repeats: 0,
    intercept: () => undefined,
    latencyMs: { transcricao: 0, chat: 0 },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restore: () => listen(Number(new URL(fake.url).port)),
    close: () => fake.cut(),
  };
  const server = createServer((request, response) => {
    answer(fake, stored, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return fake;
}

async function answer(
  fake: FakeProvider,
  stored: Map<string, { status: number; body: unknown }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const seen = describe(request, body);
  fake.requests.push(seen);
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
  const instead = await fake.intercept(seen);
  await instead?.hold;
  await sleep(instead?.delayMs ?? fake.latencyMs[seen.rota]);
  if (instead?.status !== undefined && instead.status >= 400) {
    const error = { message: 'recusado pelo teste', type: 'test', param: null, code: null };
    send(instead.status, instead.body ?? { error }, instead.headers);
    return;
  }
  const key = seen.idempotencyKey;
  const known = key === null ? undefined : stored.get(key);
  if (known) {
    fake.repeats += 1;
    send(known.status, known.body);
    return;
  }
  const heard = () =>
    instead?.text === undefined
      ? transcription(seen, instead?.segments)
      : { text: instead.text, segments: [] };
  const value = seen.rota === 'transcricao' ? heard() : completion(seen, instead?.content);
  // The request is billed even if the client no longer waits for the answer.
  fake.billed.push(key ?? '(sem chave)');
  if (key !== null) stored.set(key, { status: 200, body: value });
  send(200, value);
}

function describe(request: IncomingMessage, body: Buffer): FakeRequest {
  const base = {
    idempotencyKey: (request.headers['idempotency-key'] as string | undefined) ?? null,
    at: Date.now(),
  };
  if (request.url?.endsWith('/audio/transcriptions')) {
    const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(request.headers['content-type'] ?? '');
    const campos: Record<string, string> = {};
    const text = body.toString('latin1');
    for (const part of text.split(`--${boundary?.[1] ?? boundary?.[2]}`)) {
      const name = /name="([^"]+)"/.exec(part)?.[1];
      const filename = /filename="([^"]*)"/.exec(part)?.[1];
      const content = part.slice(part.indexOf('\r\n\r\n') + 4, -2);
      if (name) campos[name] = filename ?? content;
    }
    return { ...base, rota: 'transcricao', tarefa: null, texto: '', campos, bytes: body.length };
  }
  const json = JSON.parse(body.toString()) as {
    messages: { content: string }[];
    response_format?: { json_schema?: { name?: string } };
  };
  const texto = json.messages.map(({ content }) => content).join('\n');
  const tarefa =
    json.response_format?.json_schema?.name ?? /<esquema nome="([^"]+)">/.exec(texto)?.[1] ?? null;
  return { ...base, rota: 'chat', tarefa, texto, campos: {}, bytes: body.length };
}

function transcription({ campos }: FakeRequest, heard = SEGMENTS) {
  const text = heard.map(([, , words]) => words).join(' ');
  const usage = { type: 'duration', seconds: 3 };
  if (campos.response_format === 'diarized_json') {
    return {
      task: 'transcribe',
      duration: 3,
      text,
      segments: heard.map(([start, end, words, voice = 'A'], id) => ({
        type: 'transcript.text.segment',
        id: `seg_${id}`,
        start,
        end,
        text: words,
        speaker: voice,
      })),
      usage,
    };
  }
  if (campos.response_format !== 'verbose_json') return { text, usage };
  return {
    task: 'transcribe',
    language: 'portuguese',
    duration: 3,
    text,
    segments: heard.map(([start, end, words], id) => ({
      id,
      seek: 0,
      start,
      end,
      text: ` ${words}`,
      tokens: [],
      temperature: 0,
      avg_logprob: -0.1,
      compression_ratio: 1,
      no_speech_prob: 0,
    })),
    usage,
  };
}

/** Reads the transcript's lines in a prompt. */
function linesOf(texto: string): { ordem: number; texto: string }[] {
  return [...texto.matchAll(/^\[(\d+)\] \w+ \([\d.]+s\): (.*)$/gm)].map((match) => ({
    ordem: Number(match[1]),
    texto: match[2] ?? '',
  }));
}

/** Parses the JSON list that a prompt has between the tags `<name>` and `</name>`. */
export function fencedIn<T>(texto: string, name: string): T {
  const json = new RegExp(`<${name}>(\\[.*\\])</${name}>`, 's').exec(texto)?.[1];
  return JSON.parse(json ?? '[]') as T;
}

/** A typed answer that is not in the recording: every comparison with it must disagree. */
export const NAO_DITO = 'O que ninguém disse';

/**
 * Makes the default answer about an interview. A question counts as read out if its text is a sentence of the
 * transcript;
 * the next sentence is its answer. All comparisons agree, except with NAO_DITO.
 */
function usualConfrontation(seen: FakeRequest, lines: ReturnType<typeof linesOf>): string {
  if (seen.tarefa === 'confronto_comparacao') {
    const itens = fencedIn<{ chave: string; digitado?: string }[]>(seen.texto, 'itens');
    return JSON.stringify({
      itens: itens.map(({ chave, digitado }) => ({
        chave,
        resposta: digitado === NAO_DITO ? 'nao' : 'sim',
        motivo: 'Comparado.',
      })),
    });
  }
  const quote = (line: (typeof lines)[number] | undefined) => ({
    citacao: line?.texto ?? '',
    sentencas: line ? [line.ordem] : [],
  });
  const perguntas = fencedIn<{ id: string; texto: string }[]>(seen.texto, 'perguntas');
  return JSON.stringify({
    perguntas: perguntas.map(({ id, texto }) => {
      const at = lines.findIndex((line) => line.texto === texto);
      const answer = at < 0 ? undefined : lines[at + 1];
      return {
        id,
        leitura: {
          codigo: at < 0 ? 'nao_feita' : 'exata',
          ...quote(lines[at]),
          faltou: [],
          acrescentou: [],
          muda_sentido: false,
        },
        conducao: { codigo: 'neutra', tipo: 'nenhum', ...quote(undefined) },
        resposta: {
          codigo: answer ? 'adequada' : 'ausente',
          ...quote(answer),
          valor_final: answer ? [answer.texto] : [],
          mudou: false,
        },
        sentimento: 0,
        confianca: 0.9,
      };
    }),
  });
}

function usualContent(seen: FakeRequest): string {
  const lines = linesOf(seen.texto);
  if (seen.tarefa?.startsWith('confronto_')) return usualConfrontation(seen, lines);
  const first = lines[0] ?? { ordem: 1, texto: 'x' };
  if (seen.tarefa === 'analise_texto') {
    return JSON.stringify({
      resumo: 'O cliente ligou e foi atendido.',
      sentimento_geral: 'neutro',
      sentencas: lines.map(({ ordem }) => ({ ordem, sentimento: 0.5 })),
      ofensas: [],
      respostas: [],
    });
  }
  const json = /<criterios>([\s\S]*?)<\/criterios>/.exec(seen.texto)?.[1] ?? '[]';
  const criterios = JSON.parse(json) as { id: string }[];
  return JSON.stringify({
    resumo: 'O atendimento seguiu o roteiro.',
    pontuacao: 0.8,
    confianca: 0.9,
    criterios: criterios.map(({ id }) => ({
      id,
      atendido: 'sim',
      justificativa: 'Foi dito.',
      evidencias: [{ sentencas: [first.ordem], citacao: first.texto }],
    })),
    alertas: [],
  });
}

function completion(seen: FakeRequest, content: string | undefined) {
  return {
    id: 'chatcmpl-teste',
    object: 'chat.completion',
    created: 1,
    model: 'teste',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: content ?? usualContent(seen), refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  };
}
