// Compares the Helm chart's files with the product without running Helm; npm run test:chart renders the chart.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_ONLY_VARIABLES, envSchema } from '@escuta/shared/platform/process/env';
import { WORKER_PARTS } from '@escuta/shared/platform/process/worker-parts';
import { expect, it } from 'vitest';
import { CHART_SCHEMA, chartSchemaWithNames } from '../../scripts/env-docs.ts';
import { stagesOfPart } from '../../worker/src/engine/stage-pools.ts';

const CHART = 'deploy/helm/escuta';
const read = (path: string) => readFileSync(join(CHART, path), 'utf8');
const templates = readdirSync(join(CHART, 'templates')).map((file) => read(`templates/${file}`));
const block = (name: string) => {
  const [, text = ''] = read('templates/_helpers.tpl').split(`{{- define "${name}" -}}`);
  return text.split('{{- define')[0] ?? '';
};
/** Variables that a part of a template sets: `name: X`, `"name" "X"` of secretEnv, and the names of `list "X" "Y"`. */
const namesIn = (text: string) =>
  [
    ...text.matchAll(/name: ([A-Z][A-Z0-9_]+)\b|"name" "([A-Z][A-Z0-9_]+)"|list ((?:"[A-Z][A-Z0-9_]+" ?)+)/g),
  ].flatMap(([, plain, secret, list]) =>
    list ? list.replaceAll('"', '').trim().split(' ') : [plain ?? secret ?? ''],
  );
/** Variables of the web server (nginx), which the product does not read. */
const NOT_THE_PRODUCTS = ['API_DESTINO', 'PROXY_EXTERNO'];

it('is of the version that the product has', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(read('Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: "${version}"\n`);
});

it('sets no variable that the product does not read, and all that it cannot start without', () => {
  const set = new Set(templates.flatMap(namesIn).filter((name) => !NOT_THE_PRODUCTS.includes(name)));
  const known = Object.keys(envSchema.shape);
  expect([...set].filter((name) => !known.includes(name))).toEqual([]);
  const needed = (envSchema.safeParse({}).error?.issues ?? []).map(({ path }) => String(path[0]));
  expect(needed.filter((name) => !set.has(name))).toEqual([]);
});

it('gives a worker no secret of sessions, keys and addresses', () => {
  const given = namesIn(['escuta.serverEnv', 'escuta.databaseEnv'].map(block).join('\n'));
  expect(given).toContain('ENCRYPTION_KEYS');
  for (const name of API_ONLY_VARIABLES) expect(given).not.toContain(name);
  expect(read('templates/worker.yaml')).toContain('include "escuta.serverEnv"');
  expect(read('templates/worker.yaml')).not.toContain('escuta.apiEnv');
});

it('takes by `config` what is left: neither secret nor set elsewhere (npx tsx scripts/env-docs.ts)', () => {
  const schema = readFileSync(CHART_SCHEMA, 'utf8');
  expect(schema).toBe(chartSchemaWithNames(schema));
  const { properties } = JSON.parse(schema) as {
    properties: { config: { propertyNames: { enum: string[] } } };
  };
  const set = templates.flatMap(namesIn);
  expect(properties.config.propertyNames.enum.filter((name) => set.includes(name))).toEqual([]);
});

it('runs a worker for each part, and counts the demand by the stages that are theirs', () => {
  expect(read('templates/worker.yaml')).toContain(
    `range $part := list ${WORKER_PARTS.map((part) => `"${part}"`).join(' ')}`,
  );
  // In demanda.sql the part 'audio' has only the stage of that name; the part 'ia' has all other stages.
  expect(stagesOfPart('audio')).toEqual(['audio']);
  expect(stagesOfPart('tarefas')).toEqual([]);
});
