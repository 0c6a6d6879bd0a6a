/** Finds the statements that the product's sources send to PostgreSQL by hand, and says of each why it is not a call of Prisma's client. */
import { parseAst } from 'rolldown/parseAst';

/** Why a statement is SQL: each of these Prisma cannot say in one round trip with the same lock, guard and result. */
export const REASONS = {
  bloqueio: 'takes a lock: FOR UPDATE or SHARE, an advisory lock, LISTEN, NOTIFY',
  conflito: 'writes unless a row is there: ON CONFLICT',
  passos: 'takes several steps in one round trip: WITH, UNION, INSERT … SELECT',
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
  /** The function or method around it. */
  place: string;
  /** Its text as far as the source shows it, blanks as one. */
  text: string;
  /** Null: nothing speaks against Prisma's client. */
  reason: Exclude<Reason, 'corrente'> | null;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined;

/** The name that a node gives to the place inside it. */
function placeOf(node: Node): string | undefined {
  if (node.type === 'FunctionDeclaration') return nameOf(node.id);
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property')
    return isNode(node.value) && /Function/.test(node.value.type) ? nameOf(node.key) : undefined;
  if (node.type === 'VariableDeclarator')
    return isNode(node.init) && /Function/.test(node.init.type) ? nameOf(node.id) : undefined;
  return undefined;
}

const SEND = new Set(['query', 'sql']);

/** The statements of one source, in their order. */
export function statementsOf(path: string, source: string): Statement[] {
  if (!/\.(?:query|sql)\b/.test(source)) return [];
  const root = parseAst(source, { lang: 'ts' }) as unknown as Node;
  /** Texts that stand under a name of their own in the file. */
  const constants = new Map<string, string>();
  const found: Statement[] = [];
  const show = (node: Node): string => {
    const name = nameOf(node);
    if (node.type === 'Identifier' && name !== undefined) return constants.get(name) ?? `\${${name}}`;
    // A piece that stands under a name is read in its place, and so are its own pieces.
    let text = source.slice(node.start, node.end);
    for (let depth = 0; depth < 3; depth += 1) {
      text = text.replaceAll(/\$\{(\w+)\}/g, (whole, piece: string) => constants.get(piece) ?? whole);
    }
    return text;
  };
  const visit = (node: Node, place: string): void => {
    const here = placeOf(node) ?? place;
    if (node.type === 'VariableDeclarator' && isNode(node.init)) {
      const name = nameOf(node.id);
      const text = source.slice(node.init.start, node.init.end);
      if (name !== undefined && /^(?:sql|literal\()?[`']|select|insert|update|delete/i.test(text))
        constants.set(name, text);
    }
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression') {
      const [first] = node.arguments as Node[];
      if (SEND.has(nameOf(node.callee.property) ?? '') && first) {
        const text = show(first).replaceAll(/\s+/g, ' ');
        found.push({ path, place: here, text, reason: reasonOf(text) });
      }
    }
    for (const child of childrenOf(node)) visit(child, here);
  };
  visit(root, 'module');
  return found;
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
  // A place that no value can stand in.
  [
    'montada',
    /\$\{|\b(?:from|into|by|update)\s+\?|\b(?:where|and|or|set)\s+\?\s*(?:$|[`)]|and\b|or\b|order\b|limit\b|returning\b)/i,
  ],
];

/** What speaks against Prisma's client; null: nothing. Values (`${id}`, `${scope.empresaId}::uuid`) are no pieces. */
export function reasonOf(text: string): Statement['reason'] {
  const plain = text.replaceAll(/\$\{(?:param\()?[\w.?![\]]+(?: \?\? null)?\)?\}(?:::\w+(?:\[\])?)?/g, '?');
  for (const [reason, pattern] of RULES) {
    if (pattern.test(plain)) return reason;
  }
  return /\b(?:select|insert|update|delete)\b/i.test(plain) ? null : 'montada';
}
