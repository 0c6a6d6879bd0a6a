/**
 * Writes each schema and parameter of an OpenAPI document only once, so that generated clients have one type per
 * schema, and a changed schema is a short diff. Resolving the references gives the original document.
 */
export type Json = { [key: string]: unknown };

export type SchemaNames = ReadonlyMap<string, string>;

/** Converts a schema to a map key. */
export const contentOf = (schema: unknown): string => JSON.stringify(schema);

/** Least number of lines of a repeated schema that gets a generated name. */
const WORTH_LINES = 8;
const REFERENCE_LINES = 3;
const SCHEMAS = '#/components/schemas/';

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts 'lote_gravacoes' and 'loteGravacoes' to 'LoteGravacoes'. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Names a union's branch after its literal property's value (such as `tipo`); '' without a literal. */
function branchName(schema: unknown): string {
  const { properties } = schema as { properties?: Json };
  const literal = Object.values(properties ?? {})
    .map((property) => (property as Json).const)
    .find((value) => typeof value === 'string');
  return literal === undefined ? '' : pascal(String(literal));
}

/** Replaces the schemas directly inside a schema; `replace` gets each with a word, such as its property's name. */
function mapInner(schema: Json, replace: (inner: Json, word: string) => unknown): Json {
  const one = (value: unknown, word: string) => (isJson(value) ? replace(value, word) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if ((key === 'properties' || key === 'patternProperties') && isJson(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner, pascal(name))])),
        ];
      if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value))
        return [key, value.map((inner) => one(inner, isJson(inner) ? branchName(inner) : ''))];
      if (key === 'items') return [key, one(value, 'Item')];
      if (key === 'additionalProperties') return [key, one(value, 'Valor')];
      if (key === 'propertyNames') return [key, one(value, 'Chave')];
      return [key, value];
    }),
  );
}

type Place = { owner: string | undefined; word: string };
/**
 * A schema and the places using it. `word` is the schema's name within `owner`; without `owner`, the schema's whole
 * name.
 */
type Node = { schema: Json; places: Place[] };

const lines = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length;
const firstOf = (names: readonly string[]): string =>
  [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? '';

/** True for schemas that get a name: objects, enumerations, unions of objects. */
function isNameable(schema: Json): boolean {
  if (Array.isArray(schema.anyOf) && schema.anyOf.some((branch) => (branch as Json).type === 'null'))
    return schema.anyOf.length > 2;
  return ['properties', 'enum', 'oneOf', 'anyOf'].some((key) => key in schema);
}

/** Gathers the schemas of a document, then writes each once. */
class SharedSchemas {
  readonly components: Json = {};
  private readonly nodes = new Map<string, Node>();
  private readonly written = new Map<string, Json>();
  private readonly labels = new Map<string, string>();
  private readonly taken: Map<string, string>;

  constructor(
    private readonly known: SchemaNames,
    reserved: readonly string[],
  ) {
    this.taken = new Map(reserved.map((name) => [name.toLowerCase(), '']));
    for (const [content, name] of known) this.taken.set(name.toLowerCase(), content);
  }

  /**
   * Records that `place` uses a schema; inner schemas' places are recorded once. A wrapper (a list, or nullable) is
   * never shared: its content is recorded at the wrapper's place instead.
   */
  gather(schema: Json, place: Place): void {
    const content = contentOf(schema);
    const node = this.nodes.get(content);
    if (node) node.places.push(place);
    else this.nodes.set(content, { schema, places: [place] });
    const isWrapper = !this.known.has(content) && !isNameable(schema);
    if (node && !isWrapper) return;
    mapInner(schema, (inner, word) =>
      this.gather(inner, isWrapper ? { ...place, word: place.word + word } : { owner: content, word }),
    );
  }

  /** A schema's replacement: a reference, or the schema with references inside. */
  write = (schema: Json): Json => {
    const content = contentOf(schema);
    const known = this.written.get(content);
    if (known) return known;
    const inside = mapInner(schema, this.write);
    const node = this.nodes.get(content);
    const result =
      node && this.isShared(content, inside, node) ? this.refer(this.labelOf(content), inside) : inside;
    this.written.set(content, result);
    return result;
  };

  private isShared(content: string, inside: Json, node: Node): boolean {
    if ('$ref' in inside) return false;
    if (this.known.has(content)) return lines(inside) > REFERENCE_LINES;
    return node.places.length > 1 && lines(inside) >= WORTH_LINES && isNameable(inside);
  }

  private refer(name: string, schema: Json): Json {
    this.components[name] = schema;
    return { $ref: SCHEMAS + name };
  }

  /** A schema's name: its known name, else the shortest free combination of an owner's and a property's name. */
  private labelOf(content: string): string {
    const own = this.known.get(content) ?? this.labels.get(content);
    if (own !== undefined) return own;
    const places = this.nodes.get(content)?.places ?? [];
    // A recursive schema is a reference by now, so the chain of owners ends.
    const names = places.map(({ owner, word }) => (owner === undefined ? word : this.ownerOf(owner) + word));
    const free = names.filter((name) => !this.taken.has(name.toLowerCase()));
    let label = firstOf(free.length > 0 ? free : names);
    for (let number = 2; this.taken.has(label.toLowerCase()); number++) label = `${firstOf(names)}${number}`;
    this.taken.set(label.toLowerCase(), content);
    this.labels.set(content, label);
    return label;
  }

  /** The name from which inner schemas derive theirs: the schema's own, or the nearest outer schema's. */
  private ownerOf(content: string): string {
    const known = this.known.get(content) ?? this.labels.get(content);
    if (known !== undefined) return known;
    return firstOf(
      (this.nodes.get(content)?.places ?? []).map(({ owner, word }) =>
        owner === undefined ? word : this.ownerOf(owner) + word,
      ),
    );
  }
}

/** Maps each schema's name to the name kept for all schemas whose content, including references, is equal. */
export function twinsOf(schemas: Json): Map<string, string> {
  const names = Object.keys(schemas);
  let classOf = new Map(names.map((name) => [name, '']));
  for (let before = 0; before < new Set(classOf.values()).size; ) {
    before = new Set(classOf.values()).size;
    const contents = names.map((name) => contentOf(redirect(schemas[name], classOf)));
    // Schemas of equal content form a class, named by its shortest name; the next round compares by class names.
    const first = new Map<string, string>();
    contents.forEach((content, at) => {
      const name = names[at] ?? '';
      first.set(content, firstOf([name, first.get(content) ?? name]));
    });
    classOf = new Map(names.map((name, at) => [name, first.get(contents[at] ?? '') ?? name]));
  }
  return classOf;
}

/** Replaces the schemas' names in a value's references by those of `to`. */
export function redirect(value: unknown, to: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => redirect(inner, to));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? inner.slice(SCHEMAS.length) : undefined;
      return name !== undefined && to.has(name) ? [key, SCHEMAS + to.get(name)] : [key, redirect(inner, to)];
    }),
  );
}

