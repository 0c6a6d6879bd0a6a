import { UFS } from '@escuta/shared/domain/text/address';
import { z } from 'zod';

export type Endereco = { logradouro: string; bairro: string; localidade: string; uf: string };

const TIMEOUT_MS = 5000;
/** Greatest size of an answer, bytes; a usual answer has some 300 bytes. */
const MAX_BYTES = 16_384;

const text = z.string().trim().max(200).default('');
const found = z.object({ logradouro: text, bairro: text, localidade: text, uf: z.enum(UFS) });
/** The service's answer for an unknown postal code; older servers send the boolean as text. */
const unknown = z.object({ erro: z.union([z.literal(true), z.literal('true')]) });

/** Reads an answer's body. @throws Error for a body larger than MAX_BYTES */
async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`resposta com mais de ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Requests the address of a postal code of 8 digits; null if the service does not know the code. `baseUrl`:
 * CEP_API_URL.
 * @throws Error if the service is away or slow (5 s), redirects, or answers in an unexpected format
 */
export async function fetchCep(baseUrl: string, digits: string): Promise<Endereco | null> {
  const url = `${baseUrl.replace(/\/+$/, '')}/ws/${digits}/json/`;
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const body: unknown = JSON.parse(await readCapped(response));
  return unknown.safeParse(body).success ? null : found.parse(body);
}
