// SQL: the statement of a list's repo reads a page with the number of matches; distant pages are refused.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { ORDEM_LIMITE } from '@escuta/shared/domain/filters/filtro-campos';
import { int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { QueryResultRow } from 'pg';

export type PageAsked = { page: number; limit: number };

/** A page's rows and the number of matches. `exato`: false if counting stopped at `total`. */
export type Page<Row> = { rows: Row[]; total: number; exato: boolean };

/** Greatest row number of a page, in lists counted completely (`whole`) and in lists counted to a limit (`capped`). */
const REACH = { whole: 100_000, capped: 10_000 };

/**
 * Refuses a row beyond REACH.
 * @throws AppError requisicao_invalida
 */
export function assertNear(row: number, kind: keyof typeof REACH = 'whole'): void {
  if (row > REACH[kind])
    throw new AppError(
      'requisicao_invalida',
      'Esta página fica longe demais do começo da lista: use a busca ou os filtros.',
    );
}

/**
 * Number of rows before a page.
 * @throws AppError requisicao_invalida for a page too far from the first
 */
export function offsetOf({ page, limit }: PageAsked, kind?: keyof typeof REACH): number {
  assertNear(page * limit, kind);
  return (page - 1) * limit;
}

/**
 * A page's SQL clause `limit … offset …`.
 * @throws AppError requisicao_invalida for a page too far from the first
 */
export const windowOf = (asked: PageAsked, kind?: keyof typeof REACH): Sql =>
  sql`limit ${asked.limit} offset ${offsetOf(asked, kind)}`;

/**
 * Refuses to sort more than ORDEM_LIMITE rows by an order without index.
 * @param from SQL text after `from` that selects the rows
 * @param noun Portuguese plural noun for the rows
 * @throws AppError requisicao_invalida
 */
export async function assertSortable(db: Database, from: Sql, noun: string): Promise<void> {
  if ((await countOf(db, from, ORDEM_LIMITE)) > ORDEM_LIMITE)
    throw new AppError('requisicao_invalida', tooManyToSort(noun));
}

/** Message that refuses to sort too many rows. */
export const tooManyToSort = (noun: string): string =>
  `Esta ordem só vale para até ${ORDEM_LIMITE.toLocaleString('pt-BR')} ${noun}: reduza a lista com os filtros.`;

/** Greatest number of rows counted in append-only lists. */
export const CONTADOS = 10_000;

/** Makes a page with a total of at most `cap`. `n`: number of matches, counted to `cap` + 1, or fully without `cap`. */
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
 * Reads a page of rows and the number of matches.
 * @param statement makes the page's SQL from its `limit … offset …`; `few` is true if all matches were counted before
 * @param counted SQL text after `from` that selects the matches
 * @param options `cap`: counting limit; `first`: counts before reading the page; `name`: the prepared statement's name
 * @throws AppError requisicao_invalida for a page too far from the first
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
