// Generates the SQL of the roll-ups in table.ts: functions and triggers per source, and functions that recount. A root
// is a roll-up counted from a source, not from another roll-up.
import { INSIGHT_SUMS } from './insights.ts';
import {
  type Column,
  type Figure,
  LOCKED,
  RECOUNTS,
  type Recount,
  ROLLUPS,
  type RollUp,
  SOURCES,
  type Source,
} from './table.ts';

type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** Columns of a root's changes. `group`: carried and key columns; `figures`: one per figure, ten for `tenths`. */
type Changes = { group: [name: string, column: Column][]; figures: [name: string, type: string][] };

type Tenths = Extract<Figure, { tenths: string }>;

export const TENTHS = Array.from({ length: 10 }, (_, at) => at + 1);
export const isTenths = (figure: Figure): figure is Tenths =>
  typeof figure === 'object' && 'tenths' in figure;
const namesOf = (columns: readonly (readonly [string, unknown])[]): string[] => columns.map(([name]) => name);
/** A roll-up's key columns and carried columns. */
export const groupOf = (of: RollUp): [string, Column][] => [
  ...Object.entries(of.carried ?? {}),
  ...Object.entries(of.keys),
];

function parentOf({ target, of }: RollUp): RollUp {
  const parent = ROLLUPS.find((other) => other.target === of);
  if (!parent) throw new Error(`${target} is of ${of}, which is no roll-up`);
  return parent;
}

/** A roll-up's figures by name, own or inherited from `of`. */
export function figuresOf(rollup: RollUp): [string, Figure][] {
  const { sums } = rollup;
  if (!Array.isArray(sums)) return Object.entries(sums as Record<string, Figure>);
  const all = new Map(figuresOf(parentOf(rollup)));
  return sums.map((name: string) => {
    const figure = all.get(name);
    if (figure === undefined) throw new Error(`${rollup.target}: ${rollup.of} has no figure ${name}`);
    return [name, figure];
  });
}

function changesOf(root: RollUp): Changes {
  const figures = figuresOf(root).flatMap(([name, figure]): [string, string][] =>
    isTenths(figure)
      ? TENTHS.map((at) => [`${name}_${at}`, 'bigint'])
      : [[name, typeof figure === 'string' ? 'bigint' : 'numeric']],
  );
  return { group: groupOf(root), figures };
}

/**
 * SQL: the rows to count, with key columns and figures by name.
 * @param sign value of column `sinal`: 1 for new rows, -1 for old rows, so that one sum covers all
 */
export function rowsOf(
  root: RollUp,
  relation: string,
  { sign, only }: { sign?: number; only?: string } = {},
): string {
  const values = figuresOf(root).map(([name, figure]): string => {
    if (isTenths(figure)) return `escuta_faixa_nota(${figure.tenths}) AS ${name}`;
    return `${typeof figure === 'string' ? figure : figure.numeric} AS ${name}`;
  });
  const columns = groupOf(root).map(([name, [, value]]) =>
    value === `l.${name}` ? value : `${value} AS ${name}`,
  );
  const join = root.join === undefined ? '' : root.join.startsWith(',') ? root.join : ` ${root.join}`;
  const where = [root.where, only].filter((part) => part !== undefined).join(' AND ');
  return `SELECT ${[...columns, ...values, ...(sign ? [`${sign} AS sinal`] : [])].join(', ')}
        FROM ${relation} l${join}${where && ` WHERE ${where}`}`;
}

function sumsOf([name, figure]: [string, Figure], operation: Operation): string[] {
  const type = typeof figure === 'string' ? '::bigint' : '';
  if (isTenths(figure)) {
    const counted = { INSERT: 'count(*)', DELETE: '-count(*)', UPDATE: 'sum(sinal)' }[operation];
    return TENTHS.map((at) => {
      const sum = `${counted} FILTER (WHERE ${name} = ${at})`;
      return `${operation === 'UPDATE' ? `coalesce(${sum}, 0)` : sum} AS ${name}_${at}`;
    });
  }
  const sum = { INSERT: `sum(${name})`, DELETE: `-sum(${name})`, UPDATE: `sum(sinal * ${name})` }[operation];
  return [`${type && operation === 'DELETE' ? `(${sum})` : sum}${type} AS ${name}`];
}

