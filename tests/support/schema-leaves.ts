// The fields of a zod schema, down to those that hold a value.
import type { z } from 'zod';

/** A place in a value: a field's name; '*' is any index or key; '{chave}' stands for the keys of a record themselves. */
export type Leaf = { path: readonly string[]; leaf: z.ZodType };

/** A schema's definition, as zod 4 keeps it, of whatever kind. */
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
 * Every leaf of what a schema takes in. Wrappers (optional, default, …) are looked through; what they hold is a leaf
 * when it is no object, list, record or union. A pipe is its input where that is text read in another way (stringbool),
 * as a whole: what its second half refuses is refused.
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
      // preprocess: what looks at the value as a whole before its schema does.
      if (definition.in?.def.type === 'transform') return inner(definition.out);
      const parts = inner(definition.in);
      const isOneValue = parts.length === 1 && parts[0]?.path.length === path.length;
      return isOneValue ? [{ path, leaf: schema }] : parts;
    }
    default:
      return [{ path, leaf: schema }];
  }
}
