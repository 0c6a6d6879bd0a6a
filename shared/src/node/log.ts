import { type Logger, pino } from 'pino';

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

/** Structured JSON log on stdout. Messages are Portuguese; fields carry ids, never names, e-mails or transcripts. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name },
    redact: { paths: REDACTED, censor: '[removido]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
