/** Finds the product's raw SQL statements, and the reason why each is not a call of Prisma's client. */
import { isNode, type Module, type Node, nameOf, nodesOf } from './rows.ts';

/** Reasons for SQL: Prisma cannot express the statement in a single round trip with the same lock, guard and result. */
export const REASONS = {
  bloqueio: 'takes a lock: for update or share, an advisory lock, listen, notify',
  conflito: 'writes unless a row is there: on conflict',
  passos: 'takes several steps in one round trip: with, union, insert … select',
  tabelas:
    'reads or writes by several tables at once: JOIN, EXISTS, a subquery, FROM or USING beside a write',
  expressao:
    'computes in the database: its clock, a function, arithmetic, JSON, an aggregate with a condition, a window',
  conjunto: 'takes a set of rows as arrays: unnest, ANY',
  sessao: 'speaks of the session or the server: SET, BEGIN, a cursor, a catalogue',
  montada: 'is put together at run time from pieces',
  corrente: 'stands on a hot road, where the client would cost what the list beside it says',
} as const;
export type Reason = keyof typeof REASONS;

export type Statement = {
  path: string;
  /** The enclosing function or method. */
  place: string;
  /** The statement's text, where the source shows it, with whitespace collapsed. */
  text: string;
  /** Reason for the statement's SQL; null: Prisma's client could express the statement. */
  reason: Exclude<Reason, 'corrente'> | null;
  /** The type of the statement's rows, if the call names the type. */
  row: Node | undefined;
  pieces: readonly string[] | null;
};

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** Name of the function, method or variable that a node declares; undefined: the node declares none. */
function placeOf(node: Node): string | undefined {
  if (node.type === 'FunctionDeclaration') return nameOf(node.id);
  const value = node.type === 'VariableDeclarator' ? node.init : node.value;
  if (!/^(?:MethodDefinition|PropertyDefinition|Property|VariableDeclarator)$/.test(node.type))
    return undefined;
  return isNode(value) && /Function/.test(value.type) ? nameOf(node.key ?? node.id) : undefined;
}

const SEND = new Set(['query', 'sql']);

/** The statement that a call sends; for a call of `pageOf`, the statement of the page. */
function sentBy({ type, callee, arguments: given }: Node): Node | undefined {
  if (type !== 'CallExpression' || !isNode(callee)) return undefined;
  const [first, , page] = nodesOf(given);
  if (SEND.has(nameOf(callee.property) ?? '')) return first;
  return nameOf(callee) === 'pageOf' && isNode(page?.body) ? page.body : undefined;
}

