// Finds roll-ups that differ from a recount. Needs a database at rest, because concurrent writes look like differences.
import { figuresOf, groupOf, isTenths, rowsOf, TENTHS } from './generate.ts';
import { INSIGHT_DRIFT } from './insights.ts';
import { ROLLUPS, type RollUp } from './table.ts';

/** Roll-ups whose sums may exceed a recount, because a project's consumption stays when its runs are deleted. */
const KEEPS_MORE = new Set(['projeto_consumo_mes', 'projeto_consumo_dia']);

/** SQL: finds rows that differ between a roll-up and a recount, or that only one of the two has. */
function differing(rollup: RollUp): string {
  const { target, of, source } = rollup;
  const group = groupOf(rollup);
  const keys = group.map(([name]) => name).join(', ');
  const figures = figuresOf(rollup).flatMap(([name, figure]) =>
    isTenths(figure)
      ? TENTHS.map((at) => ({
          name: `${name}_${at}`,
          counted: of ? `${name}[${at}]` : `(${name} IS NOT DISTINCT FROM ${at})::int`,
          kept: `${name}[${at}]`,
        }))
      : [{ name, counted: name, kept: name }],
  );
  const rows = of
    ? `SELECT ${group.map(([name, [, value]]) => `${value} AS ${name}`).join(', ')}, ${figuresOf(rollup)
        .map(([name]) => `l.${name}`)
        .join(', ')} FROM ${of} l`
    : rowsOf(rollup, source as string);
  const wrong = figures.map(({ name }) => `sum(${name}) ${KEEPS_MORE.has(target) ? '>' : '<>'} 0`);
  return `SELECT ${keys} FROM (
      SELECT ${keys}, ${figures.map(({ name, counted }) => `(${counted})::numeric AS ${name}`).join(', ')}
      FROM (${rows}) AS linhas
      UNION ALL SELECT ${keys}, ${figures.map(({ kept }) => `-${kept}`).join(', ')} FROM ${target}
    ) AS d GROUP BY ${keys} HAVING ${wrong.join(' OR ')}`;
}

/** SQL: finds wrong numbers in the column that stores a roll-up's number of rows. */
function counting({ target, keys, rowsCountedIn }: RollUp): [string, string][] {
  if (!rowsCountedIn) return [];
  const [key] = Object.keys(keys);
  const { target: kept, column } = rowsCountedIn;
  return [
    [
      `${kept}.${column}`,
      `SELECT ${key} FROM (SELECT ${key}, 1 AS n FROM ${target} UNION ALL SELECT ${key}, -${column} FROM ${kept}) AS d
      GROUP BY ${key} HAVING sum(n) <> 0`,
    ],
  ];
}

const QUERIES: readonly (readonly [name: string, query: string])[] = [
  ...ROLLUPS.flatMap((rollup) => [
    ...(figuresOf(rollup).length > 0 ? [[rollup.target, differing(rollup)] as const] : []),
    ...counting(rollup),
  ]),
  ...Object.entries(INSIGHT_DRIFT),
];

/** Query that lists the differing roll-ups: name (`soma`), number of differing rows (`n`), one such row (`exemplo`). */
export const ROLLUP_DRIFT = QUERIES.map(
  ([name, query]) =>
    `SELECT '${name}' AS soma, count(*)::int AS n, min(w::text) AS exemplo FROM (${query}) AS w HAVING count(*) > 0`,
).join('\nUNION ALL ');
