// Each SQL statement has its reason in docs/dev/statements.tsv; plain statements must use Prisma's client.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HOT } from '../../scripts/statements/hot.ts';
import { KEPT } from '../../scripts/statements/kept.ts';
import { reasonOf } from '../../scripts/statements/read.ts';
import { keyOf, productSources, readStatements, reasonFor, tableOf } from '../../scripts/statements/table.ts';

const statements = readStatements();

it('the table is as `npm run instrucoes` writes it', () => {
  expect(readFileSync('docs/dev/statements.tsv', 'utf8')).toBe(tableOf(statements));
  expect(statements.length).toBeGreaterThan(500);
});

it('statements are written in lower case, and their names in words joined by _', () => {
  const shouts = /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|ORDER BY|RETURNING)\b/;
  const loud = statements.filter(({ text }) => shouts.test(text.replaceAll(/'[^']*'|\$\{[^}]*\}/g, '')));
  expect(loud.map(keyOf)).toEqual([]);
  const named = productSources().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bname: (['`])([^'`]+)\1,\s*text:/g)].map(
      ([, , name = '']) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !/^[a-z0-9_${}.]+$/i.test(name))).toEqual([]);
});

it("no statement is SQL that Prisma's client can say", () => {
  const plain = statements.filter((statement) => reasonFor(statement) === null);
  expect(plain.map((statement) => `${keyOf(statement)}: ${statement.text.slice(0, 120)}`)).toEqual([]);
});

it('an exception names a statement that is there and looks plain', () => {
  const plain = new Set(statements.filter(({ reason }) => reason === null).map(keyOf));
  expect([...Object.keys(HOT), ...Object.keys(KEPT)].filter((key) => !plain.has(key))).toEqual([]);
});

it.each([
  ['select id from agentes where id = $1', null],
  [`select id from agentes where id = \${id} and empresa_id = \${scope.empresaId}::uuid`, null],
  ['update agentes set nome = $2 where id = $1', null],
  ['select id from agentes where id = $1 for update', 'bloqueio'],
  ['update agentes set updated_at = now() where id = $1', 'expressao'],
  ['select a.id from agentes a join agente_apelidos n on n.agente_id = a.id', 'tabelas'],
  ['insert into leads (id) values ($1) on conflict do nothing', 'conflito'],
  [`select id from agentes where \${where}`, 'montada'],
])('%s: %s', (text, reason) => {
  expect(reasonOf(`sql\`${text}\``)).toBe(reason);
});
