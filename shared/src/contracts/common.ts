import { z } from 'zod';
import { dataDe } from '../domain/filters/filtro.ts';
import type { DataDe } from '../domain/filters/filtro-campos.ts';
import { PRECISOES_INICIO } from '../domain/interview/device/start.ts';
import { STATUS_PROCESSAMENTO } from '../domain/runs/status.ts';
import { storableText } from '../domain/text/storable-text.ts';

/** Schema of {success: true, data}. */
export function ok<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}

export const okMessage = z.object({ success: z.literal(true), message: z.string() });

export const pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  /** Matching rows. A text search counts only up to TOTAL_LIMITE. */
  total: z.number().int(),
  totalPages: z.number().int(),
  /** False if more rows than `total` exist; the page then shows '1.000+'. */
  totalExato: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/** Schema of a list's page: {success: true, data: [...], pagination}. */
export function okPage<T extends z.ZodType>(row: T) {
  return z.object({ success: z.literal(true), data: z.array(row), pagination });
}

/** Highest number up to which rows of a filtered list are counted. */
export const TOTAL_LIMITE = 1000;

export const idParams = z.object({ id: z.uuid({ error: 'Identificador inválido.' }) });

/** Time in an answer: ISO 8601 with offset. Requests use `givenDateTime`. */
export const dateTime = z.iso.datetime({ offset: true, error: 'Data e hora inválidas.' });

export const audioUrl = z.object({
  url: z.string(),
  expiraEm: dateTime,
  /** Reason why a browser cannot play the recording; null if a browser can. */
  aviso: z.string().nullable(),
});
/** 'dia' if only the day of a call's start is known; null if unknown. */
export const inicioPrecisao = z.enum(PRECISOES_INICIO).nullable();
/** A day in an answer: yyyy-MM-dd, in America/Sao_Paulo. Requests use `givenDay`. */
export const day = z.iso.date({ error: 'Data inválida.' });

/** Years outside this range are typing errors, and PostgreSQL has no year 0. */
const ANOS = { min: 1900, max: 2200 } as const;
const hasLikelyYear = (text: string) => {
  const year = Number(text.slice(0, 4));
  return year >= ANOS.min && year <= ANOS.max;
};
const improvavel = { error: `Use um ano de ${ANOS.min} a ${ANOS.max}.` };

/** A `dateTime` in a request, within ANOS. */
export const givenDateTime = dateTime.refine(hasLikelyYear, improvavel);
/** `givenDateTime` with a message for an empty or absent value. */
export const requiredDateTime = (vazio: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? vazio : 'Data e hora inválidas.',
    })
    .refine(hasLikelyYear, improvavel);
/** A `day` in a request, within ANOS. */
export const givenDay = day.refine(hasLikelyYear, improvavel);

/** Trimmed text that PostgreSQL can store, at most `max` characters. */
export function text(max: number) {
  return storableText()
    .trim()
    .max(max, { error: `Use no máximo ${max} caracteres.` });
}

export const searchText = text(100);

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

export const listQuery = pageQuery.extend({
  q: searchText.optional(),
  status: z.enum(STATUS_PROCESSAMENTO).optional(),
  de: givenDay.optional(),
  ate: givenDay.optional(),
});

/** Query fields of a period of days; `data` chooses the day of the call or the day of its registration. */
export const diasDasLigacoes = (padrao: DataDe) => ({
  data: dataDe(padrao),
  de: givenDay.optional(),
  ate: givenDay.optional(),
});

/** Optional text; empty becomes null. */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((s) => (s ? s : null));
}

/** JSON that PostgreSQL can store. The body parser limits the depth of nesting. */
export const jsonValue: z.ZodType<z.core.util.JSONType> = z.lazy(() =>
  z.union([
    storableText(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(jsonValue),
    z.record(storableText(), jsonValue),
  ]),
);

/** False if a JSON value surely exceeds `max` characters; each value counts as at least two characters. */
function mayFit(value: unknown, max: number): boolean {
  const open: unknown[] = [value];
  let seen = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Array.isArray(next) ? next.length : Object.keys(next).length;
    seen += inner;
    if (seen * 2 > max) return false;
    for (const part of Object.values(next)) open.push(part);
  }
  return true;
}

/**
 * A free-form object. `excess` returns an error message or null; it runs before the schema's check, because validating
 * 60,000 keys would block the server for 160 ms.
 */
export function boundedObject<T extends z.ZodType>(schema: T, excess: (given: object) => string | null) {
  return z.preprocess((given: z.input<T>, ctx) => {
    const message = typeof given === 'object' && given !== null ? excess(given) : null;
    if (message === null) return given;
    ctx.addIssue({ code: 'custom', message, input: given });
    return z.NEVER;
  }, schema);
}

/** Maximum metadata keys, and maximum characters of their JSON. */
const METADADOS = { campos: 50, json: 16_384 } as const;

export const metadata = boundedObject(z.record(storableText().max(100), jsonValue), (given) => {
  if (Object.keys(given).length > METADADOS.campos)
    return `Os metadados podem ter até ${METADADOS.campos} campos.`;
  return mayFit(given, METADADOS.json) && JSON.stringify(given).length <= METADADOS.json
    ? null
    : 'Os metadados podem ter até 16 kB.';
});

/**
 * Credits to which the caller agreed; if absent, any price is accepted. A higher price gives 409
 * `confirmacao_necessaria` with `creditos` and `saldo` in `dados`.
 */
export const creditosConfirmados = z
  .int({ error: 'Os créditos confirmados devem ser um número inteiro.' })
  .min(0, { error: 'Os créditos confirmados devem ser um número inteiro.' })
  .max(2_000_000_000, { error: 'Os créditos confirmados devem ser um número inteiro.' })
  .optional();

/** A signed URL's expiry (seconds since 1970) and signature. */
export const daAssinatura = {
  expira: storableText().max(16).optional(),
  assinatura: storableText().max(160).optional(),
};
