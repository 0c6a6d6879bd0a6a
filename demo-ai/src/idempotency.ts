import { OpenAiError } from './openai-errors.ts';

/** Greatest number of stored answers; the oldest are deleted first. */
const MAXIMO = 2000;

export type Resposta = { status: number; body: unknown };
type Guardada = { impressao: string; resposta: Promise<Resposta> };

/**
 * Remembers answers by `Idempotency-Key`: a repeated request gets the first request's answer free of charge, even if
 * the first request is still in progress. Failures are not stored.
 */
export function createIdempotencyStore() {
  const stored = new Map<string, Guardada>();
  return {
    /**
     * @param fingerprint Hash of the whole request.
     * @throws OpenAiError 409 when the key was used for another request.
     */
    async once(
      key: string | undefined,
      fingerprint: string,
      answer: () => Promise<Resposta>,
    ): Promise<Resposta> {
      if (key === undefined) return answer();
      const known = stored.get(key);
      if (known !== undefined) {
        if (known.impressao === fingerprint) return known.resposta;
        throw new OpenAiError(409, 'Esta Idempotency-Key já foi usada com outro pedido.', {
          code: 'idempotency_key_reused',
        });
      }
      const resposta = answer();
      stored.set(key, { impressao: fingerprint, resposta });
      const oldest = stored.keys().next().value;
      if (stored.size > MAXIMO && oldest !== undefined) stored.delete(oldest);
      try {
        return await resposta;
      } catch (error) {
        stored.delete(key);
        throw error;
      }
    },
  };
}
