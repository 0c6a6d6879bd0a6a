import { type Logger, type LoggerOptions, pino } from 'pino';
import { traceFields } from '../tracing/tracing.ts';

export type { Logger } from 'pino';

export const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
  '*.password',
  '*.senha',
  '*.token',
  '*.email',
  '*.apiKey',
];

/** Maximum bytes buffered while the log's reader stalls; further lines are dropped. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;

/** The log's buffered output; a write per line would cost a fifteenth of a request's time. */
let stdout: ReturnType<typeof pino.destination> | null = null;

/** JSON log on stdout, flushed within 100 ms and at exit. Contains ids, never names, e-mails or transcripts. */
export function createLogger(name: string, level: string): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { name },
    redact: { paths: REDACTED, censor: '[removido]' },
    mixin: traceFields,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  stdout ??= pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    maxLength: UNREAD_MAX_BYTES,
    periodicFlush: 100,
  });
  return pino(options, stdout);
}