const sorted = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

type Media = { schema: Json };
type Content = { content?: Record<string, Media> };
type Parameter = Json & { name: string; schema: Json };
type Operation = Json & {
  operationId: string;
  /** Repeated parameters are references after sharing. */
  parameters?: (Parameter | Json)[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Record<string, Json> };
};

/** Replaces each schema in an operation; `replace` gets the schema and a name for it. */
function mapOperation(operation: Operation, replace: (schema: Json, name: string) => Json): Operation {
  const id = pascal(operation.operationId);
  const inContent = <C extends Content>(holder: C, name: string): C =>
    holder.content === undefined
      ? holder
      : {
          ...holder,
          content: Object.fromEntries(
            Object.entries(holder.content).map(([type, media]) => [
              type,
              { ...media, schema: replace(media.schema, name) },
            ]),
          ),
        };
  return {
    ...operation,
    ...(operation.parameters && {
      parameters: (operation.parameters as Parameter[]).map((one) => ({
        ...one,
        schema: replace(one.schema, id + pascal(one.name)),
      })),
    }),
    ...(operation.requestBody && { requestBody: inContent(operation.requestBody, `${id}Corpo`) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        inContent(response, `${id}Resposta`),
      ]),
    ),
  };
}

/**
 * Names the parameters that several operations use, by content; different parameters of the same name get the first
 * operation's id as a prefix.
 */
function sharedParameters(operations: readonly Operation[]): Map<string, string> {
  const users = new Map<string, { name: string; ids: string[] }>();
  for (const { operationId, parameters = [] } of operations) {
    for (const parameter of parameters as Parameter[]) {
      const user = users.get(contentOf(parameter)) ?? { name: parameter.name, ids: [] };
      user.ids.push(operationId);
      users.set(contentOf(parameter), user);
    }
  }
  const repeated = [...users].filter(([, { ids }]) => ids.length > 1);
  return new Map(
    repeated.map(([content, { name, ids }]) => {
      const meanings = repeated.filter(([, other]) => other.name.toLowerCase() === name.toLowerCase()).length;
      return [content, meanings === 1 ? pascal(name) : pascal(firstOf(ids)) + pascal(name)];
    }),
  );
}

/** Moves a document's repeated or named schemas and repeated parameters to `components`. */
export function shareComponents(whole: Json, names: SchemaNames): Json {
  const twins = twinsOf((whole as Document).components.schemas);
  const document = redirect(whole, twins) as Document;
  const own = Object.entries(document.components.schemas).filter(([name]) => twins.get(name) === name);
  const shared = new SharedSchemas(
    new Map([...names].map(([content, name]) => [contentOf(redirect(JSON.parse(content), twins)), name])),
    own.map(([name]) => name),
  );
  const eachOperation = (change: (operation: Operation) => Operation) =>
    Object.fromEntries(
      Object.entries(document.paths).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, change(one)])),
      ]),
    );
  eachOperation((operation) =>
    mapOperation(operation, (schema, word) => {
      shared.gather(schema, { owner: undefined, word });
      return schema;
    }),
  );
  for (const [name, schema] of own)
    mapInner(schema, (inner, word) => shared.gather(inner, { owner: undefined, word: name + word }));
  const paths = eachOperation((operation) => mapOperation(operation, shared.write));
  const schemas = Object.fromEntries(own.map(([name, schema]) => [name, mapInner(schema, shared.write)]));

  const all = Object.values(paths).flatMap((operations) => Object.values(operations));
  const parameters = sharedParameters(all);
  for (const operation of all) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = parameters.get(contentOf(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas: sorted({ ...schemas, ...shared.components }),
      parameters: sorted(
        Object.fromEntries([...parameters].map(([content, name]) => [name, JSON.parse(content)])),
      ),
    },
  };
}
