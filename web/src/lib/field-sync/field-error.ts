import { ApiError } from '../network/api.ts';

/**
 * Reason why sending failed: the network or the server is away (retry later), the device needs a new authorisation, the
 * server refuses this interview, or the device itself failed.
 */
export type Failure = 'sem_rede' | 'autorizacao' | 'recusada' | 'aparelho';

/** Thrown if the server does not accept an interview. Its message is in Portuguese and may be shown to people. */
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
