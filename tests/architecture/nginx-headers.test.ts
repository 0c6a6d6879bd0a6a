import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envSchema } from '@escuta/shared/platform/process/env';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerSecurity } from '../../api/src/plugins/security.ts';

const conf = readFileSync('deploy/nginx.conf', 'utf8');

/** Configuration that deploy/nginx-proxy.sh writes for this PROXY_EXTERNO. */
function proxyConf(PROXY_EXTERNO: string, more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-nginx-'));
  try {
    const file = join(folder, 'proxy.conf');
    const RESOLV_CONF = join(folder, 'resolv.conf');
    writeFileSync(RESOLV_CONF, 'search exemplo\nnameserver 10.96.0.10\nnameserver 10.96.0.11\n');
    execFileSync('sh', ['deploy/nginx-proxy.sh', file], {
      env: { PATH: process.env.PATH, PROXY_EXTERNO, RESOLV_CONF, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('nginx tells the API the address that it saw, never one that a caller invents', () => {
  expect(conf).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  expect(conf).not.toMatch(/proxy_set_header[^;]*\$(proxy_add_x_forwarded_for|http_x_)/);
  expect(conf).toMatch(/proxy_set_header X-Forwarded-Proto \$proto_externo;/);
});

it('without an outer proxy nobody says who calls, or by which protocol', () => {
  const written = proxyConf('');
  expect(written).not.toMatch(/set_real_ip_from|real_ip_header/);
  expect(written).toContain('geo $realip_remote_addr $do_proxy_externo {\n  default 0;\n}');
});

it('a named outer proxy, and it alone, does', () => {
  const written = proxyConf('10.0.0.5, fd00::/8');
  expect(written).toContain(
    'set_real_ip_from 10.0.0.5;\nset_real_ip_from fd00::/8;\nreal_ip_header X-Forwarded-For;',
  );
  expect(written).toContain('  10.0.0.5 1;\n  fd00::/8 1;\n}');
  expect(written).toContain('"1:https" https;');
});

it('what is no address stops the start with its name', () => {
  expect(() => proxyConf('10.0.0.5; return 200')).toThrow(/não é um endereço/);
  expect(() => proxyConf('proxy.exemplo')).toThrow(/não é um endereço/);
});

it('nginx looks the API up by the name server of its machine, or by the one that is named', () => {
  expect(proxyConf('')).toContain(
    "resolver 10.96.0.10 valid=5s ipv6=off;\nmap '' $api { default http://api:3000; }\n",
  );
  const named = proxyConf('', {
    API_DESTINO: 'http://escuta-api.ns.svc.cluster.local:3000',
    RESOLVER: 'fd00::a',
  });
  expect(named).toContain('resolver [fd00::a] ');
  expect(named).toContain('default http://escuta-api.ns.svc.cluster.local:3000;');
  expect(conf).toContain('proxy_pass $api;');
  expect(() => proxyConf('', { API_DESTINO: 'http://api:3000; return 200' })).toThrow(
    /API_DESTINO: .* não é um endereço/,
  );
  expect(() => proxyConf('', { RESOLVER: 'dns.exemplo' })).toThrow(/RESOLVER: .* não é o endereço/);
});

it('nginx serves the sign-in as it serves the page of any other address', () => {
  const of = (place: string) => {
    const block = conf.split(`\n    location ${place} {\n`)[1]?.split('\n    }\n')[0] ?? '';
    return block.split('\n').map((line) => line.trim());
  };
  const [signIn, others] = [of('= /auth'), of('/')];
  expect(signIn.at(-1)).toBe('try_files /auth.html =404;');
  expect(others.at(-1)).toBe('try_files $uri $uri/index.html /app.html;');
  expect(others.slice(0, -1)).toContain('include /etc/nginx/nginx-headers.conf;');
  expect(signIn.slice(0, -1)).toEqual(others.slice(0, -1));
});

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
  const headersConf = readFileSync('deploy/nginx-headers.conf', 'utf8');
  const sent = Object.fromEntries(
    [...headersConf.matchAll(/^add_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm)].map(
      ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain],
    ),
  );
  expect(Object.keys(sent)).toHaveLength(5);
  for (const [name, value] of Object.entries(sent))
    expect(headers[name], name).toBe(value?.replace('$audio_direto', ''));
});

it('nginx and the API let recordings come from the S3 server that is named, and from no other', async () => {
  const policyOf = async (more: Record<string, string>) => {
    const app = Fastify();
    await registerSecurity(
      app,
      envSchema.parse({
        ...Object.fromEntries(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS'].map((name) => [name, 'x'])),
        ...Object.fromEntries(
          ['JWT_SECRET', 'API_KEY_HMAC_SECRET', 'URL_SIGNING_SECRET'].map((name) => [name, 'x'.repeat(32)]),
        ),
        STORAGE_DRIVER: 's3',
        S3_BUCKET: 'gravacoes',
        ...more,
      }),
    );
    app.get('/', () => 'ok');
    const { headers } = await app.inject('/');
    await app.close();
    return /media-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  const nginxOf = (more: Record<string, string>) =>
    `'self' blob:${/\$audio_direto \{ default '([^']*)'; \}/.exec(proxyConf('', { S3_BUCKET: 'gravacoes', ...more }))?.[1]}`;
  for (const [more, expected] of [
    [{}, "'self' blob:"],
    [
      { S3_PUBLIC_ENDPOINT: 'https://s3.exemplo.com.br:9000/base' },
      "'self' blob: https://s3.exemplo.com.br:9000",
    ],
    [
      { S3_PUBLIC_ENDPOINT: 'https://s3.sa-east-1.amazonaws.com', S3_FORCE_PATH_STYLE: 'false' },
      "'self' blob: https://gravacoes.s3.sa-east-1.amazonaws.com",
    ],
  ] as [Record<string, string>, string][]) {
    expect(await policyOf(more)).toBe(expected);
    expect(nginxOf(more)).toBe(expected);
  }
  expect(() => proxyConf('', { S3_PUBLIC_ENDPOINT: "https://s3'; script-src *" })).toThrow(
    /não é um endereço/,
  );
});
