import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyRequest } from 'fastify';
import { isIdempotencyKey } from './idempotency-key.ts';

/** The request's Idempotency-Key; null without this header. @throws AppError requisicao_invalida for a malformed key */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && isIdempotencyKey(header)) return header;
  throw new AppError(
    'requisicao_invalida',
    'O cabeçalho Idempotency-Key deve ter de 1 a 200 caracteres imprimíveis.',
  );
}
