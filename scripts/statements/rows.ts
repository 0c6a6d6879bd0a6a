/** Resolves the row type named by a statement's call, without a type checker. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A column's kind in TypeScript; `other`: JSON, arrays, and types unknown from the sources. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'other';
export type RowType = Map<string, Kind>;

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined;

export type Module = {
  path: string;
  source: string;
  root: Node;
  types: Map<string, Node>;
  /** Imported names: their file, and their name there. */
  imports: Map<string, { from: string; name: string }>;
};

const modules = new Map<string, Module | null>();

/** Parses a source file, once; null if the file does not exist. */
export function moduleAt(path: string): Module | null {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const made = existsSync(path) ? read(path, readFileSync(path, 'utf8')) : null;
  modules.set(path, made);
  return made;
}

function read(path: string, source: string): Module {
  const root = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const module: Module = { path, source, root, types: new Map(), imports: new Map() };
  for (const statement of nodesOf(root.body)) {
    if (statement.type === 'ImportDeclaration') {
      const from = String((statement.source as Node).value);
      for (const one of nodesOf(statement.specifiers)) {
        const local = nameOf(one.local);
        if (local !== undefined) module.imports.set(local, { from, name: nameOf(one.imported) ?? local });
      }
      continue;
    }
    const declared = isNode(statement.declaration) ? statement.declaration : statement;
    const name = nameOf(declared.id);
    if (name !== undefined && /^TS(?:TypeAlias|Interface)Declaration$/.test(declared.type))
      module.types.set(name, declared);
  }
  return module;
}

/** The file that an import names; null if outside the repository. */
function fileOf(module: Module, from: string): string | null {
  if (from.startsWith('.')) return join(dirname(module.path), from);
  const [, workspace, rest] = /^@escuta\/(\w+)\/(.+)$/.exec(from) ?? [];
  return workspace === undefined ? null : `${workspace}/src/${rest}.ts`;
}

/** The columns of a row type; null if unknown from the sources. */
export function rowOf(type: Node, module: Module): RowType | null {
  switch (type.type) {
    case 'TSTypeLiteral':
      return membersOf(nodesOf(type.members), module);
    case 'TSParenthesizedType':
      return isNode(type.typeAnnotation) ? rowOf(type.typeAnnotation, module) : null;
    case 'TSIntersectionType': {
      const parts = nodesOf(type.types).map((part) => rowOf(part, module));
      return parts.every((part) => part !== null) ? new Map(parts.flatMap((part) => [...part])) : null;
    }
    case 'TSTypeReference':
      return referredRow(type, module);
    default:
      return null;
  }
}

function membersOf(members: readonly Node[], module: Module): RowType {
  const row: RowType = new Map();
  for (const member of members) {
    const name = nameOf(member.key) ?? (isNode(member.key) ? String(member.key.value) : undefined);
    const annotation = isNode(member.typeAnnotation) ? member.typeAnnotation.typeAnnotation : undefined;
    // An optional column may be missing from the statement.
    if (name !== undefined && member.optional !== true && isNode(annotation))
      row.set(name, kindOf(annotation, module));
  }
  return row;
}

/** The declaration of a type by its name, and its module. */
function declarationOf(name: string, module: Module): { declared: Node; module: Module } | null {
  const own = module.types.get(name);
  if (own) return { declared: own, module };
  const imported = module.imports.get(name);
  const file = imported && fileOf(module, imported.from);
  const other = file ? moduleAt(file) : null;
  return other && imported ? declarationOf(imported.name, other) : null;
}

function referredRow(type: Node, module: Module): RowType | null {
  const name = nameOf(type.typeName);
  const given = nodesOf(isNode(type.typeArguments) ? type.typeArguments.params : undefined);
  const [first, second] = given;
  if ((name === 'Pick' || name === 'Omit') && first && second) {
    const whole = rowOf(first, module);
    const named = new Set((second.type === 'TSUnionType' ? nodesOf(second.types) : [second]).map(literalOf));
    if (!whole || named.has(undefined)) return null;
    return new Map([...whole].filter(([column]) => named.has(column) === (name === 'Pick')));
  }
  if (name === undefined || given.length > 0) return null;
  const found = declarationOf(name, module);
  if (!found || isNode(found.declared.typeParameters)) return null;
  if (found.declared.type === 'TSTypeAliasDeclaration')
    return isNode(found.declared.typeAnnotation) ? rowOf(found.declared.typeAnnotation, found.module) : null;
  const body = found.declared.body as Node;
  const isAlone = nodesOf(found.declared.extends).length === 0;
  return isAlone ? membersOf(nodesOf(body.body), found.module) : null;
}

const literalOf = (node: Node): string | undefined =>
  node.type === 'TSLiteralType' && isNode(node.literal) && typeof node.literal.value === 'string'
    ? node.literal.value
    : undefined;

const KEYWORDS: Readonly<Record<string, Kind>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
};

/** The kind of a column's type. A union of a single kind and null is that kind. */
function kindOf(type: Node, module: Module): Kind {
  const keyword = KEYWORDS[type.type];
  if (keyword) return keyword;
  if (type.type === 'TSLiteralType' && isNode(type.literal)) {
    const of = typeof type.literal.value;
    return of === 'string' || of === 'number' || of === 'boolean' ? of : 'other';
  }
  if (type.type === 'TSUnionType') {
    const kinds = new Set(
      nodesOf(type.types)
        .filter((part) => part.type !== 'TSNullKeyword')
        .map((part) => kindOf(part, module)),
    );
    return kinds.size === 1 ? ([...kinds][0] as Kind) : 'other';
  }
  if (type.type !== 'TSTypeReference') return 'other';
  const name = nameOf(type.typeName);
  if (name === 'Date') return 'Date';
  const found = name === undefined ? null : declarationOf(name, module);
  return found && isNode(found.declared.typeAnnotation)
    ? kindOf(found.declared.typeAnnotation, found.module)
    : 'other';
}
