/** The device's requests, with the device's own credential instead of a session. */

import { completeEnvio, createEnvio, uploadParte } from '@escuta/shared/contracts/operation/envios';
import { closeEntrevista, putEntrevista, sendEventos } from '@escuta/shared/contracts/surveys/campo';
import {
  ApiError,
  buildUrl,
  type CallInput,
  type Endpoint,
  OF_THIS_PAGE,
  toApiError,
  type Wire,
} from '../network/api.ts';
import { noteServerTime } from '../network/server-clock.ts';
import type { EntrevistaAEnviar } from './model.ts';
import type { EnvioRecebido, Transport } from './transport.ts';

const SEM_CONEXAO = 'Sem conexão com o servidor.';
/** Time after which an unanswered request is aborted, ms, because a network that drops all data reports no error. */
const GIVE_UP_MS = 60_000;

/** A signal that aborts a request at the time limit or when `gone` aborts. */
function limited(gone: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(GIVE_UP_MS);
  // Older phones lack `AbortSignal.any`: there `gone` does not abort the request.
  return gone && 'any' in AbortSignal ? AbortSignal.any([late, gone]) : late;
}

interface Raw {
  params?: unknown;
  body?: unknown;
  bytes?: ArrayBuffer;
  headers?: Record<string, string>;
}

async function ask(
  endpoint: Endpoint,
  segredo: string | null,
  input: Raw,
  gone?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { ...input.headers, ...OF_THIS_PAGE };
  if (segredo !== null) headers.Authorization = `Bearer ${segredo}`;
  if (input.bytes) headers['Content-Type'] = 'application/octet-stream';
  else if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = input.bytes ?? (input.body === undefined ? null : JSON.stringify(input.body));
  try {
    const response = await fetch(buildUrl(endpoint.path, input.params, undefined), {
      method: endpoint.method,
      headers,
      body,
      signal: limited(gone),
    });
    noteServerTime(response.headers.get('date'));
    return response;
  } catch (cause) {
    throw new ApiError(0, 'sem_conexao', SEM_CONEXAO, {}, null, cause);
  }
}

async function send(
  endpoint: Endpoint,
  segredo: string | null,
  input: Raw,
  gone?: AbortSignal,
): Promise<unknown> {
  const response = await ask(endpoint, segredo, input, gone);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toApiError(response, answer);
  return answer;
}

/**
 * Calls a route with the device's credential `segredo`, or with none if it is null (a public route).
 * @throws ApiError if the server refuses or cannot be reached
 */
export async function deviceCall<E extends Endpoint>(
  endpoint: E,
  segredo: string | null,
  input: CallInput<E>,
  gone?: AbortSignal,
): Promise<Wire<E>> {
  return (await send(endpoint, segredo, input, gone)) as Wire<E>;
}

/**
 * Calls a route that answers with bytes; returns the bytes and their media type.
 * @throws ApiError if the server refuses or cannot be reached
 */
export async function deviceBytes<E extends Endpoint>(
  endpoint: E,
  segredo: string,
  input: CallInput<E>,
): Promise<{ tipo: string; bytes: ArrayBuffer }> {
  const response = await ask(endpoint, segredo, input);
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  try {
    return { tipo: response.headers.get('content-type') ?? '', bytes: await response.arrayBuffer() };
  } catch (cause) {
    throw new ApiError(0, 'sem_conexao', SEM_CONEXAO, {}, null, cause);
  }
}

const received = ({
  recebidas,
  faltam,
  estado,
}: {
  recebidas: number;
  faltam: number[];
  estado: string;
}): EnvioRecebido => ({
  recebidas,
  faltam,
  concluido: estado === 'concluido',
});

/**
 * Transport of a device's interview over HTTP.
 * @param segredo returns the device's present credential
 * @param gone aborts pending and later requests
 */
export function httpTransport(segredo: () => string | null, gone?: AbortSignal): Transport {
  const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    deviceCall(endpoint, segredo(), input, gone);
  return {
    anunciar: async (entrevista: EntrevistaAEnviar) =>
      (
        await call(putEntrevista, {
          params: { id: entrevista.id },
          body: {
            questionario_versao_id: entrevista.versaoId,
            nome_entrevistado: entrevista.nome,
            telefone_entrevistado: entrevista.telefone,
            iniciada_em: entrevista.iniciadaEm,
            relogio: Date.now(),
          },
        })
      ).data,
    eventos: async (id, eventos) =>
      (await call(sendEventos, { params: { id }, body: { eventos: [...eventos] } })).data.ate,
    abrirEnvio: async ({ id, entrevistaId, gravacao, tipo }) =>
      received(
        (
          await call(createEnvio, {
            body: {
              id,
              papel: 'gravacao',
              entrevista_id: entrevistaId,
              gravacao,
              tipo: tipo as 'audio/webm',
            },
          })
        ).data,
      ),
    parte: async (envioId, { n, bytes, sha256 }) => {
      const headers = { 'X-Parte-Sha256': sha256 };
      await send(uploadParte, segredo(), { params: { id: envioId, n }, bytes, headers }, gone);
    },
    concluirEnvio: async (envioId, partes) =>
      received((await call(completeEnvio, { params: { id: envioId }, body: { partes } })).data),
    fechar: async (id, tudo) => (await call(closeEntrevista, { params: { id }, body: tudo })).data,
  };
}