const positions = (count: number): string => Array.from({ length: count }, (_, at) => at + 1).join(', ');

/** SQL: sums an operation's changes by key, in key order. */
function summed(root: RollUp, operation: Operation): string {
  const rows = {
    INSERT: () => rowsOf(root, 'novos'),
    DELETE: () => rowsOf(root, 'antigos'),
    UPDATE: () =>
      `${rowsOf(root, 'novos', { sign: 1 })}
        UNION ALL ${rowsOf(root, 'antigos', { sign: -1 })}`,
  }[operation]();
  const group = namesOf(groupOf(root));
  const sums = figuresOf(root).flatMap((figure) => sumsOf(figure, operation));
  // Without OFFSET 0, PostgreSQL computes a score's tenth once per column.
  const apart = figuresOf(root).some(([, figure]) => isTenths(figure)) ? ' OFFSET 0' : '';
  return `SELECT ${[...group, ...sums].join(', ')}
      FROM (
        ${rows}${apart}
      ) AS linhas
      GROUP BY ${positions(group.length)} ORDER BY ${Object.keys(root.keys).join(', ')}`;
}

/** SQL: turns the variables with a root's changes (an array per column) into rows `l`. */
function changed(root: RollUp, only?: readonly string[]): string {
  const { group, figures } = changesOf(root);
  const columns = [...namesOf(group), ...namesOf(figures)].filter((name) => !only || only.includes(name));
  return `unnest(${columns.map((name) => `d_${name}`).join(', ')}) AS l (${columns.join(', ')})`;
}

/** SQL of a figure in its column's type; with `sum`, summed over rows of a finer key. */
function columnValue([name, figure]: [string, Figure], sum: boolean): string {
  const one = (column: string) => (sum ? `sum(l.${column})` : `l.${column}`);
  return isTenths(figure) ? `ARRAY[${TENTHS.map((at) => one(`${name}_${at}`)).join(', ')}]` : one(name);
}

const added = ([name, figure]: [string, Figure]): string =>
  isTenths(figure)
    ? `${name} = escuta_soma_notas(r.${name}, excluded.${name})`
    : `${name} = r.${name} + excluded.${name}`;

function onConflict(rollup: RollUp): string {
  const figures = figuresOf(rollup);
  const set = figures.length > 0 ? `UPDATE SET ${figures.map(added).join(', ')}` : 'NOTHING';
  return `ON CONFLICT (${Object.keys(rollup.keys).join(', ')}) DO ${set}`;
}

/** The INSERT that adds a roll-up's changes, without RETURNING or semicolon. */
function insertion(rollup: RollUp, root: RollUp): string {
  const figures = figuresOf(rollup);
  const group = groupOf(rollup);
  const derived = rollup !== root;
  const keys = Object.keys(rollup.keys);
  const columns = group.map(([name, [, value]]) => (derived ? value : `l.${name}`));
  const counts = derived
    ? figures.flatMap(([name, f]) => (isTenths(f) ? TENTHS.map((at) => `${name}_${at}`) : [name]))
    : [];
  const grouped = derived
    ? `
      GROUP BY ${positions(group.length)} HAVING ${counts.map((name) => `sum(l.${name}) <> 0`).join(' OR ')}
      ORDER BY ${keys.map((name) => namesOf(group).indexOf(name) + 1).join(', ')}`
    : '';
  return `INSERT INTO ${rollup.target} AS r (${[...namesOf(group), ...namesOf(figures)].join(', ')})
      SELECT ${[...columns, ...figures.map((figure) => columnValue(figure, derived))].join(', ')}
      FROM ${changed(root)}${grouped}
    ${onConflict(rollup)}`;
}

/** SQL: deletes the changed rows whose figure `goneAtZero` reached 0. */
function deletion(rollup: RollUp, root: RollUp): string {
  const keys = Object.entries(rollup.keys);
  const equal = keys.map(([name]) => `r.${name} = d.${name}`).join(' AND ');
  const parts = Object.keys(root.keys);
  const values = keys.map(([name, [, value]]) => (rollup === root ? `l.${name}` : `${value} AS ${name}`));
  return `DELETE FROM ${rollup.target} r
      USING (SELECT ${rollup === root ? '' : 'DISTINCT '}${values.join(', ')} FROM ${changed(root, parts)}) AS d
      WHERE ${equal} AND r.${rollup.goneAtZero} = 0;`;
}

