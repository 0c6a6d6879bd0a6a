import { type Logger, type LoggerOptions, pino } from 'pino';
import { traceFields } from '../tracing/tracing.ts';

export type { Logger } from 'pino';

/** Paths of fields that never reach the log: secrets and what identifies a person. */
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

/** So much waits for a reader that stands still; what comes then is lost, not the process with it. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;

/** Where all lines of this process go, many at once: a write for each costs a request a fifteenth of its processor time. */
let stdout: ReturnType<typeof pino.destination> | null = null;

/**
 * Structured JSON log on stdout, each line there within 100 ms, and before the process ends (unless it is killed). Messages are Portuguese;
 * fields carry ids (the trace's too, where there is one), never names, e-mails or transcripts.
 */
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
