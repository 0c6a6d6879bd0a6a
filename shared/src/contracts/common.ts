import { z } from 'zod';
import { dataDe } from '../domain/filters/filtro.ts';
import type { DataDe } from '../domain/filters/filtro-campos.ts';
import { PRECISOES_INICIO } from '../domain/interview/device/start.ts';
import { STATUS_PROCESSAMENTO } from '../domain/runs/status.ts';
import { storableText } from '../domain/text/storable-text.ts';

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

/** Time in an answer: ISO 8601 with offset. What a request says is a `givenDateTime`. */
export const dateTime = z.iso.datetime({ offset: true, error: 'Data e hora inválidas.' });

/** A signed address under which a recording is played. */
export const audioUrl = z.object({
  url: z.string(),
  expiraEm: dateTime,
  /** Why a browser will not play it now; null: it will. */
  aviso: z.string().nullable(),
});
/** How exactly the moment beside it is known: 'dia': its day alone, its hour means nothing. Null: nobody knows when it was. */
export const inicioPrecisao = z.enum(PRECISOES_INICIO).nullable();
/** A day in an answer: yyyy-MM-dd, in America/Sao_Paulo. What a request says is a `givenDay`. */
export const day = z.iso.date({ error: 'Data inválida.' });

/** Years that a request may name: others are typing errors, and PostgreSQL has no year 0. */
const ANOS = { min: 1900, max: 2200 } as const;
const hasLikelyYear = (text: string) => {
  const year = Number(text.slice(0, 4));
  return year >= ANOS.min && year <= ANOS.max;
};
const improvavel = { error: `Use um ano de ${ANOS.min} a ${ANOS.max}.` };

/** Time in a request: ISO 8601 with offset, in a year that may be meant. */
export const givenDateTime = dateTime.refine(hasLikelyYear, improvavel);
/** As `givenDateTime`, with a sentence of its own where it is empty or absent. */
export const requiredDateTime = (vazio: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? vazio : 'Data e hora inválidas.',
    })
    .refine(hasLikelyYear, improvavel);
/** A day in a request: yyyy-MM-dd, in America/Sao_Paulo, in a year that may be meant. */
export const givenDay = day.refine(hasLikelyYear, improvavel);

/** Text of a request, of at most `max` characters, trimmed, that the database can hold. */
export function text(max: number) {
  return storableText()
    .trim()
    .max(max, { error: `Use no máximo ${max} caracteres.` });
}

/** What is looked for in a list. */
export const searchText = text(100);

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** page, limit, text, status and days of a list. */
export const listQuery = pageQuery.extend({
  q: searchText.optional(),
  status: z.enum(STATUS_PROCESSAMENTO).optional(),
  /** First day, inclusive. */
  de: givenDay.optional(),
  /** Last day, inclusive. */
  ate: givenDay.optional(),
});

/** Days of calls, and whose they are: the call's own or that of its entry. */
export const diasDasLigacoes = (padrao: DataDe) => ({
  data: dataDe(padrao),
  /** First day, inclusive, in America/Sao_Paulo. */
  de: givenDay.optional(),
  /** Last day, inclusive. */
  ate: givenDay.optional(),
});

/** Optional text: an empty one becomes null. */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((s) => (s ? s : null));
}

/** What JSON can hold and the database too. How deep a body may go is said once, where bodies are read. */
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

/**
 * Whether a JSON value may still be written in `max` characters: every value takes two at least (itself and what
 * separates it). Looks at no more values than would fit. The value's depth is bounded where bodies are read.
 */
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
 * A free object of a client with what bounds it as a whole looked at first: the walk of 60,000 keys by their schema holds
 * everybody else for 160 ms, and then refuses them. `excess` says what there is too much of; null: the schema decides.
 */
export function boundedObject<T extends z.ZodType>(schema: T, excess: (given: object) => string | null) {
  return z.preprocess((given: z.input<T>, ctx) => {
    const message = typeof given === 'object' && given !== null ? excess(given) : null;
    if (message === null) return given;
    ctx.addIssue({ code: 'custom', message, input: given });
    return z.NEVER;
  }, schema);
}

/** Most free fields of a client, and most characters of them as JSON. */
const METADADOS = { campos: 50, json: 16_384 } as const;

/** Free fields of a client, bounded: up to 50 keys, 16 kB of JSON. */
export const metadata = boundedObject(z.record(storableText().max(100), jsonValue), (given) => {
  if (Object.keys(given).length > METADADOS.campos)
    return `Metadados: use no máximo ${METADADOS.campos} campos.`;
  return mayFit(given, METADADOS.json) && JSON.stringify(given).length <= METADADOS.json
    ? null
    : 'Metadados: use no máximo 16 kB.';
});

/**
 * Credits that whoever asks was told of and agreed to. A request that would take more changes nothing: 409 `confirmacao_necessaria`, whose
 * `dados` hold `creditos` (what it takes now) and `saldo`. Without it, what it takes is taken.
 */
export const creditosConfirmados = z
  .int({ error: 'Os créditos confirmados devem ser um número inteiro.' })
  .min(0, { error: 'Os créditos confirmados devem ser um número inteiro.' })
  .max(2_000_000_000, { error: 'Os créditos confirmados devem ser um número inteiro.' })
  .optional();

/** Of a signed URL: its expiry (seconds since 1970) and signature. */
export const daAssinatura = {
  expira: storableText().max(16).optional(),
  assinatura: storableText().max(160).optional(),
};
