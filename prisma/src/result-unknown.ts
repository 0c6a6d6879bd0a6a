/** The connection was lost during a write, which may be saved or not: check before repeating the write. */
export class ResultUnknownError extends Error {
  override readonly name = 'ResultUnknownError';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const LOST_CODE = /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** True if a connection ended during a statement, whose outcome is then unknown. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return LOST_CODE.test(code);
  return /^(Connection terminated|Query read timeout)/.test(error.message);
}

/** True if a failed write may have been saved: the caller must keep everything that the written row refers to. */
export function mayBeSaved(error: unknown): boolean {
  return error instanceof ResultUnknownError || (error instanceof Error && mayBeSaved(error.cause));
}
