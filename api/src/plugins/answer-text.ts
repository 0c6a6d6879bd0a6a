import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Kinds of schemas that make nothing else of a value: what they read is what they write. */
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

/** Whether nothing in a schema makes another value of one (a default, a transformation, a codec, a conversion). */
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
 * Writes answers by their contract's schema, losing every field that it does not name. Written the way back, zod looks at each value that has
 * a condition twice, which is half of what an answer costs: where the ways there and back are one, it is read instead.
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
  // Looked at with the first answer: of some 300 routes a process answers few, and a start waits for none of them.
  let check: typeof z.safeParse | typeof z.safeEncode | undefined;
  return (answer) => {
    check ??= keepsValues(schema) ? z.safeParse : z.safeEncode;
    const result = check(schema, answer);
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data);
  };
}
