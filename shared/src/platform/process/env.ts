import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ptBR } from 'zod/locales';
import { isCidrList } from '../../domain/calls/network-address.ts';
import { COTA_MAX_GB } from '../../domain/company-bytes.ts';
import { takeHandedEnvironment } from './handed-environment.ts';
import { isPartList, WORKER_PARTS } from './worker-parts.ts';

/** Reads an empty variable, which compose passes, as absent. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema);

/** Matches host or host:port; `SENTINELS` matches a comma-separated list. */
const SENTINEL = String.raw`(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?`;
const SENTINELS = new RegExp(String.raw`^\s*${SENTINEL}(?:\s*,\s*${SENTINEL})*\s*$`, 'i');

/**
 * All variables, with units in their names (_MS, _S, _MB, _BYTES). Tests compare them with `.env.example` and
 * docs/operacao/configurar.md.
 */
export const envSchema = z.object({
  /** Mode: `production` except in tests and development. */
  NODE_ENV: withDefault(z.enum(['development', 'test', 'production']).default('production')),
  /** Lowest severity in the log. */
  LOG_LEVEL: withDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info')),

  /** PostgreSQL 15 or newer. `?schema=` names the schema. */
  DATABASE_URL: z.string().min(1),
  /**
   * Greatest number of connections of a process to PostgreSQL. A worker needs one more to listen for notifications, an
   * API one more to check whether a slow database is alive.
   */
  DATABASE_POOL: withDefault(z.coerce.number().int().min(1).max(200).default(10)),
  /**
   * Timeout of a statement, ms; 0 = 20,000 for the API, 300,000 for a worker. Migrations, backups and the doctor have
   * no limit.
   */
  DATABASE_STATEMENT_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** Timeout of a wait for a lock, ms; 0 = 4000 for the API, 60,000 for a worker. */
  DATABASE_LOCK_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** Timeout of an idle transaction, ms; 0 = 120,000. */
  DATABASE_IDLE_TRANSACTION_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** Redis 7 or Valkey 8, with `maxmemory-policy noeviction`. */
  REDIS_URL: z.string().min(1),
  /**
   * Redis Sentinels (comma-separated host:port), which name the primary. REDIS_URL then gives only user, password,
   * database and TLS (rediss:).
   */
  REDIS_SENTINELS: optional(
    z
      .string()
      .regex(SENTINELS, { error: 'use host:porta separados por vírgula, como s1:26379,s2:26379,s3:26379' }),
  ),
  /** Name of the primary in the Sentinels' configuration. */
  REDIS_SENTINEL_NAME: withDefault(z.string().default('mymaster')),
  /** Password of the Sentinels; empty: none. */
  REDIS_SENTINEL_PASSWORD: optional(z.string()),
  /** Timeout of a Redis command, ms. A connection that received no data is opened again 500 ms before this timeout. */
  REDIS_COMMAND_MS: withDefault(z.coerce.number().int().min(1000).max(60_000).default(2500)),
  /** Prefix of keys, channels and queues in Redis, for several installations on one server. */
  REDIS_PREFIX: withDefault(z.string().default('escuta')),

  /** Address on which the API listens. */
  HOST: withDefault(z.string().default('127.0.0.1')),
  /** Port of the API; 0 = any free port. */
  PORT: withDefault(z.coerce.number().int().min(0).max(65535).default(3000)),
  /**
   * Name of the machine if the kernel's is unsuitable (pods without a common disk). Workers of a machine share
   * AUDIO_SLOTS.
   */
  MACHINE_ID: optional(z.string().max(100)),
  /** Private port of /metrics, /ready and /live; 0 = off. Never publish it. */
  METRICS_PORT: withDefault(z.coerce.number().int().min(0).max(65535).default(0)),
  /** Address of the private port. */
  METRICS_HOST: withDefault(z.string().default('127.0.0.1')),
  /**
   * OpenTelemetry collector with OTLP over HTTP (http://collector:4318); empty: no traces, and no tracing code is
   * loaded.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  /** Headers for the collector, comma-separated name=value: usually the collector's key. */
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string()),
  /** Share of traces sent, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: withDefault(z.coerce.number().min(0).max(1).default(1)),
  /** Address of the product for browsers: links in e-mails, CORS. */
  PUBLIC_URL: optional(z.url()),
  /** Further origins that may call the API from a browser, comma-separated (the extension: chrome-extension://<id>). */
  CORS_ORIGINS: withDefault(z.string().default('')),
  /** Addresses of reverse proxies, comma-separated, or 'true': their X-Forwarded-For is trusted. */
  TRUST_PROXY: withDefault(z.string().default('')),
  /** Folder of the built web app for the API to serve; empty: not served. */
  WEB_DIST: optional(z.string()),

  /** Secret of session tokens; at least 32 characters. */
  JWT_SECRET: z.string().min(32),
  /** Duration of a session, s. */
  JWT_TTL_S: withDefault(z.coerce.number().int().min(300).max(2_592_000).default(43_200)),
  /** Ring of AES-256 keys, newest first: 'id:base64,id:base64'. */
  ENCRYPTION_KEYS: z.string().min(1),
  /**
   * Confirms that the keys of the encrypted data are lost for good: the product starts nevertheless, with a new key of
   * another name.
   */
  CHAVES_PERDIDAS: withDefault(z.stringbool().default(false)),
  /** Secret for looking up API keys; at least 32 characters. */
  API_KEY_HMAC_SECRET: z.string().min(32),
  /** Secret of signed audio URLs; at least 32 characters. */
  URL_SIGNING_SECRET: z.string().min(32),
  /** Least length of a new password. */
  PASSWORD_MIN_LENGTH: withDefault(z.coerce.number().int().min(6).max(128).default(6)),
  /**
   * Failed sign-ins in 15 minutes after which an account must pause; for a network address, over all accounts, ten
   * times as many.
   */
  LOGIN_MAX_FAILURES: withDefault(z.coerce.number().int().min(1).default(20)),
  /** Requests per minute of a session, key or address. */
  RATE_LIMIT_MAX: withDefault(z.coerce.number().int().min(1).default(600)),

  /** Storage of recordings. */
  STORAGE_DRIVER: withDefault(z.enum(['filesystem', 's3']).default('filesystem')),
  /** Folder of the `filesystem` driver, the same for all processes; with several machines a network volume. */
  STORAGE_DIR: withDefault(z.string().default('.data/objetos')),
  /** Address of the S3 server; empty: Amazon's. */
  S3_ENDPOINT: optional(z.url()),
  /**
   * Address of the S3 server for browsers, which then play recordings directly through links of 60 s; empty: through
   * the API.
   */
  S3_PUBLIC_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  /** Region of the bucket. */
  S3_REGION: withDefault(z.string().default('us-east-1')),
  /** Bucket; required by the `s3` driver. */
  S3_BUCKET: optional(z.string()),
  /** Access key; required by the `s3` driver. */
  S3_ACCESS_KEY_ID: optional(z.string()),
  /** Secret key; required by the `s3` driver. */
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  /** Bucket in the path instead of the host name; required by most servers other than Amazon's. */
  S3_FORCE_PATH_STYLE: withDefault(z.stringbool().default(true)),
  /** Use of S3's newer checksums in uploads: servers other than Amazon's reject them and need 'WHEN_REQUIRED'. */
  S3_CHECKSUM: withDefault(z.enum(['WHEN_SUPPORTED', 'WHEN_REQUIRED']).default('WHEN_REQUIRED')),
  /** Largest recording, MB. */
  UPLOAD_MAX_MB: withDefault(z.coerce.number().int().min(1).max(10_240).default(1024)),
  /** Storage quota of a company, GB; an administrator can set another for a company. 0: no limit. */
  COMPANY_MAX_GB: withDefault(z.coerce.number().min(0).max(COTA_MAX_GB).default(0)),

  /** API key of the OpenAI-compatible provider. */
  OPENAI_API_KEY: optional(z.string()),
  /** Address of an OpenAI-compatible server. */
  OPENAI_BASE_URL: withDefault(z.url().default('https://api.openai.com/v1')),
  /** API key of the Claude models. */
  ANTHROPIC_API_KEY: optional(z.string()),
  /** Address of the OpenAI-compatible endpoint of the Claude models. */
  ANTHROPIC_BASE_URL: withDefault(z.url().default('https://api.anthropic.com/v1')),
  /** Set by `npm start` if the demo AI replaces a provider; only displayed: no behaviour depends on it. */
  IA_MODO_DEMONSTRACAO: withDefault(z.stringbool().default(false)),
  /** Timeout of a provider's answer, ms. */
  PROVIDER_TIMEOUT_MS: withDefault(z.coerce.number().int().min(1000).max(900_000).default(300_000)),
  /**
   * Wait before the first retry after a provider failed (5xx, refused, no answer), ms; later waits are 6 and 30 times
   * as long. While other requests succeed, the waits are a fortieth, a tenth and 30 times this value.
   */
  PROVIDER_RETRY_MS: withDefault(z.coerce.number().int().min(100).max(60_000).default(10_000)),
  /**
   * Parts of this worker, comma-separated: audio, ia (transcription, judging, accounting), tarefas (tasks, imports,
   * field work, mail); empty: all. Every part must run in at least one worker.
   */
  WORKER_ETAPAS: withDefault(
    z
      .string()
      .refine(isPartList, { error: `use partes separadas por vírgula: ${WORKER_PARTS.join(', ')}` })
      .default(''),
  ),
  /** Time for stages to end after SIGTERM, s; afterwards other workers may take them. Wait 15 s more before SIGKILL. */
  WORKER_GRACE_S: withDefault(z.coerce.number().int().min(1).max(3600).default(15)),
  /** Concurrent provider stages of a worker. */
  PROVIDER_SLOTS: withDefault(z.coerce.number().int().min(1).max(500).default(10)),
  /** Concurrent audio stages of a machine, over all its workers; 0 = one per core, or the container's CPU limit. */
  AUDIO_SLOTS: withDefault(z.coerce.number().int().min(0).max(64).default(0)),
  /** Greatest number of runs of a company in the queues at once; other runs wait. */
  COMPANY_MAX_RUNNING: withDefault(z.coerce.number().int().min(1).max(10_000).default(40)),
  /** Lease of a stage, ms: if the stage's worker is silent for this time, another worker may take the stage. */
  STAGE_LEASE_MS: withDefault(z.coerce.number().int().min(2000).max(600_000).default(30_000)),
  /** Longest decoded recording, minutes. */
  AUDIO_MAX_MINUTES: withDefault(z.coerce.number().int().min(1).max(1440).default(240)),
  /** Path of ffmpeg. */
  FFMPEG_PATH: withDefault(z.string().default('ffmpeg')),
  /** Time without progress on pending work after which a worker's /ready fails, s. A mere backlog does not count. */
  READY_STALL_S: withDefault(z.coerce.number().int().min(10).default(300)),
  /** Age of the oldest waiting run after which screens and the doctor report a stalled queue, s. */
  QUEUE_MAX_WAIT_S: withDefault(z.coerce.number().int().min(10).default(1800)),
  /** True if administrators may change queues in the queue board; otherwise it is read-only. */
  QUEUE_BOARD_WRITE: withDefault(z.stringbool().default(false)),

  /**
   * Outgoing mail: smtp://user:password@host:587 or smtps://host:465. Empty: outside production the development mailbox
   * shows the messages.
   */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  /** Sender of the product's e-mails: 'Escuta <nao-responda@exemplo.com.br>'. */
  MAIL_FROM: withDefault(z.string().default('Escuta <nao-responda@localhost>')),

  /** True if visitors may register a company. */
  REGISTRATION_OPEN: withDefault(z.stringbool().default(true)),
  /** Operator: name in the legal pages, the footer and the e-mails. */
  OPERADOR_NOME: withDefault(z.string().default('Escuta')),
  /** Operator: CNPJ. */
  OPERADOR_CNPJ: optional(z.string()),
  /** Operator: postal address. */
  OPERADOR_ENDERECO: optional(z.string()),
  /** Months after which a demonstration request is deleted, with its name, e-mail and phone. */
  LEADS_MESES: withDefault(z.coerce.number().int().min(1).max(120).default(24)),
  /** Operator: contact e-mail; receives demonstration requests and purchases. */
  OPERADOR_EMAIL: optional(z.email()),
  /** Operator: phone. */
  OPERADOR_TELEFONE: optional(z.string()),
  /** Operator: LinkedIn page. */
  OPERADOR_LINKEDIN: optional(z.url()),
  /** Operator: Instagram page. */
  OPERADOR_INSTAGRAM: optional(z.url()),
  /** Data protection officer (encarregado, LGPD art. 41): name. */
  ENCARREGADO_NOME: optional(z.string()),
  /** Data protection officer: e-mail; by default the operator's. */
  ENCARREGADO_EMAIL: optional(z.email()),

  /** Base address of the postal-code service (ViaCEP's interface: /ws/{cep}/json/). */
  CEP_API_URL: withDefault(z.url().default('https://viacep.com.br')),
  /**
   * Private networks of telephony servers, comma-separated CIDRs (10.20.0.0/16). Loopback, link-local and metadata
   * addresses are always refused.
   */
  ASTERISK_ALLOWED_CIDRS: withDefault(
    z
      .string()
      .refine(isCidrList, { error: 'use redes separadas por vírgula, como 10.20.0.0/16' })
      .default(''),
  ),
  /** Balance below which a company is warned, credits. */
  LOW_BALANCE_CREDITS: withDefault(z.coerce.number().int().min(0).max(1_000_000).default(50)),
  /** Minutes of an interview's recording that cost one credit; credits are rounded up. A call costs one credit. */
  CREDITO_ENTREVISTA_MINUTOS: withDefault(z.coerce.number().int().min(1).max(1440).default(20)),
  /** Retention of the log of accesses (who played, opened or exported data), years. */
  ACESSOS_ANOS: withDefault(z.coerce.number().int().min(1).max(100).default(5)),
  /** Credits of a new company, added once its e-mail is confirmed. */
  CREDITOS_BOAS_VINDAS: withDefault(z.coerce.number().int().min(0).max(1_000_000).default(0)),
  /**
   * Credits that a company can buy per month without approval; further purchases are requests to an administrator.
   * Empty: the size of the largest package on sale. 0 = each purchase is a request.
   */
  COMPRAS_MES_CREDITOS: optional(z.coerce.number().int().min(0).max(2_000_000_000)),

  /** First administrator: e-mail. The account is created once and never changed by these variables. */
  INIT_ADMIN_EMAIL: optional(z.email()),
  /** First administrator: password. */
  INIT_ADMIN_PASSWORD: optional(z.string().min(6)),
  /** First administrator: CNPJ of the operating company. */
  INIT_ADMIN_CNPJ: optional(z.string()),
  /** First administrator: name of the operating company. */
  INIT_ADMIN_EMPRESA: optional(z.string()),
});
export type Env = z.infer<typeof envSchema>;

