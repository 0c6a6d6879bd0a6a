// npx tsx scripts/env-docs.ts: writes .env.example, the table of docs/operacao/configurar.md and the chart's list of
// variables from shared/src/platform/process/env.ts. tests/architecture/env-example.test.ts and chart.test.ts check
// that these files agree with env.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { envSchema } from '@escuta/shared/platform/process/env';
import { ENV_WORDS } from './env-words.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The command that generates each secret. */
const MADE_BY: Readonly<Record<string, string>> = {
  JWT_SECRET: 'openssl rand -base64 36',
  ENCRYPTION_KEYS: 'echo "k1:$(openssl rand -base64 32)"',
  API_KEY_HMAC_SECRET: 'openssl rand -base64 36',
  URL_SIGNING_SECRET: 'openssl rand -base64 36',
};

/** Third-party images in compose, with their default tags. */
const IMAGES = [
  ...new Map(
    [...readFileSync(at('docker-compose.yml'), 'utf8').matchAll(/\$\{(IMAGEM_[A-Z0-9_]+):-([^}]+)\}/g)].map(
      ([, name = '', image = '']) => [name, image],
    ),
  ),
];

/** Variables that docker-compose.yml itself reads: name, comment, initial value. */
const COMPOSE: readonly (readonly [string, string, string])[] = [
  [
    'POSTGRES_PASSWORD',
    'Password of the PostgreSQL container; letters and digits only: openssl rand -hex 24',
    '',
  ],
  ['REDIS_PASSWORD', 'Password of the Redis container; letters and digits only: openssl rand -hex 24', ''],
  ['S3_ACCESS_KEY_ID', 'Account of the S3 server, ours or yours: openssl rand -hex 10', ''],
  ['S3_SECRET_ACCESS_KEY', 'Secret of that account: openssl rand -hex 24', ''],
];
const COMPOSE_OPTIONAL: readonly (readonly [string, string, string])[] = [
  ['WEB_PORT', 'Port on which the web answers', '8080'],
  [
    'PROXY_EXTERNO',
    'Addresses or networks of a proxy in front of the web server, comma-separated: its X-Forwarded-For and -Proto are trusted',
    '',
  ],
  [
    'TLS_DOMINIO',
    'Names under which browsers reach the product with https, comma-separated (profile tls)',
    '',
  ],
  [
    'TLS_CERTIFICADO',
    "acme (Let's Encrypt), interno (a private authority), arquivo (deploy/certificados/certificado.pem and chave.pem)",
    'acme',
  ],
  ['TLS_PORT', 'Port of https (profile tls)', '443'],
  [
    'TLS_PORT_HTTP',
    "Port of http, which redirects to https; Let's Encrypt checks the name on it (profile tls)",
    '80',
  ],
  [
    'TLS_REDE',
    'Network between the two web servers; change it if your host uses it already',
    '172.31.253.248/29',
  ],
  ['TLS_ENDERECO', 'Address of the front web server in that network', '172.31.253.254'],
  // The memory limit of each container, as listed in docker-compose.yml.
  ...[...readFileSync(at('docker-compose.yml'), 'utf8').matchAll(/\$\{([A-Z0-9]+_MEM):-(\w+)\}/g)].map(
    ([, name = '', size = '']) =>
      [name, `Memory limit of the container ${name.replace('_MEM', '').toLowerCase()}`, size] as const,
  ),
  ['MAILPIT_PORT', 'Port of mailpit (profile mailpit), on this machine only', '8025'],
  [
    'IA_FALA_MODELO',
    'Speech model that is fetched (profile ia-local; docs/operacao/ia-local.md)',
    'Systran/faster-whisper-small',
  ],
  ['IA_FALA_MEMORIA', 'Memory of the speech server (profile ia-local)', '4g'],
  ['IA_FALA_NUCLEOS', 'Cores of one transcription; 0: all (profile ia-local)', '0'],
  ['IA_TEXTO_MODELO', 'Language model that is fetched (profile ia-local)', 'qwen3:4b'],
  ['IA_TEXTO_MEMORIA', 'Memory of the language server, for model and context (profile ia-local)', '10g'],
  ['IA_TEXTO_CONTEXTO', 'Tokens of prompt and answer together that it accepts (profile ia-local)', '16384'],
  // Third-party images, with a digest after the tag; deploy/fixar-imagens.sh writes these lines.
  ...IMAGES.map(
    ([name, image]) =>
      [
        name,
        'Third-party image; a digest after the tag (deploy/fixar-imagens.sh) pins its content',
        image,
      ] as const,
  ),
];
/** Variables that docker-compose.yml sets itself, so that values in .env do not reach its containers. */
const SET_BY_COMPOSE = new Set([
  'NODE_ENV',
  'DATABASE_URL',
  'REDIS_URL',
  'HOST',
  'PORT',
  'METRICS_PORT',
  'METRICS_HOST',
  'STORAGE_DRIVER',
  'STORAGE_DIR',
  'FFMPEG_PATH',
]);

export type Variable = { name: keyof typeof ENV_WORDS; comment: string; required: boolean; fallback: string };

