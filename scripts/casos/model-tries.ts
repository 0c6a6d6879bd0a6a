/** Calls a model server as the product does, and describes the result in words. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESPOSTAS_IA } from '@escuta/shared/domain/insights/ai-answers';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';
import { askServer } from '@escuta/shared/platform/http/ask-server';
import { askJson } from '../../worker/src/analysis/ask-json.ts';
import type { AiClient } from '../../worker/src/engine/ai-client.ts';
import type { PaidPort } from '../../worker/src/engine/stage.ts';
import { createProvider } from '../../worker/src/providers/client.ts';
import { ProviderError } from '../../worker/src/providers/provider-error.ts';
import { type Conduta, completion, type Resposta, startModelServer } from './model-server.ts';

const signal = new AbortController().signal;
const describeRequests = (count: number) => `${count} ${count === 1 ? 'pedido' : 'pedidos'}`;
const seconds = (ms: number) => (ms / 1000).toLocaleString('pt-BR');

const RESUMO = 'Cliente perguntou pela fatura.';
export const ANALISE = {
  resumo: RESUMO,
  sentimento_geral: 'neutro',
  sentencas: [{ ordem: 1, sentimento: 0 }],
  ofensas: [],
  respostas: [],
};
export const JSON_CERTO = JSON.stringify(ANALISE);
export const LIDO = (pedidos: number) => `resumo: ${RESUMO} ${describeRequests(pedidos)}`;

export interface Conversa {
  modelo?: string;
  protocolo?: ProtocoloDeclarado;
  /** Number of characters of the transcript in the prompt. */
  caracteres?: number;
  timeoutMs?: number;
}

/** Runs a text analysis as the product does, and describes its result and the number of requests. */
export async function analyse(conduta: Conduta, conversa: Conversa = {}): Promise<string> {
  const { modelo = 'gpt-4o-mini', protocolo = null, caracteres = 300, timeoutMs = 5000 } = conversa;
  const server = await startModelServer(conduta);
  const provider = createProvider({ baseURL: server.url, apiKey: null, timeoutMs });
  const { jsonSchema, comLimites } = RESPOSTAS_IA.ligacao.analise_texto;
  const ai: Pick<AiClient, 'chat'> = {
    chat: async (request) => {
      const answer = await provider.complete({
        model: request.alvo.modelo,
        protocol: request.protocolo,
        messages: request.mensagens.map(({ papel, texto }) => ({ role: papel, content: texto })),
        schemaName: 'analise_texto',
        jsonSchema,
        boundedSchema: comLimites,
        ...(request.esquemaNoTexto && { schemaInPrompt: true }),
        maxTokens: request.maxTokens,
        temperature: request.temperatura,
        idempotencyKey: request.chaveIdempotente,
        signal,
      });
      return {
        texto: answer.content,
        cortada: answer.truncated,
        parametrosOmitidos: answer.omitted,
        uso: answer.usage,
        latenciaMs: 0,
      };
    },
  };
  const paid: PaidPort = { call: async (key, _, ask) => (await ask(key)).resposta };
  const line = '[1] cliente (0.0s): ';
  try {
    const { value } = await askJson(
      { ai: ai as AiClient, paid, signal },
      {
        key: 'analise',
        tarefa: 'analise_texto',
        perfil: 'ligacao',
        modelo: { rotulo: 'r', provedor: 'openai', modelo, observacao: null, protocolo },
        prompt: () => [
          { papel: 'system', texto: 'Analise a ligação.' },
          { papel: 'user', texto: line + 'quero a fatura. '.repeat(caracteres / 16) },
        ],
        maxTokens: 900,
        temperatura: 0,
      },
    );
    return `resumo: ${value.resumo} ${describeRequests(server.pedidos.length)}`;
  } catch (error) {
    return `${refusalOf(error)} ${describeRequests(server.pedidos.length)}`;
  } finally {
    await server.close();
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof ProviderError) return `${error.kind}: ${error.mensagem}`;
  if (error instanceof StageFailure) return `${error.codigo}: ${error.message}`;
  throw error;
}

/** Transcribes a sound of given length, and describes its sentences with their start, s, and the number of requests. */
export async function transcribe(
  conduta: Conduta,
  {
    soundMs = 7840,
    model = 'whisper-1',
    protocolo = null,
    timeoutMs = 5000,
  }: { soundMs?: number; model?: string; protocolo?: ProtocoloDeclarado | null; timeoutMs?: number } = {},
): Promise<string> {
  const server = await startModelServer(conduta);
  const folder = await mkdtemp(join(tmpdir(), 'caso-'));
  try {
    const filePath = join(folder, 'som.wav');
    await writeFile(filePath, Buffer.alloc(64));
    const provider = createProvider({ baseURL: server.url, apiKey: null, timeoutMs });
    const { text, segments, usage } = await provider.transcribe({
      filePath,
      durationMs: soundMs,
      model,
      protocol: protocolo,
      language: 'pt',
      idempotencyKey: 'k',
      signal,
    });
    const heard = segments
      ? `${segments.length} falas em ${segments.map(({ startMs, endMs }) => `${seconds(startMs)}–${seconds(endMs)}`).join('; ')} s.`
      : `sem tempos: ${text}`;
    return `${heard} ${usage ? 'Uso dito.' : 'Uso não dito.'} ${describeRequests(server.pedidos.length)}`;
  } catch (error) {
    return `${refusalOf(error)} ${describeRequests(server.pedidos.length)}`;
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export const says = (content: unknown, more: Parameters<typeof completion>[1] = {}): Conduta => {
  const corpo = completion(content, more);
  return () => ({ corpo });
};
export const gives =
  (corpo: unknown, more: Omit<Resposta, 'corpo'> = {}): Conduta =>
  () => ({ corpo, ...more });

/** Requests a model's data from a server as the product does, and describes the answer. */
export async function describeServer(
  conduta: Conduta,
  finalidade: 'transcricao' | 'texto',
  modelo: string,
): Promise<string> {
  const server = await startModelServer(conduta);
  try {
    const facts = await askServer({ baseURL: server.url, apiKey: undefined }, { finalidade, modelo });
    return `${facts?.servidor}, ${facts?.listado ? 'listado' : 'não listado'}: ${JSON.stringify(facts?.protocolo)}`;
  } finally {
    await server.close();
  }
}
