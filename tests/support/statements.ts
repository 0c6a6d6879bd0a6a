// Measures statements by rows read rather than time: the number is the same on any busy machine.
import type pg from 'pg';
import { vi } from 'vitest';

type Plan = {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** Counts the rows that a plan's scans visited, filtered ones included. */
function rowsOf(plan: Plan): number {
  const isScan = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return (
    (isScan ? each * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)
  );
}

/** Runs `act`. @returns how many rows its queries through this pool visited in tables and indices */
export async function rowsReadBy(pool: pg.Pool, act: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pool, 'query');
  await act();
  const asked = spy.mock.calls.map(
    ([query, values]) => ({ query, values }) as { query: unknown; values: unknown },
  );
  spy.mockRestore();
  let rows = 0;
  for (const { query, values } of asked) {
    const { text, values: own } = query as { text?: string; values?: unknown[] };
    const answer = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text ?? String(query)}`,
      (own ?? values ?? []) as unknown[],
    );
    rows += rowsOf(answer.rows[0]?.['QUERY PLAN'][0].Plan as Plan);
  }
  return rows;
}

/** Matches the queries that each API sends every 5 s (api/src/features/sistema/health.ts). */
const MONITOR = /^select 1$|_prisma_migrations|\bAS espera$/;

/** Runs `act`. @returns its answer, and for each of its queries on this pool the name, or the text if unnamed */
export async function queriesBy<T>(
  pool: pg.Pool,
  act: () => Promise<T>,
): Promise<{ answer: T; queries: string[] }> {
  const spy = vi.spyOn(pool, 'query');
  try {
    const answer = await act();
    const asked = spy.mock.calls.map(([statement]) => {
      const given = statement as string | { name?: string; text: string };
      return typeof given === 'string' ? given : (given.name ?? given.text);
    });
    return { answer, queries: asked.filter((text) => !MONITOR.test(text)) };
  } finally {
    spy.mockRestore();
  }
}

/** Runs `act`. @returns the statements that this pool sent, BEGIN and COMMIT included */
export async function statementsBy(pool: pg.Pool, act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const spied = new Map<pg.PoolClient, () => void>();
  const watch = (client: pg.PoolClient) => {
    if (spied.has(client)) return;
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const spy = vi.spyOn(client, 'query').mockImplementation(((...given: unknown[]) => {
      const [statement] = given as [string | { text: string }];
      seen.push(typeof statement === 'string' ? statement : statement.text);
      return query(...given);
    }) as never);
    spied.set(client, () => spy.mockRestore());
  };
  pool.on('acquire', watch);
  try {
    await act();
  } finally {
    pool.removeListener('acquire', watch);
    for (const restore of spied.values()) restore();
  }
  return seen;
}
