// SQL: pages of lists, whose statements their repos put together: a page's rows, how many match, and the guard against pages far behind.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { QueryResultRow } from 'pg';

export type PageAsked = { page: number; limit: number };

/** Rows of a list, and how many match. `exato` false: more than `total`, where counting stopped. */
export type Page<Row> = { rows: Row[]; total: number; exato: boolean };

/** The row at which pages end: of a list that is counted to its end, and of one whose count stops before. */
const REACH = { whole: 100_000, capped: 10_000 };

/** Refuses a row behind the last one that a list's pages reach. @throws AppError requisicao_invalida where they end before it */
export function assertNear(row: number, kind: keyof typeof REACH = 'whole'): void {
  if (row > REACH[kind])
    throw new AppError('requisicao_invalida', 'Página distante demais: use a busca ou os filtros.');
}

/** The number of rows before a page. @throws AppError requisicao_invalida for a page that lies too far behind */
export function offsetOf({ page, limit }: PageAsked, kind?: keyof typeof REACH): number {
  assertNear(page * limit, kind);
  return (page - 1) * limit;
}

/** A page's `limit … offset …`. @throws AppError requisicao_invalida for a page that lies too far behind */
export const windowOf = (asked: PageAsked, kind?: keyof typeof REACH): Sql =>
  sql`limit ${asked.limit} offset ${offsetOf(asked, kind)}`;

/** Rows that are counted of a list that only grows. */
export const CONTADOS = 10_000;

/** A page of which `n` match, counted up to `cap` and one; without a cap, all of them. */
export function cappedAt<Row>(cap: number | undefined, rows: Row[], n: number): Page<Row> {
  const total = Math.min(n, cap ?? n);
  return { rows, total, exato: total === n };
}

async function countOf(db: Database, from: Sql, cap?: number, name?: string): Promise<number> {
  const { rows } =
    cap === undefined
      ? await db.sql<{ n: number }>(sql`select count(*)::int as n from ${from}`, name)
      : await db.sql<{ n: number }>(
          sql`select count(*)::int as n from (select from ${from} limit ${int(cap + 1)}) achados`,
          name,
        );
  return rows[0]?.n ?? 0;
}

/**
 * A page of a list and how many rows match. @param statement of the page, which places the window (`windowOf`); `few`: what matches was
 * counted before, and to its end @param counted what stands after `from` in the count @param options `cap`: counting stops after so many;
 * `first`: it comes before the page; `name`: prepared under it
 * @throws AppError requisicao_invalida for a page that lies too far behind
 */
export async function pageOf<Row extends QueryResultRow>(
  db: Database,
  asked: PageAsked,
  statement: (window: Sql, few: boolean) => Sql,
  counted: Sql,
  { cap, first = false, name }: { cap?: number | undefined; first?: boolean; name?: string } = {},
): Promise<Page<Row>> {
  const window = windowOf(asked, cap === undefined ? 'whole' : 'capped');
  const page = async (few: boolean) => (await db.sql<Row>(statement(window, few), name)).rows;
  const count = () => countOf(db, counted, cap, name && `${name}_n`);
  if (first) {
    const n = await count();
    return cappedAt(cap, n === 0 ? [] : await page(n <= (cap ?? n)), n);
  }
  const [rows, n] = await Promise.all([page(false), count()]);
  return cappedAt(cap, rows, n);
}
