/** Builds statements: text only from the code's templates, values only as parameters. */
import { empresaIdOf, type Scope } from '../../domain/scope.ts';

/** Values of parameters, without `undefined`, which is probably a mistake, because absent conditions are null. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly Value[]
  | { readonly [key: string]: unknown };

/** A parameter that keeps one number ($1), however often a statement uses it. */
export class Param {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

type Part = Sql | Param;

/** Accepts only literal string types, which text from input never has. */
type Literal<T extends string> = string extends T ? never : T;
type Place = `$${number}`;

/**
 * Allowed parts of a `sql` template. Literals with spaces, dots, commas or brackets are probably statement text, which
 * would become a parameter; `param` accepts them.
 */
type Given<T> = T extends `${string}${' ' | '.' | ',' | '('}${string}`
  ? 'a piece of a statement: write literal(…), or param(…) for a value'
  : T;

/** A piece of a statement; parameters get their numbers in the whole statement. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly Part[];

  private constructor(strings: readonly string[], parts: readonly Part[]) {
    this.#strings = strings;
    this.#parts = parts;
    // Builds text without parameters only once.
    if (parts.length > 0 && parts.every((part) => part instanceof Sql && part.#parts.length === 0)) {
      this.#strings = [this.#write([])];
      this.#parts = [];
    }
  }

  static tag<const T extends readonly (Sql | Param | Value)[]>(
    strings: TemplateStringsArray,
    ...given: { readonly [K in keyof T]: Given<T[K]> }
  ): Sql {
    const parts = (given as readonly (Sql | Param | Value)[]).map((part) =>
      part instanceof Sql || part instanceof Param ? part : new Param(part),
    );
    return new Sql(strings, parts);
  }

  static join(
    parts: readonly Sql[],
    separator: ' and ' | ' or ' | ', ' | ' union ' | ' union all ' | ' ' | ' + ',
  ): Sql {
    if (parts.length === 0) return new Sql([''], []);
    return new Sql(['', ...parts.slice(1).map(() => separator), ''], parts);
  }

  static literal<T extends string>(text: Literal<T>): Sql {
    return new Sql([text], []);
  }

  static int(n: number): Sql {
    if (!Number.isSafeInteger(n)) throw new TypeError(`not a whole number: ${n}`);
    return new Sql([String(n)], []);
  }

  /** Statement for `query`. @param name name of a prepared statement, whose text must always be the same */
  statement(name?: string): { name?: string; text: string; values: Value[] } {
    const params: Param[] = [];
    const text = this.#write(params);
    return { ...(name === undefined ? {} : { name }), text, values: params.map(({ value }) => value) };
  }

  #write(params: Param[]): string {
    let text = this.#strings[0] ?? '';
    for (const [index, part] of this.#parts.entries()) {
      if (part instanceof Sql) text += part.#write(params);
      else {
        const known = params.indexOf(part);
        text += `$${known < 0 ? params.push(part) : known + 1}`;
      }
      text += this.#strings[index + 1] ?? '';
    }
    return text;
  }
}

/** Builds a statement or piece from a template: inserts pieces, and makes all other values parameters. */
export const sql = Sql.tag;
export const param = (value: Value): Param => new Param(value);
/** Makes a piece from constant text; compiles only for literal types (`as const`). */
export const literal = Sql.literal;
/** Writes a whole number into the text, visible to the planner. */
export const int = Sql.int;
export const join = Sql.join;

/** Joins conditions with 'and' (`true` if none); omits absent ones, so that a fitting index is used. */
export function all(conditions: readonly (Sql | null)[]): Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`true` : join(given, ' and ');
}

export function when<T>(value: T | null | undefined, condition: (value: T) => Sql): Sql | null {
  return value === undefined || value === null || value === '' ? null : condition(value);
}

/**
 * Scope condition with one text for a company and the installation (parameter: null), for prepared statements.
 * `column`: the company's id. As text: `inScope('$2', 'i.empresa_id')`, with `empresaIdOf(scope)` as the value of $2.
 */
export function inScope(scope: Scope, column: Sql): Sql;
export function inScope<C extends string>(place: Place, column: Literal<C>): string;
export function inScope(scope: Scope | Place, column: Sql | string): Sql | string {
  if (column instanceof Sql && typeof scope === 'object') {
    const empresa = param(empresaIdOf(scope));
    return sql`(${empresa}::uuid is null or ${column} = ${empresa})`;
  }
  return `(${scope}::uuid is null or ${column} = ${scope})`;
}

/** A condition that applies only in a company's scope, with manually numbered parameters. */
export function companyOnly<C extends string>(place: Place, condition: Literal<C>): string {
  return `(${place}::uuid is null or ${condition})`;
}

/** Like `inScope`, for statements built at run time; null for the installation, which needs no condition. */
export function ofScope(scope: Scope, column: Sql): Sql | null {
  return when(empresaIdOf(scope), (empresaId) => sql`${column} = ${empresaId}::uuid`);
}

export const idOf = (text: Sql): Sql =>
  sql`(case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end)`;

/** Start of a day (yyyy-MM-dd) in São Paulo. */
export const dayStart = (day: Sql): Sql => sql`(${day}::date)::timestamp at time zone 'America/Sao_Paulo'`;
export const dayEnd = (day: Sql): Sql => sql`(${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;
/** The instant of a São Paulo time. */
export const momentOf = (local: Sql): Sql => sql`(${local})::timestamp at time zone 'America/Sao_Paulo'`;
export const localTime = (moment: Sql): Sql => sql`${moment} at time zone 'America/Sao_Paulo'`;
/** Formats an instant for answers: ISO 8601 with milliseconds, UTC. */
export const isoTime = (moment: Sql): Sql =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Days in São Paulo, inclusive: yyyy-MM-dd. */
export type Days = { de?: string | undefined; ate?: string | undefined };

/** Conditions on an instant for the ends of a period. */
export const byDays = (moment: Sql) => ({
  de: (day: string) => sql`${moment} >= ${dayStart(sql`${day}`)}`,
  ate: (day: string) => sql`${moment} < ${dayEnd(sql`${day}`)}`,
});

/** Like `byDays`, as one condition; either end may be open. */
export function onDays(moment: Sql, { de, ate }: Days): Sql | null {
  const on = byDays(moment);
  const from = when(de, on.de);
  const until = when(ate, on.ate);
  return from || until ? all([from, until]) : null;
}
