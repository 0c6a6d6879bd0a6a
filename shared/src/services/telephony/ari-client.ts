import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { recordingPaths } from '../../domain/calls/telephony.ts';
import { AppError } from '../../domain/errors.ts';
import {
  type GuardedFailure,
  GuardedHttpError,
  type GuardedNetwork,
  guardedGet,
  readBounded,
} from '../../platform/http/guarded-http.ts';

export type AriServer = {
  /** Made by `telephonyUrl`. */
  url: string;
  username: string;
  password: string;
  timeoutMs: number;
};

/** Largest answer of `/ari/asterisk/info`, bytes; Asterisk sends about a thousand. */
const INFO_MAX_BYTES = 64 * 1024;

/** An error's `dados.motivo`; clients branch on it. */
export type TelephonyReason = Exclude<GuardedFailure, 'endereco'> | 'status' | 'formato' | 'nao_encontrada';

export function telephonyError(
  motivo: TelephonyReason,
  message: string,
  options: { status?: number; cause?: unknown } = {},
): AppError {
  return new AppError('telefonia_falhou', message, {
    dados: { motivo, status: options.status ?? null },
    ...(options.cause === undefined ? {} : { cause: options.cause }),
  });
}

const codeOf = (error: GuardedHttpError) =>
  String((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Gives one error for internal and unresolvable names, so that internal names cannot be probed. */
function refusedAddress(error: GuardedHttpError): AppError {
  return new AppError(
    'endereco_recusado',
    'Endereço recusado: o servidor não foi encontrado, ou está em uma rede interna, local ou reservada, que a Escuta não acessa. Se o Asterisk está em uma rede privada sua, peça ao administrador da instalação que autorize essa rede.',
    { cause: error },
  );
}

/** Node's connection errors in the product's words, because Node's words would reveal addresses. */
function connectionMessage(error: GuardedHttpError): string {
  const code = codeOf(error);
  if (/^EAI_/.test(code))
    return 'Falha na conexão: não foi possível consultar o nome do servidor agora. Tente novamente.';
  if (code === 'ECONNREFUSED')
    return 'Falha na conexão: o servidor recusou a conexão nesta porta. Confira a URL.';
  if (/^(E?CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return 'Falha na conexão: o certificado TLS do servidor não é válido. Peça ao responsável pelo servidor que o renove.';
  }
  if (/^(ERR_SSL_|EPROTO)/.test(code))
    return 'Falha na conexão: o servidor não fala HTTPS nesta porta. Confira a URL.';
  return 'Falha na conexão';
}

export function toTelephonyError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof GuardedHttpError)) throw error;
  const cause = { cause: error };
  switch (error.failure) {
    case 'endereco':
      return refusedAddress(error);
    case 'tempo':
      return telephonyError('tempo', 'Timeout na conexão', cause);
    case 'redirecionamento':
      return telephonyError(
        'redirecionamento',
        'A Escuta não segue redirecionamentos. Informe o endereço final do Asterisk.',
        cause,
      );
    case 'tamanho':
      return telephonyError(
        'tamanho',
        'A resposta do servidor é grande demais para ser a da interface ARI. Confira a URL.',
        cause,
      );
    case 'conexao':
      if (/^(ENOTFOUND|ENODATA)$/.test(codeOf(error))) return refusedAddress(error);
      return telephonyError('conexao', connectionMessage(error), cause);
  }
}

function statusMessage(status: number): string {
  return `Status: ${status} - ${STATUS_CODES[status] ?? 'resposta desconhecida'}`;
}

function send(network: GuardedNetwork, server: AriServer, path: string, totalMs: number) {
  const { username, password } = server;
  return guardedGet(network, {
    url: new URL(server.url + path),
    credentials: { username, password },
    timeoutMs: Math.min(server.timeoutMs, totalMs),
    totalMs,
  });
}

/**
 * Asterisk's version from `/ari/asterisk/info`, if present.
 * @throws for JSON other than objects
 */
function versionIn(body: Buffer): string | null {
  const info = JSON.parse(body.toString('utf8')) as { system?: { version?: unknown } } | null;
  if (typeof info !== 'object' || info === null) throw new TypeError('no object');
  const version = info.system?.version;
  return typeof version === 'string' && /^[\x20-\x7e]{1,60}$/.test(version) ? version : null;
}

/**
 * Requests a telephony server's version.
 * @throws AppError endereco_recusado, telefonia_falhou
 */
export async function testAri(
  network: GuardedNetwork,
  server: AriServer,
): Promise<{ versao: string | null }> {
  let body: Buffer;
  try {
    const response = await send(network, server, '/ari/asterisk/info', server.timeoutMs);
    const status = response.statusCode ?? 0;
    if (status < 200 || status >= 300) {
      response.destroy();
      throw telephonyError('status', statusMessage(status), { status });
    }
    body = await readBounded(response, INFO_MAX_BYTES);
  } catch (error) {
    throw toTelephonyError(error);
  }
  try {
    return { versao: versionIn(body) };
  } catch (error) {
    throw telephonyError(
      'formato',
      'O servidor respondeu, mas não como a interface ARI do Asterisk. Confira a URL e a porta (8088).',
      { cause: error },
    );
  }
}

/**
 * Opens a stored recording to read; fails with a GuardedHttpError on a stall or after `totalMs`.
 * @throws AppError regra_violada (an impossible name), endereco_recusado, telefonia_falhou
 */
export async function openRecording(
  network: GuardedNetwork,
  server: AriServer,
  name: string,
  totalMs: number,
): Promise<IncomingMessage> {
  const paths = recordingPaths(name);
  if (!paths) throw new AppError('regra_violada', 'O nome da gravação na telefonia não é válido.');
  const until = Date.now() + totalMs;
  try {
    for (const path of paths) {
      const response = await send(network, server, path, Math.max(1, until - Date.now()));
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return response;
      response.destroy();
      if (status === 401) {
        throw telephonyError(
          'status',
          `O servidor de telefonia recusou o usuário ou a senha (${statusMessage(status)}).`,
          { status },
        );
      }
      if (status !== 404) throw telephonyError('status', statusMessage(status), { status });
    }
  } catch (error) {
    throw toTelephonyError(error);
  }
  throw telephonyError('nao_encontrada', 'Gravação não encontrada no servidor de telefonia.', {
    status: 404,
  });
}