/** The statements of a source, in order. */
export function statementsOf(module: Module): Statement[] {
  const { path, source, root } = module;
  if (!/\.(?:query|sql)\b/.test(source)) return [];
  /** Initial values of the file's variables, by name. */
  const constants = new Map<string, Node>();
  const found: Statement[] = [];
  /** A statement's source with named pieces inlined, recursively. */
  const show = (node: Node): string => {
    let text = source.slice(node.start, node.end);
    for (let depth = 0; depth < 3; depth += 1) {
      text = text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
        const piece = constants.get(name);
        const said = piece && source.slice(piece.start, piece.end);
        return said && /^(?:sql|literal\()?[`']|select|insert|update|delete/i.test(said) ? said : whole;
      });
    }
    return text;
  };
  const visit = (node: Node, place: string): void => {
    const here = placeOf(node) ?? place;
    const constant = node.type === 'VariableDeclarator' ? nameOf(node.id) : undefined;
    if (constant !== undefined && isNode(node.init)) constants.set(constant, node.init);
    const sent = sentBy(node);
    if (sent) {
      const [row] = nodesOf(isNode(node.typeArguments) ? node.typeArguments.params : undefined);
      for (const statement of branchesOf(sent, constants)) {
        const text = show(statement).replaceAll(/\s+/g, ' ');
        found.push({ path, place: here, text, reason: reasonOf(text), row, pieces: piecesOf(statement) });
      }
    }
    for (const child of childrenOf(node)) visit(child, here);
  };
  visit(root, 'module');
  return found;
}

/** Lists the statements for which an argument may stand: its variable's value, or both sides of a condition. */
function branchesOf(node: Node, constants: ReadonlyMap<string, Node>): Node[] {
  const said = constants.get(nameOf(node) ?? '') ?? node;
  if (said.type !== 'ConditionalExpression') return [said];
  return [said.consequent, said.alternate].filter(isNode).flatMap((side) => branchesOf(side, constants));
}

/** The fixed pieces of a template's text, between values and other pieces; null if it is no template. */
function piecesOf(node: Node): string[] | null {
  if (node.type === 'TaggedTemplateExpression') return piecesOf(node.quasi as Node);
  if (node.type === 'TemplateLiteral')
    return nodesOf(node.quasis).map(({ value }) => (value as { cooked: string }).cooked);
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'CallExpression' && isNode(node.callee) && nameOf(node.callee.property) === 'statement')
    return piecesOf(node.callee.object as Node);
  if (node.type !== 'ObjectExpression') return null;
  const text = nodesOf(node.properties).find((one) => nameOf(one.key) === 'text');
  return text && isNode(text.value) ? piecesOf(text.value) : null;
}

const RULES: readonly [Exclude<Reason, 'corrente'>, RegExp][] = [
  [
    'bloqueio',
    /\bfor (?:no key )?(?:update|share)\b|\bfor key share\b|advisory|\blisten\b|\bnotify\b|pg_notify|\block table\b/i,
  ],
  ['conflito', /\bon conflict\b/i],
  [
    'sessao',
    /\bset (?:local|session|transaction)\b|\bpg_\w+\(|\bpg_(?:stat|class|catalog)|_prisma_migrations|information_schema|^[`'"]select 1[`'"]$|^[`'"]?\s*(?:begin|commit|rollback|savepoint|release|declare|fetch|close|show|analyze|vacuum|create|alter|drop|truncate|explain)\b/i,
  ],
  [
    'passos',
    /\bwith\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\b|\bunion\b|\binsert into \w+[^;]*\)\s*select\b/i,
  ],
  ['conjunto', /\bunnest\(|=\s*any\s*\(|<>\s*all\s*\(/i],
  [
    'tabelas',
    /\bjoin\b|\bexists\s*\(|\(\s*select\b|\bupdate\b[^;]*\bset\b[^;]*\bfrom\b|\bdelete from \w+[^;]*\busing\b|\bfrom \w+(?: \w+)?, ?\w+/i,
  ],
  [
    'expressao',
    /\bnow\(\)|clock_timestamp|current_date|current_timestamp|\binterval\b|\bcoalesce\(|\bcase\b|\bnullif\(|\bjson\w*\(|->|\bjsonb_|\bto_char\(|\bfilter \(|\bover \(|\bdistinct\b|\bgen_random_uuid|\bescuta_\w+\(|\b(?:least|greatest|lower|upper|length|array|array_agg|string_agg|date_trunc|extract|sum|min|max|avg|bool_or|md5|encode|sha256|octet_length)\s*\(|\|\||\bset \w+ = \w+ [+-]|\bis (?:not )?distinct from\b|::(?:date|text|interval)|@>|&&|~|\bgroup by\b|\bon delete\b|\bnot null\b.*::/i,
  ],
  // Matches an inserted value where SQL allows no parameter, which means that the text itself is built at run time.
  [
    'montada',
    /\$\{|\b(?:from|into|by|update)\s+\?|\b(?:where|and|or|set)\s+\?\s*(?:$|[`)]|and\b|or\b|order\b|limit\b|returning\b)/i,
  ],
];

/** Reason why Prisma's client cannot express a statement; null if it can. Values like `${id}` count as parameters. */
export function reasonOf(text: string): Statement['reason'] {
  const plain = text.replaceAll(/\$\{(?:param\()?[\w.?![\]]+(?: \?\? null)?\)?\}(?:::\w+(?:\[\])?)?/g, '?');
  for (const [reason, pattern] of RULES) {
    if (pattern.test(plain)) return reason;
  }
  return /\b(?:select|insert|update|delete)\b/i.test(plain) ? null : 'montada';
}
