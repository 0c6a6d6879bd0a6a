import { z } from 'zod';
import { STATUS_PROCESSAMENTO } from '../domain/status.ts';

/** The envelope of every answer: {success: true, data}. */
export function ok<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}

/** {success: true, message} for actions that have nothing else to say. */
export const okMessage = z.object({ success: z.literal(true), message: z.string() });

export const pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  /** Rows that match. Under a text search it stops at TOTAL_LIMITE. */
  total: z.number().int(),
  totalPages: z.number().int(),
  /** False: there are more than `total` ('1.000+'). */
  totalExato: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/** A page of a list: {success: true, data: [...], pagination}. */
export function okPage<T extends z.ZodType>(row: T) {
  return z.object({ success: z.literal(true), data: z.array(row), pagination });
}

/** Where totals of filtered lists stop being counted. */
export const TOTAL_LIMITE = 1000;

export const idParams = z.object({ id: z.uuid({ error: 'Identificador inválido.' }) });

/** Time on the wire: ISO 8601 with offset. */
export const dateTime = z.iso.datetime({ offset: true, error: 'Data e hora inválidas.' });
/** A day: yyyy-MM-dd, in America/Sao_Paulo. */
export const day = z.iso.date({ error: 'Data inválida.' });

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** page, limit, text, status and days of a list. */
export const listQuery = pageQuery.extend({
  q: z.string().trim().max(100).optional(),
  status: z.enum(STATUS_PROCESSAMENTO).optional(),
  /** First day, inclusive. */
  de: day.optional(),
  /** Last day, inclusive. */
  ate: day.optional(),
});

/** Text of at most `max` characters, trimmed; NUL is refused because PostgreSQL has no such text. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, { error: `Use no máximo ${max} caracteres.` })
    .refine((s) => !s.includes('\u0000'), { error: 'O texto tem um caractere inválido.' });
}

/** Optional text: an empty one becomes null. */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((s) => (s ? s : null));
}

/** Free fields of a client, bounded: up to 50 keys, 16 kB of JSON. */
export const metadata = z
  .record(z.string().max(100), z.json())
  .refine((m) => Object.keys(m).length <= 50, { error: 'Metadados: use no máximo 50 campos.' })
  .refine((m) => JSON.stringify(m).length <= 16_384, { error: 'Metadados: use no máximo 16 kB.' });
