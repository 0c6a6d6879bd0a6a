/**
 * Statements put together at run time, and the conditions that many statements share. What is text can only come from a
 * template written here in the code, what is a value is always a parameter: `sql` knows no way to make the one of the other.
 */
import { empresaIdOf, type Scope } from '../../domain/scope.ts';

/** What a parameter may hold. `undefined` is a mistake: who has nothing to say leaves the condition out. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly Value[]
  | { readonly [key: string]: unknown };

/** A parameter that stands under one number however often it is written. */
export class Param {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

type Part = Sql | Param;

/** Text that the compiler knows by the letter, so that nothing a person typed can be in it. */
type Literal<T extends string> = string extends T ? never : T;
type Place = `$${number}`;

/**
 * What may stand in a `sql` template. A text that the compiler knows by the letter and that has spaces, dots, commas or brackets
 * is a piece of a statement that lacks its `literal`: it would silently become a parameter. A sentence that is meant as a value
 * is written with `param`. Names of states pass; so does a constant put together with `${}`, to the compiler any string.
 */
type Given<T> = T extends `${string}${' ' | '.' | ',' | '('}${string}`
  ? 'a piece of a statement: write literal(…), or param(…) for a value'
  : T;

/** A piece of a statement with its parameters; they get their numbers when the whole is asked for. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly Part[];

  private constructor(strings: readonly string[], parts: readonly Part[]) {
    this.#strings = strings;
    this.#parts = parts;
    // Without a parameter it is always the same text: put together once, not with each statement that holds it.
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

  /** For `query`. `name`: prepared under it; statements of one name must have one text. */
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

/** A statement or a piece of one: what is interpolated is a piece again, or becomes a parameter. */
export const sql = Sql.tag;
/** A value that is written more than once and yet one parameter. */
export const param = (value: Value): Param => new Param(value);
/** A text of the code that other statements hold as a string: `as const`, or the compiler refuses it. */
export const literal = Sql.literal;
/** A whole number as text: where the planner should see it, not a parameter. */
export const int = Sql.int;
/** Pieces one after the other. */
export const join = Sql.join;

/** Every condition that was given, and no others (`true` for none): PostgreSQL then takes the index that fits. */
export function all(conditions: readonly (Sql | null)[]): Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`true` : join(given, ' and ');
}

/** A condition on what was asked for; null where nothing was. */
export function when<T>(value: T | null | undefined, condition: (value: T) => Sql): Sql | null {
  return value === undefined || value === null || value === '' ? null : condition(value);
}

/**
 * The condition that keeps a statement within its scope, one text for a company and for the installation (whose parameter is
 * null): for prepared statements. `column`: the company's id. Where parameters are numbered by hand, `inScope('$2', 'i.empresa_id')`
 * with `empresaIdOf(scope)` as second value.
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

/** A further condition that only a company's scope adds, where parameters are numbered by hand. */
export function companyOnly<C extends string>(place: Place, condition: Literal<C>): string {
  return `(${place}::uuid is null or ${condition})`;
}

/** `inScope` for a statement made at run time: nothing at all for the installation, so that an index that fits is found. */
export function ofScope(scope: Scope, column: Sql): Sql | null {
  return when(empresaIdOf(scope), (empresaId) => sql`${column} = ${empresaId}::uuid`);
}

/** A text as an id; null where it is none: for what stands in JSON, which may hold anything. */
export const idOf = (text: Sql): Sql =>
  sql`(case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end)`;

/** The moment at which a day begins in São Paulo. `day`: a date, yyyy-MM-dd. */
export const dayStart = (day: Sql): Sql => sql`(${day}::date)::timestamp at time zone 'America/Sao_Paulo'`;
/** The moment at which it is over. */
export const dayEnd = (day: Sql): Sql => sql`(${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;
/** The moment at which clocks in São Paulo show a time. */
export const momentOf = (local: Sql): Sql => sql`(${local})::timestamp at time zone 'America/Sao_Paulo'`;
/** A moment as clocks in São Paulo show it. */
export const localTime = (moment: Sql): Sql => sql`${moment} at time zone 'America/Sao_Paulo'`;
/** A moment as text, as answers show it: ISO 8601 with milliseconds, in UTC. */
export const isoTime = (moment: Sql): Sql =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
export type Days = { de?: string | undefined; ate?: string | undefined };

/** That a moment lies within days, as a condition for each end. */
export const byDays = (moment: Sql) => ({
  de: (day: string) => sql`${moment} >= ${dayStart(sql`${day}`)}`,
  ate: (day: string) => sql`${moment} < ${dayEnd(sql`${day}`)}`,
});

/** The same as one condition, of which either end may be open. */
export function onDays(moment: Sql, { de, ate }: Days): Sql | null {
  const on = byDays(moment);
  const from = when(de, on.de);
  const until = when(ate, on.ate);
  return from || until ? all([from, until]) : null;
}
