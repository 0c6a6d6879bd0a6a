import { readFileSync } from 'node:fs';
import { envSchema } from '@escuta/shared/node/env';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerSecurity } from '../../api/src/plugins/security.ts';

it('nginx sends pages under the same policy as the API', async () => {
  const env = envSchema.parse({
    DATABASE_URL: 'x',
    REDIS_URL: 'x',
    JWT_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: 'x',
    API_KEY_HMAC_SECRET: 'x'.repeat(32),
    URL_SIGNING_SECRET: 'x'.repeat(32),
  });
  const app = Fastify();
  await registerSecurity(app, env);
  app.get('/', () => 'ok');
  const { headers } = await app.inject('/');
  await app.close();
  const conf = readFileSync('deploy/nginx-headers.conf', 'utf8');
  const sent = Object.fromEntries(
    [...conf.matchAll(/^add_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm)].map(
      ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain],
    ),
  );
  expect(Object.keys(sent)).toHaveLength(4);
  for (const [name, value] of Object.entries(sent)) expect(headers[name], name).toBe(value);
});
