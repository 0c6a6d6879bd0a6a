// What docker compose gives each container: every variable that a process reads, and none that it does not.
import { readFileSync } from 'node:fs';
import { API_ONLY_VARIABLES, envSchema } from '@escuta/shared/node/env';
import { expect, it } from 'vitest';

const compose = readFileSync('docker-compose.yml', 'utf8');
/** The text of an anchor or a service: up to the next line with as little indentation. */
function block(head: RegExp): string {
  const lines = compose.split('\n');
  const from = lines.findIndex((line) => head.test(line));
  expect(from, String(head)).toBeGreaterThan(-1);
  const depth = (line: string) => line.length - line.trimStart().length;
  const own = depth(lines[from] ?? '');
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => line.trim() !== '' && depth(line) <= own);
  return rest.slice(0, to === -1 ? undefined : to).join('\n');
}
const namesIn = (text: string) => [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]);
const ANCHORS = ['banco', 'servidor', 'segredos', 'primeiro-admin'] as const;
const anchor = (name: string) => namesIn(block(new RegExp(`^x-${name}: `)));
/** Only where the API serves the web app itself. */
const NOT_HERE = ['WEB_DIST'];

it('gives API and worker every variable that they read', () => {
  const all = Object.keys(envSchema.shape).filter((name) => !NOT_HERE.includes(name));
  expect(ANCHORS.flatMap(anchor).sort()).toEqual([...new Set(all)].sort());
});

it('gives a worker no secret of sessions, keys and addresses', () => {
  const worker = block(/^ {2}worker:/);
  expect(worker).toContain('<<: [*banco, *servidor]');
  const given = ['banco', 'servidor'].flatMap(anchor);
  for (const name of API_ONLY_VARIABLES) expect(given).not.toContain(name);
});

it('hands no container the whole .env, and the demonstration AI nothing of it', () => {
  expect(compose).not.toContain('env_file');
  const demo = block(/^ {2}demo-ai:/);
  expect(demo).toMatch(/environment: \{ NODE_ENV: production, HOST: 0\.0\.0\.0, PORT: "4010" \}/);
});

it('keeps what a refused statement held out of the log of PostgreSQL', () => {
  const command = block(/^ {2}postgres:/);
  expect(command).toContain('log_min_error_statement=panic');
  expect(command).toContain('log_error_verbosity=terse');
  const started = readFileSync('scripts/lib/services.mjs', 'utf8');
  expect(started).toContain("log_min_error_statement: 'panic'");
  expect(started).toContain("log_error_verbosity: 'terse'");
});

it('bounds logs, processes and memory, and leaves the root of our containers read-only', () => {
  const services = ['postgres', 'redis', 's3', 'migrate', 'api', 'worker', 'web', 'demo-ai', 'operacao'];
  for (const name of services) {
    const text = block(new RegExp(`^ {2}${name}:$`));
    expect(text, name).toMatch(/<<: \*(?:app|registros)/);
    if (name !== 'operacao') expect(text, name).toContain('mem_limit:');
  }
  const app = block(/^x-app: /);
  for (const line of ['<<: *registros', 'read_only: true', 'pids_limit:', 'tmpfs:'])
    expect(app).toContain(line);
  expect(block(/^x-registros: /)).toMatch(/max-size: "\d+m", max-file: "\d+"/);
});

it("lets nginx give up on an API that is gone, and say so in the product's shape", () => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8');
  expect(nginx).toMatch(/proxy_connect_timeout \ds;/);
  const bodies = [...nginx.matchAll(/return ([45]\d\d) '(\{.*\})';/g)];
  expect(bodies.map(([, status]) => status)).toEqual(['502', '504', '414', '431']);
  const code: Record<string, string> = { 414: 'endereco_longo', 431: 'cabecalhos_grandes' };
  // An address that is too long has no place for a named location to keep: nginx answers 500 then.
  expect(nginx).not.toMatch(/error_page 414 = ?@/);
  for (const [, status, text] of bodies) {
    const body = JSON.parse(text ?? '') as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual([
      'code',
      'dados',
      'details',
      'error',
      'errors',
      'message',
      'requestId',
      'success',
    ]);
    expect(body).toMatchObject({ success: false, code: code[status ?? ''] ?? 'indisponivel' });
  }
});

it('trusts the word of the TLS server alone, which no other container can pass for', () => {
  const [, address] = /TLS_ENDERECO:-([\d.]+)/.exec(block(/^ {2}web:$/)) ?? [];
  expect(block(/^ {2}web:$/)).toContain(`PROXY_EXTERNO: "\${PROXY_EXTERNO:-\${TLS_ENDERECO:-${address}}}"`);
  expect(block(/^ {2}tls:$/)).toContain(`ipv4_address: "\${TLS_ENDERECO:-${address}}"`);
  // The last address of its network: the web server, which starts before it, is given the first ones.
  const [, network = '', bits] = /TLS_REDE:-([\d.]+)\/(\d+)/.exec(compose) ?? [];
  const last = Number(network.split('.')[3]) + 2 ** (32 - Number(bits)) - 2;
  expect(address).toBe([...network.split('.').slice(0, 3), last].join('.'));
  const caddy = readFileSync('deploy/Caddyfile', 'utf8');
  // Only in that network is the web server called so: Caddy never comes to it by another one.
  expect(caddy).toContain('web-frente:8080');
  expect(block(/^ {2}web:$/)).toContain('frente: { aliases: [web-frente] }');
  expect(JSON.parse(/respond `(\{.*\})`/.exec(caddy)?.[1] ?? '')).toMatchObject({ code: 'indisponivel' });
});
