import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress, parseCidrs } from '../../domain/calls/network-address.ts';

/**
 * GET requests to customers' addresses, never into the installation's network (SSRF): checks addresses at connection
 * time, against DNS rebinding; no redirects, limits on headers, body and time, verified TLS.
 */

export type GuardedNetwork = {
  isAllowed: (address: string) => boolean;
  resolve: (host: string) => Promise<string[]>;
};

/**
 * Network access that also allows the operator's private networks.
 * @param cidrs private networks, comma-separated
 * @throws Error for invalid networks
 */
export function createGuardedNetwork(cidrs: string): GuardedNetwork {
  const allowed = parseCidrs(cidrs);
  return {
    isAllowed: (address) => isAllowedAddress(address, allowed),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  };
}

/** `endereco`: refused before any byte was sent. `tempo`: timeout. `conexao`: other network errors. */
export type GuardedFailure = 'endereco' | 'tempo' | 'conexao' | 'redirecionamento' | 'tamanho';

export class GuardedHttpError extends Error {
  override readonly name = 'GuardedHttpError';
  readonly failure: GuardedFailure;

  constructor(failure: GuardedFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

const HEADERS_MAX_BYTES = 16 * 1024;

/** Resolves a name to checked addresses; refuses the name if any address is forbidden. */
function guardedLookup(network: GuardedNetwork): LookupFunction {
  return (host, options, callback) => {
    network.resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        const refused = addresses.find((address) => !network.isAllowed(address));
        if (first === undefined) callback(new Error(`no address: ${host}`), '');
        else if (refused !== undefined)
          callback(new GuardedHttpError('endereco', `${host} → ${refused}`), '');
        else if (options.all) {
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

export type GuardedRequest = {
  url: URL;
  credentials: { username: string; password: string };
  /** Longest wait for headers, and for each part of the body, ms. */
  timeoutMs: number;
  totalMs: number;
};

function toFailure(error: unknown): GuardedHttpError {
  return error instanceof GuardedHttpError
    ? error
    : new GuardedHttpError('conexao', error instanceof Error ? error.message : String(error), error);
}

/**
 * Sends a GET request; resolves at the answer's headers. The caller must read or destroy the body, which fails with a
 * GuardedHttpError at the time limit.
 * @throws GuardedHttpError also for a redirect
 */
export function guardedGet(network: GuardedNetwork, asked: GuardedRequest): Promise<IncomingMessage> {
  const { url, credentials, timeoutMs, totalMs } = asked;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Checks a literal address, for which no lookup runs.
    if (isIP(host) !== 0 && !network.isAllowed(host)) {
      reject(new GuardedHttpError('endereco', host));
      return;
    }
    const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    const options: RequestOptions = {
      // Reuses no connection, because its address was checked only for another request.
      agent: false,
      lookup: guardedLookup(network),
      maxHeaderSize: HEADERS_MAX_BYTES,
      headers: {
        authorization: `Basic ${basic}`,
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Escuta',
      },
    };
    const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
    let response: IncomingMessage | undefined;
    const expire = (ms: number) => {
      const error = new GuardedHttpError('tempo', `${ms} ms`);
      if (response) response.destroy(error);
      else request.destroy(error);
    };
    const total = setTimeout(() => expire(totalMs), totalMs);
    const headers = setTimeout(() => expire(timeoutMs), timeoutMs);
    request.setTimeout(timeoutMs, () => expire(timeoutMs));
    request.on('close', () => {
      clearTimeout(total);
      clearTimeout(headers);
    });
    request.on('error', (error) => reject(toFailure(error)));
    request.on('response', (answer) => {
      clearTimeout(headers);
      response = answer;
      const status = answer.statusCode ?? 0;
      if (status < 300 || status >= 400) {
        resolve(answer);
        return;
      }
      request.destroy();
      reject(new GuardedHttpError('redirecionamento', `status ${status}`));
    });
    request.end();
  });
}

/**
 * Reads a whole answer of at most `maxBytes`.
 * @throws GuardedHttpError for a larger answer or failed read
 */
export async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new GuardedHttpError('tamanho', `more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw toFailure(error);
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
