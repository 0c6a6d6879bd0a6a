import { ApiError } from '../network/api.ts';

/**
 * The meaning of a failed try: the network or the server is away (again later), the device must be authorised anew,
 * this interview is refused, or something failed on the device itself, of which nobody has refused anything.
 */
export type Failure = 'sem_rede' | 'autorizacao' | 'recusada' | 'aparelho';

/** The reason why an interview is not taken in. Its message is Portuguese and fit to be shown. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

export function failureOf(error: unknown): Failure {
  if (error instanceof NotTaken) return 'recusada';
  if (!(error instanceof ApiError)) return 'aparelho';
  if (error.status === 401) return 'autorizacao';
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
    ? 'sem_rede'
    : 'recusada';
}
