import { request as sendPlainly } from 'node:http';
import { request as sendEncrypted } from 'node:https';
import { Readable } from 'node:stream';

/** Statuses whose Response must have no body. */
const SEM_CORPO: ReadonlySet<number> = new Set([204, 205, 304]);
/** Time limit for a check's answer, ms. */
const SINAL_MS = 10_000;
/** Number of silences in a row after which a self-hosted server has lost the call, although it answers checks. */
const SILENCIOS_MAX = 24;

/**
 * Limits the wait for an answer to `timeoutMs`. A self-hosted server gets this time again after each part, and after
 * each silence in which it lists its models, because a new call would repeat the computation.
 */
export class Lifeline {
  readonly #options: { baseURL: string; apiKey: string | null; timeoutMs: number; own: boolean };
  readonly #gone = new AbortController();
  readonly #whole: NodeJS.Timeout;
  #timer: NodeJS.Timeout;
  #silences = 0;

  constructor(options: { baseURL: string; apiKey: string | null; timeoutMs: number; own: boolean }) {
    this.#options = options;
    this.#timer = this.#wait();
    this.#whole = setTimeout(() => this.#gone.abort(), SILENCIOS_MAX * options.timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  seen(): void {
    if (!this.#options.own || this.#gone.signal.aborted) return;
    this.#silences = 0;
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#whole);
    this.#silences = SILENCIOS_MAX;
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => void this.#silent(), this.#options.timeoutMs);
  }

  async #silent(): Promise<void> {
    this.#silences += 1;
    if (this.#options.own && this.#silences < SILENCIOS_MAX && (await this.#isThere())) {
      // `end` sets the count to the limit, so that a call ended during the check starts no timer.
      if (this.#silences < SILENCIOS_MAX) this.#timer = this.#wait();
      return;
    }
    this.#gone.abort();
  }

  async #isThere(): Promise<boolean> {
    const { baseURL, apiKey } = this.#options;
    const answer = await fetch(`${baseURL.replace(/\/$/u, '')}/models`, {
      headers: { authorization: `Bearer ${apiKey ?? 'sem-chave'}` },
      signal: AbortSignal.timeout(SINAL_MS),
    }).catch(() => null);
    await answer?.body?.cancel();
    return answer !== null && answer.status < 500;
  }
}

/**
 * `fetch` without Node's limit of five minutes for the headers, for slow servers. Keeps the request's body in memory.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const send = request.url.startsWith('https:') ? sendEncrypted : sendPlainly;
  return new Promise((resolve, reject) => {
    const headers = {
      ...Object.fromEntries(request.headers),
      ...(body && { 'content-length': String(body.length) }),
    };
    const sent = send(request.url, { method: request.method, headers, signal: request.signal }, (answer) => {
      const known = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const status = answer.statusCode ?? 502;
      const hasBody = !SEM_CORPO.has(status);
      if (!hasBody) answer.resume();
      try {
        const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream) : null;
        resolve(new Response(stream, { status, headers: known }));
      } catch (error) {
        // Without this handler, an invalid status or header would end the process.
        answer.destroy();
        reject(error as Error);
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
};
