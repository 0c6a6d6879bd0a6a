/** Compares a statement's columns, described by PostgreSQL without running it, with a row type. */
import type pg from 'pg';
import type { Kind, RowType } from './rows.ts';

export type Column = { name: string; oid: number };

/** TypeScript kinds of PostgreSQL's types in pg, by OID; others (JSON, arrays) are compared by name only. */
const KINDS: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  20: 'string',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  700: 'number',
  701: 'number',
  1042: 'string',
  1043: 'string',
  1082: 'Date',
  1114: 'Date',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
};

type Connection = {
  parse: (statement: { name: string; text: string; types: number[] }) => void;
  describe: (what: { type: 'S'; name: string }) => void;
  sync: () => void;
};

/** Requests the description of a statement, submitted like pg's own queries. */
class Description {
  #fields: Column[] = [];

  constructor(
    readonly text: string,
    readonly done: (result: Column[] | Error) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#fields = fields.map((field) => ({ name: field.name, oid: field.dataTypeID }));
  }

  /** Called if PostgreSQL refuses the statement; pg then calls no further handler of this object. */
  handleError(error: Error): void {
    this.done(error);
  }

  handleReadyForQuery(): void {
    this.done(this.#fields);
  }
}

/** The columns of a statement, or PostgreSQL's error. */
export function columnsOf(client: pg.Client, text: string): Promise<Column[] | Error> {
  return new Promise((resolve) => {
    client.query(new Description(text, resolve) as unknown as pg.Submittable);
  });
}

/** Lists the members of a row type that have no matching column. */
export function misfits(row: RowType, columns: readonly Column[]): string[] {
  const given = new Map(columns.map(({ name, oid }) => [name, KINDS[oid] ?? 'other']));
  return [...row].flatMap(([name, kind]) => {
    const found = given.get(name);
    if (found === undefined) return [`there is no column ${name}`];
    const fits = kind === 'other' || found === 'other' || kind === found;
    return fits ? [] : [`column ${name} is ${found}, not ${kind}`];
  });
}
