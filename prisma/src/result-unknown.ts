/**
 * The connection was lost while something was being saved: it may be saved or not. Its message is the loss's own. Never an
 * ordinary failure: who hears it must look before trying again.
 */
export class ResultUnknownError extends Error {
  override readonly name = 'ResultUnknownError';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const LOST_CODE = /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether an error says that the connection ended under a statement, and nothing of what became of it. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return LOST_CODE.test(code);
  return /^(Connection terminated|Query read timeout)/.test(error.message);
}

/**
 * Tells whether a failed statement may have been carried out: its connection was lost while the database was at it. Nothing that
 * it needs may be undone then.
 */
export function mayBeSaved(error: unknown): boolean {
  return error instanceof ResultUnknownError || (error instanceof Error && mayBeSaved(error.cause));
}
