/** True if PostgreSQL ended a statement at its time limit (query_canceled). */
export const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === '57014';
