import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isCidrList } from '../../domain/calls/network-address.ts';
import { COTA_MAX_GB } from '../../domain/company-bytes.ts';
import { takeHandedEnvironment } from './handed-environment.ts';
import { isPartList, WORKER_PARTS } from './worker-parts.ts';

/** Treats empty variables, as compose passes them, as absent. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema);

/** host or host:port, comma-separated. */
const SENTINEL = String.raw`(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?`;
const SENTINELS = new RegExp(String.raw`^\s*${SENTINEL}(?:\s*,\s*${SENTINEL})*\s*$`, 'i');

/**
 * Every variable that the product reads: the one list. `.env.example` and docs/operacao/configurar.md are held against it by
 * tests. Units stand in the names (_MS, _S, _MB, _BYTES).
 */
export const envSchema = z.object({
  /** What runs: `production` unless a test or a developer says otherwise. */
  NODE_ENV: withDefault(z.enum(['development', 'test', 'production']).default('production')),
  /** Least severe messages in the log. */
  LOG_LEVEL: withDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info')),

  /** PostgreSQL 15 or newer. `?schema=` names the schema. */
  DATABASE_URL: z.string().min(1),
  /** Most connections to PostgreSQL of one process; a worker listens on one more, an API asks on one more whether a slow database lives. */
  DATABASE_POOL: withDefault(z.coerce.number().int().min(1).max(200).default(10)),
  /** PostgreSQL ends a statement after this long, ms; 0 = after 20,000 for the API, 300,000 for a worker. Migrations, copies and the doctor have no limit. */
  DATABASE_STATEMENT_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** PostgreSQL ends the wait for a lock after this long, ms; 0 = after 4000 for the API, 60,000 for a worker. */
  DATABASE_LOCK_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** PostgreSQL ends a transaction in which nothing happens after this long, ms; 0 = after 120,000. */
  DATABASE_IDLE_TRANSACTION_MS: withDefault(z.coerce.number().int().min(0).max(3_600_000).default(0)),
  /** Redis 7 or Valkey 8, with `maxmemory-policy noeviction`. */
  REDIS_URL: z.string().min(1),
  /** Redis Sentinels, host:port by commas: they name the primary. REDIS_URL then says user, password, database and TLS (rediss:) only. */
  REDIS_SENTINELS: optional(
    z
      .string()
      .regex(SENTINELS, { error: 'use host:porta separados por vírgula, como s1:26379,s2:26379,s3:26379' }),
  ),
  /** Name under which the Sentinels know the primary. */
  REDIS_SENTINEL_NAME: withDefault(z.string().default('mymaster')),
  /** Password of the Sentinels themselves; empty: they ask for none. */
  REDIS_SENTINEL_PASSWORD: optional(z.string()),
  /** Longest wait for Redis' answer to a command, ms; after 500 ms less of silence the connection begins anew. */
  REDIS_COMMAND_MS: withDefault(z.coerce.number().int().min(1000).max(60_000).default(2500)),
  /** Prefix of the product's keys, channels and queues in Redis, for several installations on one server. */
  REDIS_PREFIX: withDefault(z.string().default('escuta')),

  /** Address on which the API listens. */
  HOST: withDefault(z.string().default('127.0.0.1')),
  /** Port of the API; 0 = any free one. */
  PORT: withDefault(z.coerce.number().int().min(0).max(65535).default(3000)),
  /** Name of the machine, where the kernel's own is not it (pods that share none of their disks). Its workers share AUDIO_SLOTS. */
  MACHINE_ID: optional(z.string().max(100)),
  /** Private port of /metrics, /ready and /live; 0 = off. Never published. */
  METRICS_PORT: withDefault(z.coerce.number().int().min(0).max(65535).default(0)),
  /** Address of the private port. */
  METRICS_HOST: withDefault(z.string().default('127.0.0.1')),
  /** OpenTelemetry collector that takes OTLP over HTTP (http://collector:4318); empty: no traces, and nothing of it is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  /** What the collector wants besides, as name=value by commas: usually its key. */
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string()),
  /** Share of the traces that are sent, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: withDefault(z.coerce.number().min(0).max(1).default(1)),
  /** Where browsers reach the product: links in e-mails, CORS. */
  PUBLIC_URL: optional(z.url()),
  /** Further origins that may call the API from a browser, by commas (the extension: chrome-extension://<id>). */
  CORS_ORIGINS: withDefault(z.string().default('')),
  /** Addresses of proxies in front, by commas, or 'true': whose X-Forwarded-For counts. */
  TRUST_PROXY: withDefault(z.string().default('')),
  /** Folder of the built web app that the API serves too; empty: it does not. */
  WEB_DIST: optional(z.string()),

  /** At least 32 characters. */
  JWT_SECRET: z.string().min(32),
  /** How long a session lasts, s. */
  JWT_TTL_S: withDefault(z.coerce.number().int().min(300).max(2_592_000).default(43_200)),
  /** Ring of AES-256 keys, newest first: 'id:base64,id:base64'. */
  ENCRYPTION_KEYS: z.string().min(1),
  /** The keys that sealed what is in the database are gone for good: starts all the same, with a new key of another name. */
  CHAVES_PERDIDAS: withDefault(z.stringbool().default(false)),
  /** Secret under which API keys are looked up; at least 32 characters. */
  API_KEY_HMAC_SECRET: z.string().min(32),
  /** Secret of signed audio URLs; at least 32 characters. */
  URL_SIGNING_SECRET: z.string().min(32),
  /** Shortest new password. */
  PASSWORD_MIN_LENGTH: withDefault(z.coerce.number().int().min(6).max(128).default(6)),
  /** Wrong sign-ins per account in 15 minutes before they are held; an address, over all accounts, after ten times as many. */
  LOGIN_MAX_FAILURES: withDefault(z.coerce.number().int().min(1).default(20)),
  /** Requests a minute of one session, key or address. */
  RATE_LIMIT_MAX: withDefault(z.coerce.number().int().min(1).default(600)),

  /** Where recordings are kept. */
  STORAGE_DRIVER: withDefault(z.enum(['filesystem', 's3']).default('filesystem')),
  /** Folder of the `filesystem` driver: one and the same for all processes, on several machines a network volume. */
  STORAGE_DIR: withDefault(z.string().default('.data/objetos')),
  /** Address of the S3 server; empty: Amazon's. */
  S3_ENDPOINT: optional(z.url()),
  /** Address under which browsers reach the S3 server: recordings are then heard straight from it, by links of 60 s; empty: through the API. */
  S3_PUBLIC_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  /** Region of the bucket. */
  S3_REGION: withDefault(z.string().default('us-east-1')),
  /** Bucket; required by the `s3` driver. */
  S3_BUCKET: optional(z.string()),
  /** Access key; required by the `s3` driver. */
  S3_ACCESS_KEY_ID: optional(z.string()),
  /** Secret key; required by the `s3` driver. */
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  /** Bucket in the path instead of the host name: what most servers but Amazon's want. */
  S3_FORCE_PATH_STYLE: withDefault(z.stringbool().default(true)),
  /** Third-party servers reject newer checksums: 'WHEN_REQUIRED' suits them. */
  S3_CHECKSUM: withDefault(z.enum(['WHEN_SUPPORTED', 'WHEN_REQUIRED']).default('WHEN_REQUIRED')),
  /** Largest recording, MB. */
  UPLOAD_MAX_MB: withDefault(z.coerce.number().int().min(1).max(10_240).default(1024)),
  /** What a company's files may take up, GB; an administrator gives a company another quota. 0: no limit. */
  COMPANY_MAX_GB: withDefault(z.coerce.number().min(0).max(COTA_MAX_GB).default(0)),

  /** Key of the OpenAI-compatible provider. */
  OPENAI_API_KEY: optional(z.string()),
  /** Address of any OpenAI-compatible server. */
  OPENAI_BASE_URL: withDefault(z.url().default('https://api.openai.com/v1')),
  /** Key for Claude models. */
  ANTHROPIC_API_KEY: optional(z.string()),
  /** Address of the OpenAI-compatible endpoint for Claude models. */
  ANTHROPIC_BASE_URL: withDefault(z.url().default('https://api.anthropic.com/v1')),
  /** Set by `npm start` when it runs the demo AI in a provider's place: only shown, never branched on. */
  IA_MODO_DEMONSTRACAO: withDefault(z.stringbool().default(false)),
  /** Longest wait for one answer of a provider, ms. */
  PROVIDER_TIMEOUT_MS: withDefault(z.coerce.number().int().min(1000).max(900_000).default(300_000)),
  /** First wait after a provider did not answer (5xx, refused, no answer), ms; then 6 and 30 times this. While it answers others: a fortieth, a tenth and 30 times this. */
  PROVIDER_RETRY_MS: withDefault(z.coerce.number().int().min(100).max(60_000).default(10_000)),
  /** What this worker does, by commas: audio, ia (transcription, judging, the books), tarefas (tasks, imports, the field, mail); empty: all. Each must be done by some worker. */
  WORKER_ETAPAS: withDefault(
    z
      .string()
      .refine(isPartList, { error: `use partes separadas por vírgula: ${WORKER_PARTS.join(', ')}` })
      .default(''),
  ),
  /** Stages in hand get this long to end after SIGTERM, s; then they are given back. Whoever kills must wait 15 s longer. */
  WORKER_GRACE_S: withDefault(z.coerce.number().int().min(1).max(3600).default(15)),
  /** Provider stages running at once in one worker. */
  PROVIDER_SLOTS: withDefault(z.coerce.number().int().min(1).max(500).default(10)),
  /** Audio stages running at once on one machine, in all its workers together; 0 = one for each core, or as many as the container's CPU limit leaves. */
  AUDIO_SLOTS: withDefault(z.coerce.number().int().min(0).max(64).default(0)),
  /** Runs of one company that are in the queues at once; the rest wait their turn. */
  COMPANY_MAX_RUNNING: withDefault(z.coerce.number().int().min(1).max(10_000).default(40)),
  /** How long a silent worker keeps a stage before another may take it, ms. */
  STAGE_LEASE_MS: withDefault(z.coerce.number().int().min(2000).max(600_000).default(30_000)),
  /** Longest recording that is decoded, minutes. */
  AUDIO_MAX_MINUTES: withDefault(z.coerce.number().int().min(1).max(1440).default(240)),
  /** The ffmpeg program. */
  FFMPEG_PATH: withDefault(z.string().default('ffmpeg')),
  /** A worker's /ready turns red when it has come no further for this long though there is something to do, s. A backlog does not. */
  READY_STALL_S: withDefault(z.coerce.number().int().min(10).default(300)),
  /** Screens and the doctor say that a queue stands still when the oldest run has waited for longer than this, s. */
  QUEUE_MAX_WAIT_S: withDefault(z.coerce.number().int().min(10).default(1800)),
  /** Whether administrators may change queues in the queue board; otherwise it only shows them. */
  QUEUE_BOARD_WRITE: withDefault(z.stringbool().default(false)),

  /** Outgoing mail: smtp://user:password@host:587 or smtps://host:465. Empty: outside production messages are shown in the development mailbox. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  /** Sender of the product's e-mails: 'Escuta <nao-responda@exemplo.com.br>'. */
  MAIL_FROM: withDefault(z.string().default('Escuta <nao-responda@localhost>')),

  /** Whether visitors may register a company. */
  REGISTRATION_OPEN: withDefault(z.stringbool().default(true)),
  /** Who operates the installation: name in the legal pages, the footer and the e-mails. */
  OPERADOR_NOME: withDefault(z.string().default('Escuta')),
  /** Operator: CNPJ. */
  OPERADOR_CNPJ: optional(z.string()),
  /** Operator: postal address. */
  OPERADOR_ENDERECO: optional(z.string()),
  /** Months after which a demo request is deleted, with the name, e-mail and phone of who asked. */
  LEADS_MESES: withDefault(z.coerce.number().int().min(1).max(120).default(24)),
  /** Operator: contact e-mail; receives demo requests and purchases. */
  OPERADOR_EMAIL: optional(z.email()),
  /** Operator: phone. */
  OPERADOR_TELEFONE: optional(z.string()),
  /** Operator: LinkedIn page. */
  OPERADOR_LINKEDIN: optional(z.url()),
  /** Operator: Instagram page. */
  OPERADOR_INSTAGRAM: optional(z.url()),
  /** Data protection officer (encarregado, LGPD art. 41): name. */
  ENCARREGADO_NOME: optional(z.string()),
  /** Data protection officer: e-mail; the operator's when empty. */
  ENCARREGADO_EMAIL: optional(z.email()),

  /** Base address of the postal-code service (ViaCEP's interface: /ws/{cep}/json/). */
  CEP_API_URL: withDefault(z.url().default('https://viacep.com.br')),
  /** Private networks where telephony servers may be, CIDRs by commas (10.20.0.0/16). Loopback, link-local and metadata addresses are always refused. */
  ASTERISK_ALLOWED_CIDRS: withDefault(
    z
      .string()
      .refine(isCidrList, { error: 'use redes separadas por vírgula, como 10.20.0.0/16' })
      .default(''),
  ),
  /** A company is warned when its balance is below this, credits. */
  LOW_BALANCE_CREDITS: withDefault(z.coerce.number().int().min(0).max(1_000_000).default(50)),
  /** An interview takes one credit for each of so many minutes that it has begun, minutes of its recording. A call takes one. */
  CREDITO_ENTREVISTA_MINUTOS: withDefault(z.coerce.number().int().min(1).max(1440).default(20)),
  /** How long the log of accesses (who heard, opened or took what) is kept, years. */
  ACESSOS_ANOS: withDefault(z.coerce.number().int().min(1).max(100).default(5)),
  /** Credits that a new company starts with, through the ledger, once its e-mail is confirmed. */
  CREDITOS_BOAS_VINDAS: withDefault(z.coerce.number().int().min(0).max(1_000_000).default(0)),
  /** Credits that a company buys in a month at once; what goes beyond is a request for an administrator. Empty: as many as the largest package for sale has. 0 = each purchase is a request. */
  COMPRAS_MES_CREDITOS: optional(z.coerce.number().int().min(0).max(2_000_000_000)),

  /** First administrator: e-mail. The account is made once and never changed by these variables. */
  INIT_ADMIN_EMAIL: optional(z.email()),
  /** First administrator: password. */
  INIT_ADMIN_PASSWORD: optional(z.string().min(6)),
  /** First administrator: CNPJ of the operating company. */
  INIT_ADMIN_CNPJ: optional(z.string()),
  /** First administrator: name of that company. */
  INIT_ADMIN_EMPRESA: optional(z.string()),
});
export type Env = z.infer<typeof envSchema>;

/** Secrets for the API only, which workers do not receive. */
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
 * Reads and checks the environment, with `.env` of the working folder as defaults.
 * @throws Error in Portuguese that names every missing or invalid variable, without values
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env): Env {
  return load(envSchema, source);
}

/** `loadEnv` for a worker. @throws Error as `loadEnv` */
export function loadWorkerEnv(source: NodeJS.ProcessEnv = process.env): WorkerEnv {
  return load(workerEnvSchema, source);
}

function load<S extends z.ZodType>(schema: S, source: NodeJS.ProcessEnv): z.output<S> {
  if (source === process.env) takeHandedEnvironment(source);
  const file = join(process.cwd(), '.env');
  if (source === process.env && existsSync(file)) process.loadEnvFile(file);
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuração inválida (veja .env.example):\n${lines.join('\n')}`);
}
