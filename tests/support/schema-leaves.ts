// Finds the fields of a zod schema, down to those that contain a single value.
import type { z } from 'zod';

/** A field and its path. A step is a field's name, '*' for any index or key, or '{chave}' for the keys of a record. */
export type Leaf = { path: readonly string[]; leaf: z.ZodType };

/** A schema's zod 4 definition, of any kind. */
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
};

/**
 * Finds every leaf of a schema's input. Looks through wrappers (optional, default, …); every schema except objects,
 * lists,
 * records and unions is a leaf. A pipe from a text (stringbool) is one leaf, because its second half has checks too.
 */
export function leavesOf(
  schema: z.ZodType,
  path: readonly string[] = [],
  seen = new Set<z.ZodType>(),
): Leaf[] {
  if (seen.has(schema)) return [];
  const definition = schema.def as unknown as Definition;
  const inner = (part: z.ZodType | undefined, ...more: string[]) =>
    part ? leavesOf(part, [...path, ...more], new Set([...seen, schema])) : [];
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([name, field]) => inner(field, name));
    case 'array':
      return inner(definition.element, '*');
    case 'record':
      return [...inner(definition.keyType, '{chave}'), ...inner(definition.valueType, '*')];
    case 'union':
      return (definition.options ?? []).flatMap((option) => inner(option));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(definition.innerType);
    case 'lazy':
      return inner(definition.getter?.());
    case 'pipe': {
      // preprocess transforms the whole value before the schema that follows, so that only the latter has leaves.
      if (definition.in?.def.type === 'transform') return inner(definition.out);
      const parts = inner(definition.in);
      const isOneValue = parts.length === 1 && parts[0]?.path.length === path.length;
      return isOneValue ? [{ path, leaf: schema }] : parts;
    }
    default:
      return [{ path, leaf: schema }];
  }
}
