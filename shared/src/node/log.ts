import { type Logger, pino } from 'pino';
import { traceFields } from './tracing.ts';

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

/** Structured JSON log on stdout. Messages are Portuguese; fields carry ids (the trace's too, where there is one), never names, e-mails or transcripts. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name },
    redact: { paths: REDACTED, censor: '[removido]' },
    mixin: traceFields,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
