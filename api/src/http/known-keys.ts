/**
 * Names of a request's fields. Either spelling is accepted (`tipo_projeto`, `tipoProjeto`). Read-only fields of the
 * record (`id`, `created_at`) are ignored, because the specified clients send whole records back. Any other name is
 * refused, because a dropped field would seem saved.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Contract, isDeclared } from '@escuta/shared/contracts/contract';
import type { FieldError } from '@escuta/shared/domain/errors';
import { z } from 'zod';

/** Renames a value's fields to the schema's names, and notes unknown names. */
export type KeyReader = (value: unknown, path: string, problems: FieldError[]) => unknown;

/** The parts of a zod definition that this file uses. */
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
  catchall?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};

/** Greatest number of names in a refusal, and of characters of a name. */
const SHOWN = { names: 20, characters: 60 } as const;

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** Normalises the spellings of a name: 'modelo_llm', 'modeloLlm' and 'modeloLLM' are equal. */
const normalizeName = (name: string): string => name.replaceAll('_', '').toLowerCase();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, list, record or union inside wrappers (optional, default, preprocess, …). */
function unwrap(schema: z.ZodType): z.ZodType {
  const definition = definitionOf(schema);
  if (definition.innerType) return unwrap(definition.innerType);
  if (definition.type === 'pipe' && definition.in && definition.out)
    return unwrap(definition.in.def.type === 'transform' ? definition.out : definition.in);
  return schema;
}

const isStrict = (schema: z.ZodType): boolean => definitionOf(schema).catchall?.def.type === 'never';

/** The fields of a record by normalised name. */
type Fields = Map<string, { name: string; schema: z.ZodType }>;

function fieldsOf(schema: z.ZodType | undefined): Fields {
  if (!schema) return new Map();
  const inner = unwrap(schema);
  const { shape = {}, element } = definitionOf(inner);
  if (element) return fieldsOf(element);
  return new Map(
    Object.entries(shape).map(([name, field]) => [normalizeName(name), { name, schema: field }]),
  );
}

function note(problems: FieldError[], problem: FieldError): void {
  if (problems.length < SHOWN.names) problems.push(problem);
}

const takesNull = (schema: z.ZodType): boolean => schema.safeParse(null).success;

/** True if a returned record's null means that the request omits the field. */
const nullMeansAbsent = (field: z.ZodType, inRecord: z.ZodType | undefined): boolean =>
  inRecord !== undefined && takesNull(inRecord) && !takesNull(field) && field.safeParse(undefined).success;

function objectReader(shape: Record<string, z.ZodType>, record: Fields): KeyReader {
  const names = new Map<string, string>();
  for (const name of Object.keys(shape))
    if (!names.has(normalizeName(name))) names.set(normalizeName(name), name);
  const fields = new Map(
    Object.entries(shape).map(([name, field]) => {
      const inRecord = record.get(normalizeName(name))?.schema;
      return [
        name,
        { read: keyReader(field, fieldsOf(inRecord)), dropNull: nullMeansAbsent(field, inRecord) },
      ];
    }),
  );
  return (value, path, problems) => {
    if (!isObject(value)) return value;
    const read: Record<string, unknown> = {};
    for (const [given, part] of Object.entries(value)) {
      const name = fields.has(given) ? given : names.get(normalizeName(given));
      const field = name === undefined ? undefined : fields.get(name);
      const campo = path + given.slice(0, SHOWN.characters);
      if (name === undefined || !field) {
        if (!record.has(normalizeName(given)))
          note(problems, { campo, mensagem: `Campo desconhecido: ${campo}.` });
        continue;
      }
      if (name !== given && Object.hasOwn(value, name)) {
        if (!isDeepStrictEqual(part, value[name]))
          note(problems, {
            campo,
            mensagem: `${campo} e ${path}${name} são o mesmo campo: envie só um deles.`,
          });
        continue;
      }
      if (part === null && field.dropNull) continue;
      read[name] = field.read ? field.read(part, `${path}${name}.`, problems) : part;
    }
    return read;
  };
}

