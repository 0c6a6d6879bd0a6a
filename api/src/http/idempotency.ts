import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyRequest } from 'fastify';
import { isIdempotencyKey } from './idempotency-key.ts';

/** @throws AppError requisicao_invalida */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && isIdempotencyKey(header)) return header;
  throw new AppError(
    'requisicao_invalida',
    'O cabeçalho Idempotency-Key deve ter de 1 a 200 caracteres imprimíveis.',
  );
}