/** Lists the variables of env.ts in order, in its groups. */
export function describeVariables(): Variable[][] {
  const source = readFileSync(at('shared/src/platform/process/env.ts'), 'utf8');
  const body = source.slice(source.indexOf('z.object({'), source.indexOf('\n});'));
  const missing = envSchema.safeParse({});
  const required = new Set(missing.error?.issues.map((issue) => String(issue.path[0])));
  const values: Record<string, unknown> = envSchema.parse({
    ...Object.fromEntries([...required].map((name) => [name, 'x'.repeat(40)])),
  });
  return body
    .split('\n\n')
    .map((group) =>
      [...group.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s*)?^ {2}([A-Z][A-Z0-9_]*):/gm)].map(
        ([, comment, name = '']) => ({
          name: name as Variable['name'],
          comment: (comment ?? '').replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
          required: required.has(name),
          fallback: required.has(name) || values[name] === undefined ? '' : String(values[name]),
        }),
      ),
    )
    .filter((group) => group.length > 0);
}

const lines = (name: string, comment: string, assignment: string) =>
  `${comment === '' ? '' : `# ${comment}\n`}${assignment.startsWith('#') ? `# ${name}${assignment.slice(1)}` : `${name}${assignment}`}`;

/** Renders .env.example. */
export function envExample(): string {
  const groups = describeVariables();
  const secrets = groups
    .flat()
    .filter((variable) => variable.name in MADE_BY)
    .map(({ name, comment }) =>
      lines(name, [comment, `Made by: ${MADE_BY[name]}`].filter(Boolean).join(' '), '='),
    );
  const composeNames = new Set(COMPOSE.map(([name]) => name));
  const rest = groups
    .map((group) =>
      group
        .filter(({ name }) => !(name in MADE_BY) && !composeNames.has(name))
        .map(({ name, comment, required, fallback }) => {
          const notes = [comment];
          if (SET_BY_COMPOSE.has(name)) notes.push('(docker compose sets it)');
          if (required) notes.push('(npm start finds or starts its own)');
          return lines(name, notes.filter(Boolean).join(' '), `#=${fallback}`);
        })
        .join('\n'),
    )
    .filter(Boolean);
  return [
    '# Settings of Escuta. Written by scripts/env-docs.ts from shared/src/platform/process/env.ts; copy to .env.',
    '# npm start makes the secrets by itself and needs nothing from here; docker compose needs the first two parts.',
    '# Keep a copy of .env: what ENCRYPTION_KEYS encrypted is lost without it.',
    '',
    '# ── Secrets ──',
    secrets.join('\n'),
    '',
    '# ── Docker compose only ──',
    COMPOSE.map(([name, comment, value]) => lines(name, comment, `=${value}`)).join('\n'),
    COMPOSE_OPTIONAL.map(([name, comment, value]) => lines(name, comment, `#=${value}`)).join('\n'),
    '',
    '# ── Everything else; what stands here is the default ──',
    rest.join('\n\n'),
    '',
  ].join('\n');
}

const BEGIN = /(<!-- env:start[^>]*-->\n)[\s\S]*?(<!-- env:end -->)/;

/** Replaces the table of variables in `page`, the text of the page for operators. */
export function pageWithTable(page: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = describeVariables()
    .flat()
    .map(({ name, required, fallback }) => {
      const value = required ? '**obrigatória**' : fallback === '' ? '' : `\`${cell(fallback)}\``;
      return `| \`${name}\` | ${value} | ${cell(ENV_WORDS[name])} |`;
    });
  const table = ['| Variável | Padrão | Significado |', '|---|---|---|', ...rows].join('\n');
  return page.replace(BEGIN, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
}

/** Variables that the chart's `config` does not accept: other chart values, its image or its processes set them. */
const SET_BY_CHART = new Set([
  ...SET_BY_COMPOSE,
  'WEB_DIST',
  'MACHINE_ID',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'DATABASE_POOL',
  'REDIS_PREFIX',
  'REDIS_SENTINELS',
  'REDIS_SENTINEL_NAME',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_FORCE_PATH_STYLE',
  'OPENAI_BASE_URL',
  'ANTHROPIC_BASE_URL',
  'MAIL_FROM',
  'COMPANY_MAX_RUNNING',
  'WORKER_ETAPAS',
  'WORKER_GRACE_S',
  'PROVIDER_SLOTS',
  'AUDIO_SLOTS',
  'INIT_ADMIN_EMAIL',
  'INIT_ADMIN_CNPJ',
  'INIT_ADMIN_EMPRESA',
]);
/** Secrets: the chart takes them from a Secret, never as a value. */
const SECRET_VARIABLES = new Set([
  ...Object.keys(MADE_BY),
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'SMTP_URL',
  'REDIS_SENTINEL_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'INIT_ADMIN_PASSWORD',
]);

/** Renders the chart's values.schema.json with the names that `config` accepts. */
export function chartSchemaWithNames(schema: string): string {
  const parsed = JSON.parse(schema) as { properties: { config: { propertyNames: { enum: string[] } } } };
  parsed.properties.config.propertyNames.enum = Object.keys(envSchema.shape).filter(
    (name) => !SET_BY_CHART.has(name) && !SECRET_VARIABLES.has(name),
  );
  return `${JSON.stringify(parsed, null, 2)}\n`;
}

export const CONFIGURATION_PAGE = 'docs/operacao/configurar.md';
export const CHART_SCHEMA = 'deploy/helm/escuta/values.schema.json';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(at('.env.example'), envExample());
  writeFileSync(at(CONFIGURATION_PAGE), pageWithTable(readFileSync(at(CONFIGURATION_PAGE), 'utf8')));
  writeFileSync(at(CHART_SCHEMA), chartSchemaWithNames(readFileSync(at(CHART_SCHEMA), 'utf8')));
}
