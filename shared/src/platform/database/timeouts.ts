/** Tells whether PostgreSQL ended a statement because its time was over (query_canceled). */
export const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === '57014';