const API_ONLY = {
  JWT_SECRET: true,
  API_KEY_HMAC_SECRET: true,
  URL_SIGNING_SECRET: true,
  INIT_ADMIN_EMAIL: true,
  INIT_ADMIN_PASSWORD: true,
  INIT_ADMIN_CNPJ: true,
  INIT_ADMIN_EMPRESA: true,
} as const;
export const API_ONLY_VARIABLES = Object.keys(API_ONLY);

const workerEnvSchema = envSchema.omit(API_ONLY);
export type WorkerEnv = z.infer<typeof workerEnvSchema>;

/**
 * Reads and checks the environment, with the working folder's `.env` as defaults.
 * @throws Error in Portuguese that names every missing or invalid variable, without values
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env): Env {
  return load(envSchema, source);
}

/** Like `loadEnv`, for a worker. @throws Error */
export function loadWorkerEnv(source: NodeJS.ProcessEnv = process.env): WorkerEnv {
  return load(workerEnvSchema, source);
}

function load<S extends z.ZodType>(schema: S, source: NodeJS.ProcessEnv): z.output<S> {
  if (source === process.env) takeHandedEnvironment(source);
  const file = join(process.cwd(), '.env');
  if (source === process.env && existsSync(file)) process.loadEnvFile(file);
  const parsed = schema.safeParse(source, { error: ptBR().localeError });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuração inválida (veja .env.example):\n${lines.join('\n')}`);
}
