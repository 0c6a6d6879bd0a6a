import { ApiError } from '../api.ts';

/** What a failed try means: the network or the server is away (again later), the device must be authorised anew, or this interview alone fails. */
export type Failure = 'sem_rede' | 'autorizacao' | 'recusada';

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'recusada';
  if (error.status === 401) return 'autorizacao';
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
    ? 'sem_rede'
    : 'recusada';
}
