/** Most causes that are looked through: a chain may lead back to itself. */
const MAX_DEPTH = 10;

/** Whether an error, or what caused it, says that a disk (or an object store: HTTP 507) is full, or a quota used up. */
export function isDiskFull(error: unknown): boolean {
  let cause: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth++) {
    const { code, $metadata } = cause as { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if (code === 'ENOSPC' || code === 'EDQUOT' || $metadata?.httpStatusCode === 507) return true;
    cause = cause.cause;
  }
  return false;
}
