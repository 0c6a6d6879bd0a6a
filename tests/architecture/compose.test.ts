// docker compose gives each container exactly the variables that its processes read.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ONLY_VARIABLES, envSchema } from '@escuta/shared/platform/process/env';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

const compose = readFileSync('docker-compose.yml', 'utf8');
/** The text of an anchor or service, up to the next line with the same or less indentation. */
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
/** Variables that compose does not set, because only an API that serves the web app itself reads them. */
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
    expect(text, name).toMatch(/<<: \*(?:app|registros|de-fora)/);
    if (name !== 'operacao') expect(text, name).toContain('mem_limit:');
  }
  const app = block(/^x-app: /);
  for (const line of ['<<: *registros', 'read_only: true', 'pids_limit:', 'tmpfs:'])
    expect(app).toContain(line);
  expect(block(/^x-registros: /)).toMatch(/max-size: "\d+m", max-file: "\d+"/);
});

type Service = {
  image: string;
  command?: string | string[];
  user?: string;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  read_only?: boolean;
  privileged?: boolean;
  build?: { args?: Record<string, string> };
};
const services: Record<string, Service> = parseYaml(compose, { merge: true }).services;
const OWN = ['escuta-app', 'escuta-web', 'escuta-operacao'];

it('lets no container gain rights or write outside its volumes', () => {
  const hardened = (service: Service) => ({
    cap_drop: service.cap_drop,
    nada_mais: (service.cap_add ?? []).filter((right) => right !== 'NET_BIND_SERVICE'),
    novos: service.security_opt,
    raiz: service.read_only,
  });
  // Containers with a writable root file system: operators' commands write to paths given as arguments, model servers
  // to paths that their libraries choose.
  const writes = ['operacao', 'speaches', 'ollama'];
  for (const [name, service] of Object.entries(services))
    expect(hardened(service), name).toEqual({
      cap_drop: ['ALL'],
      nada_mais: [],
      novos: ['no-new-privileges:true'],
      raiz: !writes.includes(name),
    });
  // `user` is set, because without capabilities root could neither become this user nor read the user's files.
  for (const name of ['postgres', 'redis']) expect(services[name]?.user).toBe('999:999');
});

it('shows no password in a command line', () => {
  for (const [name, { command = [] }] of Object.entries(services)) {
    const said = [command].flat().join(' ');
    // '$$' stands for a variable of the container's shell, which compose does not expand.
    expect(said.replaceAll('$$', ''), name).not.toMatch(/\$\{?[A-Z_]*(?:PASSWORD|SECRET|KEY|AUTH)/);
  }
});

it('takes each image of others by a variable, whose tag may have a digest behind it', () => {
  const variable = /^\$\{(IMAGEM_[A-Z0-9_]+):-([\w./-]+:[\w.-]+)\}$/;
  const given = Object.values(services).flatMap(({ image, build }) => [
    ...(OWN.includes(image) ? [] : [image]),
    ...Object.entries(build?.args ?? {}).flatMap(([name, value]) =>
      name.startsWith('IMAGEM_') ? [value] : [],
    ),
  ]);
  const byName = new Map<string, string>();
  for (const image of given) {
    const [, name = '', tag = ''] = variable.exec(image) ?? [];
    expect(name, image).not.toBe('');
    expect(tag).not.toMatch(/:latest$/);
    expect(byName.get(name) ?? tag, name).toBe(tag);
    byName.set(name, tag);
  }
  // Each build stage starts from another stage, or from an image argument with the same default as in the compose file.
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
  for (const [, from = ''] of stages) {
    const [, name] = /^\$\{(IMAGEM_[A-Z0-9_]+)\}$/.exec(from) ?? [];
    if (name) expect(dockerfile).toContain(`ARG ${name}=${byName.get(name)}\n`);
    else expect(stages.map(([, , stage]) => stage)).toContain(from);
  }
});

it('writes the lines that fix them, from what the registry says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imagens-'));
  try {
    const digest = `sha256:${'a'.repeat(64)}`;
    writeFileSync(
      join(folder, 'docker'),
      `#!/bin/sh\n[ "$1" = pull ] && exit 0\ncase "$5" in *caddy*) [ -n "$SEM" ] && exit 0 ;; esac\necho "$5" | sed 's/:.*/@${digest}/'\n`,
      { mode: 0o755 },
    );
    const run = (more = {}) =>
      spawnSync('deploy/fixar-imagens.sh', {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env.PATH}`, ...more },
      });
    const lines = run().stdout.trim().split('\n');
    expect(lines).toContain(`IMAGEM_POSTGRES=postgres:17-bookworm@${digest}`);
    const named = new Set([...compose.matchAll(/\$\{(IMAGEM_[A-Z0-9_]+):-/g)].map(([, name]) => name));
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual([...named].sort());
    const without = run({ SEM: '1' });
    expect(without.status).toBe(1);
    expect(without.stderr).toContain('caddy:2.10-alpine não tem digest');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("lets nginx give up on an API that is gone, and say so in the product's shape", () => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8');
  expect(nginx).toMatch(/proxy_connect_timeout \ds;/);
  const bodies = [...nginx.matchAll(/return ([45]\d\d) '(\{.*\})';/g)];
  expect(bodies.map(([, status]) => status)).toEqual(['502', '504', '414', '431']);
  const code: Record<string, string> = { 414: 'endereco_longo', 431: 'cabecalhos_grandes' };
  // The error page must not be a named location, because nginx would then answer an overlong address with 500.
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
  // Caddy has the last address of its network, because the web server starts earlier and gets one of the first.
  const [, network = '', bits] = /TLS_REDE:-([\d.]+)\/(\d+)/.exec(compose) ?? [];
  const last = Number(network.split('.')[3]) + 2 ** (32 - Number(bits)) - 2;
  expect(address).toBe([...network.split('.').slice(0, 3), last].join('.'));
  const caddy = readFileSync('deploy/Caddyfile', 'utf8');
  // Only in the network `frente` does the web server have the name web-frente, so Caddy reaches it in no other network.
  expect(caddy).toContain('web-frente:8080');
  expect(block(/^ {2}web:$/)).toContain('frente: { aliases: [web-frente] }');
  expect(JSON.parse(/respond `(\{.*\})`/.exec(caddy)?.[1] ?? '')).toMatchObject({ code: 'indisponivel' });
});
