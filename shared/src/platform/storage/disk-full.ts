/** Maximum causes examined, because a chain may be circular. */
const MAX_DEPTH = 10;

/** True if an error or its causes mean a full disk, object store (HTTP 507) or quota. */
export function isDiskFull(error: unknown): boolean {
  let cause: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth++) {
    const { code, $metadata } = cause as { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if (code === 'ENOSPC' || code === 'EDQUOT' || $metadata?.httpStatusCode === 507) return true;
    cause = cause.cause;
  }
  return false;
}
