import { RESPOSTAS_IA } from '@escuta/shared/domain/insights/ai-answers';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import { AGUARDANDO_PROVEDOR, type CodigoFalha, StageFailure } from '@escuta/shared/domain/runs/failures';
import { slotsOf } from '@escuta/shared/domain/runs/model-capabilities';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { inSpan } from '@escuta/shared/platform/tracing/tracing';
import type { Redis } from 'ioredis';
import type { AiClient, AiProviders, CallOptions } from '../engine/ai-client.ts';
import { createProvider, type Provider } from './client.ts';
import { ProviderError, type TipoErroProvedor } from './provider-error.ts';
import { createSharedCircuit, type Passage } from './shared/shared-circuit.ts';
import { createSharedPace, ESPERA_NO_LUGAR_MS, pause, type Turn } from './shared/shared-pace.ts';
import { createSharedSlots } from './shared/shared-slots.ts';
import { readTogether } from './shared/shared-state.ts';

const IDIOMA = 'pt';

const CODIGOS: Record<TipoErroProvedor, CodigoFalha> = {
  limite: 'provedor_limite',
  sem_saldo: 'provedor_sem_saldo',
  indisponivel: 'provedor_indisponivel',
  tempo: 'provedor_indisponivel',
  credenciais: 'provedor_recusou_chave',
  recusado: 'provedor_recusou_pedido',
  nao_reconhecida: 'gravacao_nao_reconhecida',
  // The answer was damaged in transport: a retry may succeed.
  resposta_invalida: 'provedor_indisponivel',
  ilegivel: 'resposta_invalida',
  cortado: 'provedor_recusou_pedido',
};

/** The calling item, and the number of its calls in progress; null without an item. */
type Caller = { quem: string; noAr: number } | null;

/** Errors that mean no answer, which open the circuit breaker. */
const SEM_RESPOSTA: ReadonlySet<TipoErroProvedor> = new Set(['indisponivel', 'tempo', 'resposta_invalida']);

type AiClientDeps = {
  env: Pick<
    WorkerEnv,
    | 'OPENAI_API_KEY'
    | 'OPENAI_BASE_URL'
    | 'ANTHROPIC_API_KEY'
    | 'ANTHROPIC_BASE_URL'
    | 'PROVIDER_TIMEOUT_MS'
    | 'REDIS_PREFIX'
  >;
  redis: Redis;
  log: Logger;
};

/**
 * The AI providers for the stages: one attempt per call, at the pace that 429 answers allow, and through a circuit
 * breaker. A call that is refused or would wait too long fails as `adiada`, which does not count as an attempt.
 */
