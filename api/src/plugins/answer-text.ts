import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Types of zod schemas that keep values, so that parsing and encoding give the same result. */
const KEEPING: ReadonlySet<string> = new Set<z.core.$ZodTypeDef['type']>([
  'any',
  'array',
  'boolean',
  'custom',
  'enum',
  'intersection',
  'lazy',
  'literal',
  'never',
  'null',
  'nullable',
  'number',
  'object',
  'optional',
  'record',
  'string',
  'tuple',
  'undefined',
  'union',
  'unknown',
]);

/** True if no part of a schema changes a value (default, transformation, codec, conversion). */
export function keepsValues(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  const { def } = schema._zod;
  if (!KEEPING.has(def.type) || ('coerce' in def && def.coerce)) return false;
  const parts = def.type === 'lazy' ? [(schema as z.ZodLazy).unwrap()] : Object.values(def).flatMap(partsOf);
  return parts.every((part) => keepsValues(part, seen));
}

const partsOf = (value: unknown): z.core.$ZodType[] => {
  if (value instanceof z.core.$ZodType) return [value];
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.values(value).flatMap(partsOf);
  }
  return [];
};

/**
 * Makes the function that checks an answer against its contract's schema, drops unknown fields and returns JSON.
 * Schemas that change no value are parsed, because zod's encode checks conditions twice.
 */
export function answerText({
  schema,
  method,
  url,
}: {
  schema: unknown;
  method: string;
  url: string;
}): (answer: unknown) => string {
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`${method} ${url}: answers have no schema`);
  // Chooses the check at the first answer, because a process uses few of some 300 routes, and its start must not wait.
  let check: typeof z.safeParse | typeof z.safeEncode | undefined;
  return (answer) => {
    check ??= keepsValues(schema) ? z.safeParse : z.safeEncode;
    const result = check(schema, answer);
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data);
  };
}