/** SQL: adds the changes and, in the same statement, updates the stored number of rows. */
function countedInsertion(rollup: RollUp, counted: NonNullable<RollUp['rowsCountedIn']>): string {
  const keys = Object.keys(rollup.keys);
  const { goneAtZero: n } = rollup;
  return `-- A row that was not there has exactly what was added; one at 0 is about to go.
    WITH escritas AS (
      ${insertion(rollup, rollup)}
      RETURNING ${[...keys, n].map((name) => `r.${name}`).join(', ')}
    ), mudancas AS (
      SELECT l.${keys[0]}, count(*) FILTER (WHERE e.${n} = l.${n}) - count(*) FILTER (WHERE e.${n} = 0) AS linhas
      FROM ${changed(rollup)} JOIN escritas e USING (${keys.join(', ')}) GROUP BY 1
    )
    INSERT INTO ${counted.target} AS r (${keys[0]}, ${counted.column})
      SELECT ${keys[0]}, linhas FROM mudancas WHERE linhas <> 0 ORDER BY 1
    ON CONFLICT (${keys[0]}) DO UPDATE SET ${counted.column} = r.${counted.column} + excluded.${counted.column};`;
}

/** SQL: writes a root's changes, from its arrays, to the table of `rollup`. */
function written(rollup: RollUp, root: RollUp, events: Source['events']): string {
  const { goneAtZero, rowsCountedIn } = rollup;
  const add = `${insertion(rollup, root)};`;
  if (goneAtZero === undefined || !events.includes('DELETE')) return add;
  if (rowsCountedIn)
    return `${countedInsertion(rollup, rowsCountedIn)}
    IF 0 > ANY (d_${goneAtZero}) THEN
      ${deletion(rollup, root)}
    END IF;`;
  return `WITH escritas AS (${insertion(rollup, root)}
    RETURNING r.${goneAtZero}) SELECT count(*) INTO vazias FROM escritas WHERE ${goneAtZero} = 0;
    IF vazias > 0 THEN
      ${deletion(rollup, root)}
    END IF;`;
}

/** SQL: stores the sums of a root's changes in variables. */
function counted(root: RollUp, operation: Operation): string {
  const { group, figures } = changesOf(root);
  const all = [...namesOf(group), ...namesOf(figures)];
  const moved = `
      WHERE ${namesOf(figures)
        .map((name) => `${name} <> 0`)
        .join(' OR ')}`;
  return `SELECT ${all.map((name) => `array_agg(${name})`).join(', ')}
      INTO ${all.map((name) => `d_${name}`).join(', ')}
      FROM (
      ${summed(root, operation)}
      ) AS mudancas${operation === 'UPDATE' ? moved : ''};`;
}

const sumsOfIt = (root: RollUp): RollUp[] => ROLLUPS.filter(({ of }) => of === root.target);

/** True if a root's changes go only to one table and need no variable. */
const isDirect = (root: RollUp): boolean =>
  sumsOfIt(root).length === 0 &&
  [root.goneAtZero, root.rowsCountedIn, root.before, root.after].every((part) => part === undefined);

/** SQL: writes an operation's changes to a direct root in one statement. */
function writtenAtOnce(root: RollUp, operation: Operation): string {
  const figures = figuresOf(root);
  const keys = Object.keys(root.keys);
  const changes = `(
      ${summed(root, operation)}
      ) AS l`;
  if (operation === 'DELETE' && root.onlyWhereKept) {
    const set = figures.map(([name]) => `${name} = r.${name} + l.${name}`);
    return `UPDATE ${root.target} r SET ${set.join(', ')}
      FROM ${changes} WHERE ${keys.map((name) => `r.${name} = l.${name}`).join(' AND ')};`;
  }
  const columns = [...namesOf(groupOf(root)), ...namesOf(figures)];
  const moved = ` WHERE ${figures.map(([name]) => `l.${name} <> 0`).join(' OR ')}`;
  return `INSERT INTO ${root.target} AS r (${columns.join(', ')})
      SELECT ${columns.map((name) => `l.${name}`).join(', ')} FROM ${changes}${operation === 'UPDATE' ? moved : ''}
      ${onConflict(root)};`;
}