export function createAiClient({ env, redis, log }: AiClientDeps): AiProviders {
  const pace = createSharedPace(redis, { prefix: env.REDIS_PREFIX, log });
  const circuit = createSharedCircuit(redis, { prefix: env.REDIS_PREFIX, log });
  const slots = createSharedSlots(redis, { prefix: env.REDIS_PREFIX, log });
  const timeoutMs = env.PROVIDER_TIMEOUT_MS;
  const connect = (baseURL: string, apiKey: string | undefined) => ({
    baseURL,
    provider: createProvider({ baseURL, apiKey: apiKey ?? null, timeoutMs }),
  });
  const providers: Record<AlvoModelo['provedor'], { baseURL: string; provider: Provider }> = {
    openai: connect(env.OPENAI_BASE_URL, env.OPENAI_API_KEY),
    anthropic: connect(env.ANTHROPIC_BASE_URL, env.ANTHROPIC_API_KEY),
  };

  const waiting = (esperaMs: number, cause?: unknown) =>
    new StageFailure('provedor_indisponivel', {
      mensagem: AGUARDANDO_PROVEDOR,
      retryAfterMs: esperaMs,
      adiada: true,
      cause,
    });

  const failureOf = async (error: ProviderError, passage: Passage, turn: Turn) => {
    const failure = { mensagem: error.mensagem, retryAfterMs: error.retryAfterMs, cause: error };
    if (SEM_RESPOSTA.has(error.kind)) {
      const after = await passage.failed();
      if (!after.conta) return waiting(after.esperaMs, error);
      return new StageFailure(CODIGOS[error.kind], { ...failure, avulsa: await turn.answersOthers() });
    }
    await passage.answered();
    if (error.kind === 'limite') {
      const { conta, esperaMs } = await turn.refused(error.retryAfterMs);
      return new StageFailure('provedor_limite', { ...failure, retryAfterMs: esperaMs, adiada: !conta });
    }
    await turn.answered();
    return new StageFailure(CODIGOS[error.kind], failure);
  };

  /** @throws StageFailure if the wait would be too long or the circuit breaker is open */
  const enter = async (
    baseURL: string,
    who: string,
    signal: AbortSignal,
  ): Promise<{ turn: Turn; passage: Passage }> => {
    // Reads pace and circuit breaker in one request, because usually neither holds the call back.
    const keys = [pace.keyOf(baseURL), circuit.keyOf(baseURL)];
    const seen = redis.status === 'ready' ? await readTogether(redis, keys).catch(() => null) : null;
    const [ritmo = '', circuito = ''] = seen?.raws ?? [];
    if (seen && pace.isFree(ritmo, seen.now) && circuit.isClosed(circuito))
      return { turn: pace.pass(baseURL, who, seen.now), passage: circuit.pass(baseURL, who) };
    const turn = await pace.enter(baseURL, who, signal);
    if (typeof turn === 'number') {
      throw new StageFailure('provedor_limite', { retryAfterMs: turn, adiada: true });
    }
    const passage = await circuit.enter(baseURL, who);
    if (typeof passage === 'number') throw waiting(passage);
    return { turn, passage };
  };

  const attempt = async <T>(
    operation: 'chat' | 'transcription',
    options: CallOptions,
    caller: Caller,
    send: (provider: Provider) => Promise<T>,
  ): Promise<T & { latenciaMs: number }> => {
    const places = slotsOf(options.protocolo);
    if (places === null) return ask(operation, options, caller, send);
    // Counts speech and text separately, because one address may lead to two servers.
    const server = `${providers[options.alvo.provedor].baseURL} ${operation}`;
    const leave = await slots.enter(server, places, options.signal);
    if (typeof leave === 'number') {
      throw new StageFailure('provedor_limite', { retryAfterMs: leave, adiada: true });
    }
    try {
      return await ask(operation, options, caller, send);
    } finally {
      await leave();
    }
  };

  const ask = async <T>(
    operation: 'chat' | 'transcription',
    { alvo, signal, chaveIdempotente }: CallOptions,
    caller: Caller,
    send: (provider: Provider) => Promise<T>,
  ): Promise<T & { latenciaMs: number }> => {
    const { baseURL, provider } = providers[alvo.provedor];
    const who = caller?.quem ?? chaveIdempotente;
    const { turn, passage } = await enter(baseURL, who, signal);
    const attributes = {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': alvo.provedor,
      'gen_ai.request.model': alvo.modelo,
    };
    const start = performance.now();
    if (caller) caller.noAr += 1;
    try {
      const answered = await inSpan(`${operation} ${alvo.modelo}`, { kind: 'client', attributes }, () =>
        send(provider).finally(() => {
          if (caller) caller.noAr -= 1;
        }),
      );
      const answer = { ...answered, latenciaMs: Math.round(performance.now() - start) };
      await Promise.all([passage.answered(), turn.answered()]);
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn(
        { provedor: alvo.provedor, modelo: alvo.modelo, tipo: error.kind, status: error.status },
        'Chamada ao provedor de IA falhou',
      );
      throw await failureOf(error, passage, turn);
    }
  };

  /** Repeats a refused call after a short wait if the item's other calls occupy the item's slot anyway. */
  const call = async <T>(
    operation: 'chat' | 'transcription',
    options: CallOptions,
    caller: Caller,
    send: (provider: Provider) => Promise<T>,
  ): Promise<T & { latenciaMs: number }> => {
    for (;;) {
      try {
        return await attempt(operation, options, caller, send);
      } catch (error) {
        const wait = error instanceof StageFailure && error.adiada ? error : null;
        if (wait?.codigo !== 'provedor_limite' || !caller || caller.noAr === 0) throw error;
        if (wait.retryAfterMs === null || wait.retryAfterMs > ESPERA_NO_LUGAR_MS) throw error;
        await pause(wait.retryAfterMs, options.signal);
      }
    }
  };

  const boundTo = (caller: Caller): AiClient => ({
    transcribe: (request) =>
      call('transcription', request, caller, async (provider) => {
        const answer = await provider.transcribe({
          filePath: request.som.filePath,
          startByte: request.som.startByte,
          fileName: request.som.nome,
          durationMs: request.duracaoMs,
          model: request.alvo.modelo,
          protocol: request.protocolo,
          language: IDIOMA,
          voices: request.vozes,
          ...(request.temperatura !== undefined && { temperature: request.temperatura }),
          idempotencyKey: request.chaveIdempotente,
          signal: request.signal,
        });
        return {
          texto: answer.text,
          segmentos:
            answer.segments?.map(({ text, confidence, speaker, ...times }) => ({
              texto: text,
              ...times,
              confianca: confidence,
              ...(request.vozes && { voz: speaker }),
            })) ?? null,
          confianca: answer.confidence,
          uso: answer.usage ?? { minutos: request.duracaoMs / 60_000 },
        };
      }),
    chat: (request) =>
      call('chat', request, caller, async (provider) => {
        const { jsonSchema, comLimites } = RESPOSTAS_IA[request.perfil][request.tarefa];
        const answer = await provider.complete({
          model: request.alvo.modelo,
          protocol: request.protocolo,
          messages: request.mensagens.map(({ papel, texto }) => ({ role: papel, content: texto })),
          schemaName: request.tarefa,
          jsonSchema,
          boundedSchema: comLimites,
          ...(request.esquemaNoTexto && { schemaInPrompt: true }),
          maxTokens: request.maxTokens,
          temperature: request.temperatura,
          idempotencyKey: request.chaveIdempotente,
          signal: request.signal,
        });
        return {
          texto: answer.content,
          cortada: answer.truncated,
          parametrosOmitidos: answer.omitted,
          uso: answer.usage,
        };
      }),
  });
  return {
    ...boundTo(null),
    of: (quem) => boundTo({ quem, noAr: 0 }),
    openCircuits: async () => {
      const names = ['openai', 'anthropic'] as const;
      const open = await Promise.all(names.map((name) => circuit.isOpen(providers[name].baseURL)));
      return names.map((provedor, index) => ({ provedor, aberto: open[index] === true }));
    },
  };
}
