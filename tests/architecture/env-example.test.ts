import { readFileSync } from 'node:fs';
import { envSchema } from '@escuta/shared/platform/process/env';
import { expect, it } from 'vitest';
import { CONFIGURATION_PAGE, describeVariables, envExample, pageWithTable } from '../../scripts/env-docs.ts';
import { SECRETS } from '../../scripts/lib/env-file.mjs';

it('.env.example says what the product reads (npx tsx scripts/env-docs.ts)', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
});

it("the operators' page of the configuration says what the product reads (npx tsx scripts/env-docs.ts)", () => {
  const page = readFileSync(CONFIGURATION_PAGE, 'utf8');
  expect(page).toBe(pageWithTable(page));
  expect(page).toContain('| `DATABASE_URL` | **obrigatória** |');
});

it('no variable is left out', () => {
  const names = describeVariables().flatMap((group) => group.map((variable) => variable.name));
  expect(names).toEqual(Object.keys(envSchema.shape));
});

it('npm start makes every secret that has no default', () => {
  const required = describeVariables()
    .flat()
    .filter((variable) => variable.required && !['DATABASE_URL', 'REDIS_URL'].includes(variable.name));
  expect(Object.keys(SECRETS).sort()).toEqual(required.map((variable) => variable.name).sort());
});

it('each variable of docker compose is in .env.example, or in the documentation', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const said = readFileSync('.env.example', 'utf8') + readFileSync('docs/operacao/instalar.md', 'utf8');
  const names = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !said.includes(name))).toEqual([]);
});

it('docker compose asks for every secret instead of starting with an empty one', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  for (const name of Object.keys(SECRETS)) expect(compose).toContain(`${name}: \${${name}:?`);
});
