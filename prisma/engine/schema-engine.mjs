#!/usr/bin/env node
// Replaces Prisma's native schema engine, which the CLI would otherwise download: without access beyond the npm
// registry (or none) it could not run a migration. It uses the engine's protocol (arguments and exit codes of the two
// `cli` subcommands; newline-delimited JSON-RPC 2.0 on stdio) and delegates the work to the same engine compiled to
// WebAssembly, which reaches PostgreSQL through `pg`. See docs/decisions/0003-prisma-offline-engine.md.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { parseDatabaseUrl } from './database-url.mjs';

const SHADOW_PREFIX = 'prisma_migrate_shadow_db_';

// PostgreSQL types of catalogue columns unknown to the adapter: "char" (18), which the engine needs as a character, and
// internal ones (and their arrays), read as text.
const CHAR = 18;
const CATALOGUE_TYPES = new Map([
  [CHAR, 25],
  [19, 25],
  [24, 25],
  [2205, 25],
  [1002, 1009],
  [1003, 1009],
]);

const addFields = pg.Result.prototype.addFields;
pg.Result.prototype.addFields = function (descriptions) {
  for (const field of descriptions) {
    field.isCharacter = field.dataTypeID === CHAR;
    field.dataTypeID = CATALOGUE_TYPES.get(field.dataTypeID) ?? field.dataTypeID;
  }
  return addFields.call(this, descriptions);
};

/**
 * Adapts the adapter to catalogue queries and the product's migrations: types "char" columns as characters, and sends
 * scripts whole, because it would cut function bodies at semicolons.
 */
function adaptForMigrations(adapter) {
  const { queryRaw } = adapter;
  adapter.queryRaw = async (query) => {
    let fields = [];
    const spy = Object.create(adapter, {
      performIO: {
        value: async (request) => {
          const result = await adapter.performIO(request);
          fields = result.fields;
          return result;
        },
      },
    });
    const result = await queryRaw.call(spy, query);
    fields.forEach((field, index) => {
      if (field.isCharacter) result.columnTypes[index] = ColumnTypeEnum.Character;
    });
    return result;
  };
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}