/** SQL: branches by TG_OP; `step` gives the SQL for each operation of the source. */
function byOperation({ events }: Source, step: (operation: Operation) => string): string {
  const operations = (['INSERT', 'DELETE', 'UPDATE'] as const).filter((event) => events.includes(event));
  if (operations.length === 1) return operations.map(step).join('');
  const branches = operations.map((operation, at) => {
    const test = `${at === 0 ? 'IF' : 'ELSIF'} TG_OP = '${operation}' THEN`;
    return `${at === operations.length - 1 ? 'ELSE' : test}
    ${step(operation)}`;
  });
  return `${branches.join('\n  ')}
  END IF;`;
}

/** SQL: sums a statement's changes to a root, and writes the sums to the root and the roll-ups over it. */
function rootSteps(root: RollUp, source: Source): string {
  const head = `  -- ${root.target}\n  `;
  if (isDirect(root)) return head + byOperation(source, (operation) => writtenAtOnce(root, operation));
  const steps = [root, ...sumsOfIt(root)].map((rollup) => written(rollup, root, source.events));
  return `${head}${byOperation(source, (operation) => counted(root, operation))}
  IF d_${Object.keys(root.keys)[0]} IS NOT NULL THEN
    ${[root.before, ...steps, root.after].filter((step) => step !== undefined).join('\n    ')}
  END IF;`;
}

/** SQL: declares a function's variables: one per column, shared by all roots with this column. */
function variables(roots: readonly RollUp[], text: string): string {
  const types = new Map<string, string>();
  for (const { group, figures } of roots.map(changesOf))
    for (const [name, type] of [...group.map(([column, [of]]) => [column, of] as const), ...figures]) {
      if ((types.get(name) ?? type) !== type)
        throw new Error(`${name} is ${type} here and ${types.get(name)} there`);
      types.set(name, type);
    }
  const lines = [...types].map(([name, type]) => `  d_${name} ${type}[];`);
  return [...lines, ...(text.includes('vazias') ? ['  vazias bigint;'] : [])].join('\n');
}

const HEAD = 'LANGUAGE plpgsql SET search_path FROM CURRENT AS $$';
const VERB = { INSERT: 'incluid', UPDATE: 'alterad', DELETE: 'excluid', TRUNCATE: 'truncad' } as const;
const SEEN = {
  INSERT: 'NEW TABLE AS novos',
  DELETE: 'OLD TABLE AS antigos',
  UPDATE: 'OLD TABLE AS antigos NEW TABLE AS novos',
};

