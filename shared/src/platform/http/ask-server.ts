import {
  type FatosDoServidor,
  type RespostasDoServidor,
  readServerFacts,
} from '../../domain/runs/server-facts.ts';

/** How long each address is waited for, ms: a server that is there answers at once. */
const LIMITE_MS = 5000;
/** Longest answer that is read, bytes: a list of models is far shorter. */
const RESPOSTA_MAX = 2 * 1024 * 1024;

/**
 * Asks a server, at the installation's own address, what it can do with a model. Nothing is computed there and nothing billed.
 * @param baseURL up to and including `/v1` @returns null when nobody answers at the address
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
      // Each address belongs to one kind of server; the others have nothing there.
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

/** An answer's text, which no server makes longer than is read, whatever it says of its length. @throws RangeError */
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

/** A model's name as a part of an address ('maker/model' are two); null for one that would lead elsewhere. */
function pathOf(modelo: string): string | null {
  const parts = modelo.split('/');
  if (/\p{Surrogate}/u.test(modelo) || parts.some((part) => /^\.{0,2}$/u.test(part))) return null;
  return parts.map(encodeURIComponent).join('/');
}