/** pg's adapter with whole scripts and a separate shadow database; its own would be the main database. */
function createAdapterFactory(url, shadowUrl) {
  const { config, schema } = parseDatabaseUrl(url);
  const factory = new PrismaPg(config, { schema });
  return bindMigrationAwareSqlAdapterFactory({
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => adaptForMigrations(await factory.connect()),
    connectToShadowDb: async () => {
      if (shadowUrl) {
        const shadow = parseDatabaseUrl(shadowUrl);
        const adapter = await new PrismaPg(shadow.config, { schema: shadow.schema }).connect();
        await resetSchema(adapter.underlyingDriver(), shadow.schema);
        return adaptForMigrations(adapter);
      }
      const main = new pg.Client(config);
      await main.connect();
      const database = `${SHADOW_PREFIX}${randomUUID()}`;
      await main.query(`CREATE DATABASE "${database}"`);
      const adapter = await new PrismaPg({ ...config, database }, { schema }).connect();
      if (schema !== 'public')
        await adapter.underlyingDriver().query(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`);
      const dispose = adapter.dispose.bind(adapter);
      dropShadow = async () => {
        dropShadow = async () => {};
        await main.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
        await main.end();
      };
      adapter.dispose = async () => {
        await dispose();
        await dropShadow();
      };
      return adaptForMigrations(adapter);
    },
  });
}

const quote = (identifier) => `"${identifier.replaceAll('"', '""')}"`;

async function resetSchema(pool, schema) {
  await pool.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE; CREATE SCHEMA ${quote(schema)}`);
}

/** The engine's last panic message, which the trap lacks. */
let panicMessage;

/** Drops the shadow database if the engine dies first. */
let dropShadow = async () => {};

async function loadEngine() {
  // A trap occurs outside every promise of this file: reports it, cleans up, and exits like a panic (101).
  process.on('uncaughtException', (error) => {
    process.stderr.write(
      logLine('ERROR', { message: panicMessage ?? error.message, backtrace: error.stack }),
    );
    dropShadow().finally(() => process.exit(101));
  });
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panicMessage = message;
    },
  };
  const require = createRequire(import.meta.url);
  const file = require
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/** A line of the native engine's log, which the CLI parses for errors. */
function logLine(level, fields) {
  return `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' })}\n`;
}

/** Prisma's error codes for connection errors. */
function connectionError(error, config) {
  const where = `${config.host}:${config.port}`;
  if (error.code === '3D000')
    return {
      error_code: 'P1003',
      message: `Database \`${config.database}\` does not exist on the database server at \`${where}\`.`,
    };
  if (error.code === '28P01' || error.code === '28000')
    return {
      error_code: 'P1000',
      message: `Authentication failed against the database server at \`${where}\`.`,
    };
  if (error.code === '42P04')
    return {
      error_code: 'P1009',
      message: `Database \`${config.database}\` already exists on the database server at \`${where}\`.`,
    };
  return {
    error_code: 'P1001',
    message: `Can't reach database server at \`${where}\` (${error.code ?? error.message}).`,
  };
}

/** `cli can-connect-to-database` and `cli create-database`: exit 0, or 1 with an error as the second line. */
async function runSubcommand(name, url) {
  const { config, schema } = parseDatabaseUrl(url);
  const connect = async (database, run) => {
    const client = new pg.Client({ ...config, database });
    await client.connect();
    try {
      await run(client);
    } finally {
      await client.end();
    }
  };
  try {
    if (name === 'can-connect-to-database') {
      await connect(config.database, (client) => client.query('SELECT 1'));
    } else if (name === 'create-database') {
      await connect('postgres', (client) => client.query(`CREATE DATABASE ${quote(config.database)}`));
      if (schema !== 'public')
        await connect(config.database, (client) =>
          client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`),
        );
    } else {
      throw new Error(`Unknown subcommand ${name}`);
    }
    return 0;
  } catch (error) {
    process.stderr.write(
      logLine('INFO', { message: `Running ${name}` }) + logLine('ERROR', connectionError(error, config)),
    );
    return 1;
  }
}

/** Serves the engine over JSON-RPC, one request at a time, until stdin closes. */
async function serve(datasource, schemaFiles) {
  await loadEngine();
  let engine;
  let printId = 0;
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const openEngine = async () => {
    const factory = createAdapterFactory(datasource.url, datasource.shadowDatabaseUrl);
    const { schema, config } = parseDatabaseUrl(datasource.url);
    const client = new pg.Client(config);
    try {
      await client.connect();
    } catch (error) {
      const { error_code, message } = connectionError(error, config);
      throw Object.assign(new Error(message), { code: error_code });
    }
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`);
    await client.end();
    const datamodels = await Promise.all(
      schemaFiles.map(async (file) => [file, await readFile(file, 'utf8')]),
    );
    return bindings.SchemaEngine.new(
      { datamodels: datamodels.length > 0 ? datamodels : undefined },
      (line) => process.stderr.write(`${String(line).trimEnd()}\n`),
      factory,
    );
  };
  const handle = async ({ method, params }) => {
    engine ??= await openEngine();
    switch (method) {
      case 'getDatabaseVersion':
        return engine.version(params);
      case 'diff': {
        const result = await engine.diff(params);
        if (result.stdout) send({ id: ++printId, method: 'print', params: { content: result.stdout } });
        return result;
      }
      case 'reset':
      case 'dbExecute':
        await engine[method](params);
        return {};
      case 'applyMigrations':
      case 'createMigration':
      case 'debugPanic':
      case 'devDiagnostic':
      case 'diagnoseMigrationHistory':
      case 'ensureConnectionValidity':
      case 'evaluateDataLoss':
      case 'introspect':
      case 'introspectSql':
      case 'markMigrationApplied':
      case 'markMigrationRolledBack':
      case 'schemaPush':
        return (await engine[method](params)) ?? {};
      default:
        throw new Error(`Method not offered by the offline schema engine: ${method}`);
    }
  };
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const request = JSON.parse(line);
    if (request.method === undefined) continue; // the CLI's answer to a print
    panicMessage = undefined;
    try {
      send({ id: request.id, result: await handle(request) });
    } catch (error) {
      const message = panicMessage ?? error.message ?? String(error);
      const data = { is_panic: false, message, error_code: error.code, meta: error.meta ?? null };
      send({ id: request.id, error: { code: 4466, message: 'An error happened.', data } });
    }
  }
  return 0;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean' },
  },
});
if (values.version) {
  process.stdout.write('schema-engine-cli wasm\n');
} else {
  const datasource = JSON.parse(values.datasource ?? '{}');
  const code =
    positionals[0] === 'cli'
      ? await runSubcommand(positionals[1], datasource.url)
      : await serve(datasource, values.datamodels ?? []);
  process.exit(code);
}