/** Picks a union's branch for a value: by its discriminator, else the branch that knows most names. */
function unionReader({ options = [], discriminator }: Definition, record: Fields): KeyReader | null {
  const objects = options.map(unwrap).filter((option) => definitionOf(option).shape);
  // Strict objects get no reader, because they refuse unknown names themselves.
  if (objects.length === 0 || (objects.length > 1 && objects.every(isStrict))) return null;
  const ways = objects.map((option) => ({
    names: (value: Record<string, unknown>) =>
      discriminator === undefined ||
      definitionOf(option).shape?.[discriminator]?.safeParse(value[discriminator]).success === true,
    read: keyReader(option, record) as KeyReader,
  }));
  return (value, path, problems) => {
    if (!isObject(value)) return value;
    const tried = ways
      .filter(({ names }) => names(value))
      .map(({ read }) => {
        const found: FieldError[] = [];
        return { read: read(value, path, found), found };
      })
      .sort((a, b) => a.found.length - b.found.length);
    const [best] = tried;
    // Without a matching branch, the schema reports the discriminator's valid values.
    if (!best) return value;
    for (const problem of best.found) note(problems, problem);
    return best.read;
  };
}

/** Makes the reader of a schema's names; null if the schema has none. */
export function keyReader(schema: z.ZodType, record: Fields = new Map()): KeyReader | null {
  const inner = unwrap(schema);
  const definition = definitionOf(inner);
  if (definition.shape) return objectReader(definition.shape, record);
  if (definition.type === 'union') return unionReader(definition, record);
  const part = definition.element ?? (definition.type === 'record' ? definition.valueType : undefined);
  const read = part ? keyReader(part, record) : null;
  if (!read) return null;
  return (value, path, problems) => {
    if (Array.isArray(value)) return value.map((one, index) => read(one, `${path}${index}.`, problems));
    if (!isObject(value) || definition.element) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, read(one, `${path}${key}.`, problems)]),
    );
  };
}

const UNREAD = z.unknown();

/** Fields that only the product writes. */
const OF_THE_PRODUCT = ['id', 'empresa_id', 'api_key', 'saldo', 'saldo_creditos', 'created_at', 'updated_at'];

/** Fields of the record that a body changes: from the contract's answer, the GET at the same path, and the list. */
export function recordOf(contract: Contract, all: readonly Contract[]): Fields {
  const list = /^(.+)\/\{\w+\}$/.exec(contract.path)?.[1];
  const sources = all.filter(
    ({ method, path }) => method === 'GET' && (path === contract.path || path === list),
  );
  const record: Fields = new Map();
  for (const { response, path } of [contract, ...sources]) {
    const answer = definitionOf(unwrap(response)).shape;
    const data = answer?.data;
    if (!answer || !data || (path !== list && definitionOf(unwrap(data)).element)) continue;
    const fields = fieldsOf(data);
    for (const [name, field] of fields) record.set(name, field);
    // If the answer itself is the record, clients send its envelope back too.
    if (fields.size > 0 && [...fields.values()].every(({ name }) => Object.hasOwn(answer, name)))
      for (const name of ['success', 'data']) record.set(name, { name, schema: UNREAD });
  }
  if (record.size === 0) return record;
  for (const name of OF_THE_PRODUCT)
    if (!record.has(normalizeName(name))) record.set(normalizeName(name), { name, schema: UNREAD });
  return record;
}

/** The record's names that a body ignores, sorted. */
export function ignoredNames(contract: Contract, all: readonly Contract[]): string[] {
  const { shape } = definitionOf(unwrap(contract.body));
  if (!shape) return [];
  const taken = new Set(Object.keys(shape).map(normalizeName));
  const names = [...recordOf(contract, all)].filter(([key]) => !taken.has(key)).map(([, { name }]) => name);
  return names.sort();
}

/** Makes the reader of a contract's body; null: no body. */
export function bodyReader(contract: Contract, all: readonly Contract[]): KeyReader | null {
  return isDeclared(contract.body) ? keyReader(contract.body, recordOf(contract, all)) : null;
}

/** True for parameters that proxies and clients add to bypass caches. */
const isTolerated = (name: string): boolean => name.startsWith('_');

/** Makes the reader of a query's names. Public routes ignore unknown names, because probes and monitors add some. */
export function queryReader(contract: Contract): KeyReader {
  const read = isDeclared(contract.query) ? keyReader(contract.query) : null;
  const refuses = contract.access.who !== 'public';
  return (value, path, problems) => {
    if (!isObject(value)) return value;
    const found: FieldError[] = [];
    const given = Object.fromEntries(Object.entries(value).filter(([name]) => !isTolerated(name)));
    const known = (read ?? objectReader({}, new Map()))(given, path, found);
    if (refuses) for (const problem of found) note(problems, problem);
    return known;
  };
}