function triggerFunction(name: string, declared: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger
  ${HEAD}
${declared && `DECLARE\n${declared}\n`}BEGIN
${body}
  RETURN NULL;
END $$;`;
}

const rootsOf = (table: string): RollUp[] => ROLLUPS.filter(({ source }) => source === table);

/** SQL: empties a source's roll-ups after a TRUNCATE, which has no transition table. */
function emptied({ table, truncated, empties = [] }: Source): string {
  const ofSource = (name: string): string[] =>
    rootsOf(name).flatMap((root) => [
      `DELETE FROM ${root.target};`,
      ...sumsOfIt(root).map(({ target }) => `DELETE FROM ${target};`),
      ...(root.rowsCountedIn
        ? [`UPDATE ${root.rowsCountedIn.target} SET ${root.rowsCountedIn.column} = 0;`]
        : []),
    ]);
  const others = empties.flatMap((name) => [`DELETE FROM ${name};`, ...ofSource(name)]);
  return [...ofSource(table), ...(truncated ? [truncated] : []), ...others]
    .map((line) => `  ${line}`)
    .join('\n');
}

/** SQL: a source's functions for changes and for TRUNCATE, with their triggers. */
function triggers(source: Source): string {
  const { table, ending, events } = source;
  const roots = rootsOf(table);
  const body = roots.map((root) => rootSteps(root, source)).join('\n');
  const [sum, empty] = [`escuta_somas_de_${table}`, `escuta_esvazia_${table}`];
  const calls = events.map((event) => {
    const seen = event === 'TRUNCATE' ? '' : `\n  REFERENCING ${SEEN[event]}`;
    return `CREATE OR REPLACE TRIGGER ${table}_${VERB[event]}${ending} AFTER ${event} ON ${table}${seen}
  FOR EACH STATEMENT EXECUTE FUNCTION ${event === 'TRUNCATE' ? empty : sum}();`;
  });
  return [
    triggerFunction(
      sum,
      variables(
        roots.filter((root) => !isDirect(root)),
        body,
      ),
      body,
    ),
    ...(events.includes('TRUNCATE') ? [triggerFunction(empty, '', emptied(source))] : []),
    calls.join('\n'),
  ].join('\n\n');
}

/** SQL: recounts a roll-up, from its source or the roll-up that it sums up. */
function recounted(target: string, { allProjects }: Recount): string {
  const rollup = ROLLUPS.find((one) => one.target === target);
  if (!rollup) throw new Error(`${target} is no roll-up`);
  const own = rollup.ofProject ?? 'projeto_id = projeto';
  const only = allProjects ? `(projeto IS NULL OR ${own})` : own;
  const group = groupOf(rollup);
  const figures = figuresOf(rollup);
  const columns = [...namesOf(group), ...namesOf(figures)].join(', ');
  const tenths = (name: string) =>
    TENTHS.map((at) => (rollup.of ? `sum(l.${name}[${at}])` : `count(*) FILTER (WHERE ${name} = ${at})`));
  const sums = figures.map(([name, figure]) =>
    isTenths(figure) ? `ARRAY[${tenths(name).join(', ')}]` : `sum(${name})`,
  );
  const from = rollup.of
    ? `SELECT ${[...group.map(([, [, value]]) => value), ...sums].join(', ')} FROM ${rollup.of} l WHERE ${only}`
    : `SELECT ${[...namesOf(group), ...sums].join(', ')}
      FROM (
        ${rowsOf(rollup, rollup.source as string, { only })}
      ) AS linhas`;
  const grouped = `GROUP BY ${positions(group.length)}`;
  if (rollup.goneAtZero !== undefined)
    return `  DELETE FROM ${target} WHERE ${only};
  INSERT INTO ${target} (${columns})
    ${from}
    ${grouped};`;
  const set = namesOf(figures).map((name) => `${name} = excluded.${name}`);
  const kept = [...namesOf(group), ...figures.map(() => '0')].join(', ');
  return `  -- Rows of which nothing is left stay, at 0.
  INSERT INTO ${target} AS r (${columns})
    SELECT ${[...namesOf(group), ...namesOf(figures).map((name) => `sum(${name})`)].join(', ')} FROM (
    ${from}
    ${grouped}
    UNION ALL SELECT ${kept} FROM ${target} WHERE ${only}
    ) AS todas (${columns})
    ${grouped}
  ON CONFLICT (${Object.keys(rollup.keys).join(', ')}) DO UPDATE SET ${set.join(', ')};`;
}

function recount(one: Recount): string {
  const lines = [
    ...one.locks.map((lock) => `  LOCK TABLE ${lock};`),
    ...one.targets.map((target) => recounted(target, one)),
    ...(one.after ? [`  ${one.after}`] : []),
  ];
  return `CREATE OR REPLACE FUNCTION ${one.name}(projeto uuid${one.allProjects ? ' DEFAULT NULL' : ''}) RETURNS void
  ${HEAD}
BEGIN
${lines.join('\n')}
END $$;`;
}

export const functionsIn = (sql: string): string[] =>
  [...sql.matchAll(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)/gm)].map(([, name = '']) => name);

/**
 * SQL of a migration that creates all roll-up functions again.
 * @param before functions of the previous version; those not created here are dropped with their triggers
 * @throws Error if table.ts contradicts itself
 */
export function rollUpSql(before: readonly string[]): string {
  const made = [...SOURCES.map(triggers), ...RECOUNTS.map(recount), ...INSIGHT_SUMS].join('\n\n');
  const kept = new Set(functionsIn(made));
  const gone = [...new Set(before)].filter((name) => !kept.has(name)).sort();
  const drop = gone.length > 0 ? `DROP FUNCTION IF EXISTS\n  ${gone.join(',\n  ')} CASCADE;\n\n` : '';
  return `-- fase: expandir
-- The roll-ups of docs/decisions/0004-rollups.md. Made by npm run somas from prisma/rollups/table.ts: change that, not this.

SET lock_timeout = '3s';

-- In the order of everybody.
LOCK TABLE ${LOCKED.join(', ')} IN ${gone.length > 0 ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE'} MODE;

${drop}${made}
`;
}
