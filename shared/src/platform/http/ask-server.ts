import {
  type FatosDoServidor,
  type RespostasDoServidor,
  readServerFacts,
} from '../../domain/runs/server-facts.ts';

/** Timeout per address, ms: a running server answers within milliseconds. */
const LIMITE_MS = 5000;
/** Largest answer, bytes, far above a model list. */
const RESPOSTA_MAX = 2 * 1024 * 1024;

/**
 * Requests a model's data from a server at the installation's own address, without computation or cost.
 * @param baseURL up to and including `/v1`
 * @returns null if no server answers
 */
export async function askServer(
  { baseURL, apiKey }: { baseURL: string; apiKey: string | undefined },
  { finalidade, modelo }: { finalidade: 'transcricao' | 'texto'; modelo: string },
): Promise<FatosDoServidor | null> {
  const base = baseURL.replace(/\/$/u, '');
  const root = base.replace(/\/v\d+$/u, '');
  const place = pathOf(modelo);
  let reached = false;
  const ask = async (url: string, body?: unknown): Promise<unknown> => {
    try {
      const answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${apiKey ?? 'sem-chave'}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMITE_MS),
        redirect: 'error',
      });
      reached = true;
      if (!answer.ok) {
        await answer.body?.cancel();
        return undefined;
      }
      return JSON.parse(await limitedText(answer));
    } catch {
      // Each path exists on one kind of server only, so failures are normal.
      return undefined;
    }
  };
  const [models, model, props, show, ps, studio] = await Promise.all([
    ask(`${base}/models`),
    place === null ? undefined : ask(`${base}/models/${place}`),
    ask(`${root}/props`),
    ask(`${root}/api/show`, { model: modelo }),
    ask(`${root}/api/ps`),
    ask(`${root}/api/v0/models`),
  ]);
  const answers: RespostasDoServidor = { models, model, props, show, ps, studio };
  return reached ? readServerFacts(finalidade, modelo, answers) : null;
}

/**
 * Reads an answer's text up to `RESPOSTA_MAX` bytes, whatever its declared length.
 * @throws RangeError for a longer answer
 */
export async function limitedText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > RESPOSTA_MAX) throw new RangeError('too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** A model's name as a path; null if it would lead to another path. */
function pathOf(modelo: string): string | null {
  const parts = modelo.split('/');
  if (/\p{Surrogate}/u.test(modelo) || parts.some((part) => /^\.{0,2}$/u.test(part))) return null;
  return parts.map(encodeURIComponent).join('/');
}
