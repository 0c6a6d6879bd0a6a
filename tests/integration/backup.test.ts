// Tests a backup by restoring it into a new database and a new storage, and by running the app on them.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEALED } from '@escuta/shared/platform/crypto/sealed-values';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { align, QUARANTINE } from '../../scripts/operations/alinhar.ts';
import { backup } from '../../scripts/operations/backup.ts';
import { findDatabaseTools } from '../../scripts/operations/database-tools.ts';
import { readManifest, writeManifest } from '../../scripts/operations/manifest.ts';
import { OBJECT_COLUMNS } from '../../scripts/operations/objects.ts';
import { restore } from '../../scripts/operations/restore.ts';
import { closeTestDeps, createTestApp, createTestDeps } from '../support/app.ts';
import { bearer, createApiKey, createAsteriskConfig, createMembro, SENHA } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  SAMPLES,
  startTestWorker,
  stopTestWorker,
  waitForRuns,
} from '../support/pipeline.ts';
import { program } from '../support/programs.ts';
import { S3TestServer } from '../support/s3-server.ts';

const deps = createTestDeps();
const { env } = deps;
let fake: FakeProvider;
let folder: string;
let copy: string;
let mine: Awaited<ReturnType<typeof createPipelineTenant>>;
let gerente: Awaited<ReturnType<typeof createMembro>>;
let done: Awaited<ReturnType<typeof createRecordedItem>>;
let open: { itemId: string; execucaoId: string };
let apiKey: string;
const made: string[] = [];

async function onServer(sql: string): Promise<void> {
  const url = new URL(env.DATABASE_URL);
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Settings of a new installation: the same secrets, a database to be created, an empty storage, a Redis prefix of its
 * own.
 */
function newInstallation() {
  const name = `${new URL(env.DATABASE_URL).pathname.slice(1)}_${made.length}`;
  made.push(name);
  const url = new URL(env.DATABASE_URL);
  url.pathname = `/${name}`;
  return { ...env, DATABASE_URL: url.href, STORAGE_DIR: join(folder, name), REDIS_PREFIX: name };
}

let installed: ReturnType<typeof newInstallation> | undefined;
/** Returns the restored installation that all tests share. A test that changes it must undo the change or come last. */
async function restored() {
  if (installed) return installed;
  const target = newInstallation();
  await restore({ env: target, de: copy });
  installed = target;
  return target;
}

let empty: ReturnType<typeof newInstallation> | undefined;
/** Returns an installation with an empty database. The tests share it, because a refused restore leaves it empty. */
async function emptyInstallation() {
  if (empty) return empty;
  const target = newInstallation();
  await onServer(`CREATE DATABASE ${made.at(-1)}`);
  empty = target;
  return target;
}

async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const tablesOf = (url: string) =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_tables where schemaname = 'public'`,
    );
    return rows[0].n as number;
  });

const filesUnder = async (path: string) =>
  (await readdir(path, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'escuta-copia-'));
  copy = join(folder, 'copia');
  fake = await startFakeProvider();
  mine = await createPipelineTenant(deps, { creditos: 20 });
  gerente = await createMembro(deps, mine.empresa, { papel: 'gerente' });
  apiKey = await createApiKey(deps, mine.empresa);
  await createAsteriskConfig(deps, mine.empresa, { senha: 'segredo-da-telefonia' });
  done = await createRecordedItem(deps, mine);
  const worker = await startTestWorker(deps, fake.url);
  try {
    const { execucaoId } = await request(deps, done);
    await waitForRuns(deps, [execucaoId]);
  } finally {
    await stopTestWorker(worker);
  }
  // Simulates a run that was admitted to the queues before its worker and Redis were lost.
  const item = await createRecordedItem(deps, mine);
  const { execucaoId } = await request(deps, item);
  await deps.db.query(`update execucoes set admitida_em = now() - interval '1 minute' where id = $1`, [
    execucaoId,
  ]);
  open = { itemId: item.id, execucaoId };
});
afterAll(async () => {
  await closeTestDeps(deps);
  await fake.close();
  // Drops no databases, because they vanish with the server, and dropping a dozen costs more than keeping them
  // (tests/support/integration-setup.ts).
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('knows every column that holds a sealed value', async () => {
    const { rows } = await deps.db.query(
      `select table_name as tabela, column_name as coluna from information_schema.columns
       where table_schema = 'public' and column_name ~ 'cifra' order by 1`,
    );
    const known = SEALED.map(({ tabela, coluna }) => ({ tabela, coluna }));
    expect(rows).toEqual(known.sort((a, b) => a.tabela.localeCompare(b.tabela)));
  });

  it('knows every column that names an object', async () => {
    const { rows } = await deps.db.query(
      `select table_name as tabela, column_name as coluna from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~ '(_path|objeto)$' order by 1`,
    );
    const known = OBJECT_COLUMNS.map(({ tabela, coluna }) => ({ tabela, coluna }));
    expect(rows).toEqual([...known].sort((a, b) => a.tabela.localeCompare(b.tabela)));
  });

  it('holds the database, every object and how to tell them, and no secret', async () => {
    const report = await backup({ env, para: copy });
    // The objects are two recordings, and the waveform of the first recording.
    expect(report.objetos).toMatchObject({ total: 3, copiados: 3 });
    expect(report).toMatchObject({ ausentes: [], divergentes: [], saldoConfere: true });
    const text = await readFile(join(copy, 'manifesto.json'), 'utf8');
    const manifest = JSON.parse(text);
    expect(manifest.banco.linhas).toMatchObject({
      empresas: 1,
      auditoria_itens: 2,
      execucoes: 2,
      chaves_api: 1,
    });
    expect(manifest.chaves.cifra).toEqual([
      { id: 't1', impressao: expect.stringMatching(/^[0-9a-f]{16}$/), emUso: true },
    ]);
    expect(manifest.naoInclui.join()).toMatch(/Redis.*\.env/);
    for (const secret of [env.ENCRYPTION_KEYS.split(':')[1]!, env.API_KEY_HMAC_SECRET, env.JWT_SECRET]) {
      expect(text).not.toContain(secret);
    }
    const dump = await readFile(join(copy, manifest.banco.arquivo));
    expect(sha256(dump)).toBe(manifest.banco.sha256);
    expect((await readdir(copy)).sort()).toEqual(
      [manifest.banco.arquivo, 'manifesto.json', 'objetos', manifest.objetos.indice.arquivo].sort(),
    );
  });

  it('copies only what is new the next time, and lets go of what is no longer needed', async () => {
    const second = join(folder, 'segunda');
    await cp(copy, second, { recursive: true, preserveTimestamps: true });
    const item = await createRecordedItem(deps, mine);
    const { size } = await stat(join(SAMPLES, 'teste-curta.mp3'));
    expect((await backup({ env, para: second })).objetos).toMatchObject({
      total: 4,
      copiados: 1,
      bytesCopiados: size,
    });
    const files = (await filesUnder(second)).length;
    await deps.prisma.auditoriaItem.delete({ where: { id: item.id } });
    expect((await backup({ env, para: second })).objetos).toMatchObject({
      total: 3,
      copiados: 0,
      bytesCopiados: 0,
    });
    expect((await filesUnder(second)).length).toBe(files - 1);
    const manifest = JSON.parse(await readFile(join(second, 'manifesto.json'), 'utf8'));
    expect(manifest.banco.linhas.auditoria_itens).toBe(2);
  });

  it('tells what the storage has lost instead of failing or keeping quiet', async () => {
    const item = await createRecordedItem(deps, mine);
    await deps.store.delete(item.arquivoPath!);
    const report = await backup({ env, para: join(folder, 'com-perda') });
    expect(report.ausentes).toEqual([item.arquivoPath]);
    expect(report.objetos.total).toBe(3);
    await deps.prisma.auditoriaItem.delete({ where: { id: item.id } });
  });

  it('says so when the programs here are older than the server', () => {
    expect(() => findDatabaseTools(99)).toThrow(
      /pg_dump, pg_restore e psql 99 ou mais novos.*só há a versão \d+/s,
    );
  });

  it('is never written over something else', async () => {
    const other = newInstallation();
    await onServer(`CREATE DATABASE ${made.at(-1)} TEMPLATE escuta_modelo`);
    await withDatabase(other.DATABASE_URL, (client) =>
      client.query('update _prisma_migrations set id = gen_random_uuid()'),
    );
    const before = await readFile(join(copy, 'manifesto.json'), 'utf8');
    await expect(backup({ env: other, para: copy })).rejects.toThrow('já guarda a cópia de outra instalação');
    expect(await readFile(join(copy, 'manifesto.json'), 'utf8')).toBe(before);
    await expect(backup({ env, para: SAMPLES })).rejects.toThrow(
      'não está vazia nem guarda uma cópia da Escuta',
    );
    const tar = join(folder, 'ocupada.tar');
    await writeFile(tar, 'meu');
    await expect(backup({ env, para: tar })).rejects.toThrow('já existe');
    expect(await readFile(tar, 'utf8')).toBe('meu');
  });
});

describe('a backup that is killed in the middle', () => {
  const s3 = new S3TestServer();
  afterAll(() => s3.stop());

  it('leaves nothing that looks finished, and the next one goes on from there', async () => {
    const s3Env = {
      ...env,
      STORAGE_DRIVER: 's3' as const,
      S3_ENDPOINT: await s3.start(),
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: 'segredo-do-s3',
    };
    const { rows } = await deps.db.query<{ chave: string }>(
      `select arquivo_path as chave from auditoria_itens union select picos_path from auditoria_resultados order by 1`,
    );
    for (const { chave } of rows)
      s3.objects.set(chave, { bytes: Buffer.from(chave), contentType: 'audio/mpeg' });
    const last = rows.at(-1)!.chave;
    const bytes = s3.objects.get(last)!.bytes;
    // Makes the download of the last object hang.
    let isHanging = false;
    const stuck = Object.defineProperty(
      { contentType: 'audio/mpeg' } as { bytes: Buffer; contentType: string },
      'bytes',
      {
        get: () => {
          isHanging = s3.requests.at(-1) === `GET ${last}`;
          return isHanging ? Buffer.alloc(64 * 1024 * 1024) : bytes;
        },
      },
    );
    s3.objects.set(last, stuck);
    const target = join(folder, 'interrompida');
    const child = command('backup', ['--para', target], s3Env);
    // Waits until an object other than the hanging one is copied: objects are fetched in parallel, so the hanging one
    // may be requested before any other is written.
    const isCopied = async () =>
      existsSync(target) &&
      (await filesUnder(target)).some((name) => /objetos/.test(name) && !/parcial|andamento/.test(name));
    while (!(isHanging && (await isCopied())) && child.exitCode === null) await sleep(5);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(existsSync(join(target, 'manifesto.json'))).toBe(false);
    await expect(restore({ env: newInstallation(), de: target })).rejects.toThrow(
      'não guarda uma cópia terminada',
    );

    s3.objects.set(last, { bytes, contentType: 'audio/mpeg' });
    const report = await backup({ env: s3Env, para: target });
    expect(report.objetos.total).toBe(rows.length);
    expect(report.objetos.copiados).toBeLessThan(rows.length);
    expect((await filesUnder(target)).filter((name) => /parcial|andamento/.test(name))).toEqual([]);
  });
});

describe('a restored installation', () => {
  it.each(['pasta', 'tar'])('is the one that was copied (%s)', async (form) => {
    const de = form === 'tar' ? join(folder, 'copia.tar') : copy;
    if (form === 'tar') await backup({ env, para: de });
    const target = newInstallation();
    // The target is a database as `migrate` leaves it, or no database.
    if (form === 'tar') await onServer(`CREATE DATABASE ${made.at(-1)} TEMPLATE escuta_modelo`);
    const report = await restore({ env: target, de });
    expect(report).toMatchObject({ objetos: 3, migracoesPendentes: [], avisos: [] });

    const test = await createTestApp(target);
    try {
      const signedIn = await test.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { cnpj: mine.empresa.cnpj, email: gerente.email, password: SENHA },
      });
      expect(signedIn.statusCode).toBe(200);
      const headers = bearer(signedIn.json().data.token);
      const get = (url: string, more = {}) =>
        test.app.inject({ url: `/api/v1${url}`, headers: { ...headers, ...more } });

      const projects = await get('/projetos');
      expect(projects.json().data.map(({ id }: { id: string }) => id)).toEqual([mine.projeto.id]);
      const results = await get(`/auditoria-item/${done.id}/resultados`);
      expect(results.body).toContain('Bom dia, central de atendimento.');
      const sound = await get(`/auditoria-item/${done.id}/download`);
      expect(sound.headers['content-type']).toBe('audio/mpeg');
      expect(sha256(sound.rawPayload)).toBe(sha256(await readFile(join(SAMPLES, 'teste-curta.mp3'))));
      const part = await get(`/auditoria-item/${done.id}/download`, { range: 'bytes=10-19' });
      expect(part.rawPayload.length).toBe(10);
      const shown = await get(`/empresas/${mine.empresa.id}`);
      expect(shown.body).toContain(apiKey);
      const byKey = await test.app.inject({ url: '/api/v1/projetos', headers: { 'x-api-key': apiKey } });
      expect(byKey.statusCode).toBe(200);

      const { rows } = await test.deps.db.query(
        `select e.saldo_creditos as saldo, (select sum(quantidade)::int from credito_lancamentos) as soma,
           (select sum(n)::int from projeto_rollup_dia) as itens from empresas e`,
      );
      expect(rows).toEqual([{ saldo: 18, soma: 18, itens: 2 }]);
      // Triggers work in the restored database: a new item is counted, the ledger stays append-only.
      await createRecordedItem(test.deps, mine);
      const after = await test.deps.db.query('select sum(n)::int as itens from projeto_rollup_dia');
      expect(after.rows[0].itens).toBe(3);
      await expect(test.deps.db.query('delete from credito_lancamentos')).rejects.toThrow();

      // Work that was in progress at the backup continues by itself.
      const worker = await startTestWorker(test.deps, fake.url);
      try {
        const [run] = await waitForRuns(test.deps, [open.execucaoId]);
        expect(run).toMatchObject({ status: 'concluida', itemId: open.itemId });
      } finally {
        await stopTestWorker(worker);
      }
    } finally {
      await test.close();
    }
  });

  it('replaces another only when told so, and takes the other one’s recordings away', async () => {
    const target = await restored();
    const other = createTestDeps(target);
    const extra = await createRecordedItem(other, mine);
    await closeTestDeps(other);
    await expect(restore({ env: target, de: copy })).rejects.toThrow(
      /já está em uso \(1 empresas, 3 itens\).*--substituir/,
    );

    const wrong = await finished(command('restore', ['--de', copy, '--substituir'], target, 'outro-nome\n'));
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('O nome não confere: nada foi mudado.'),
    });
    expect((await readFileOf(target, extra.arquivoPath!)).length).toBeGreaterThan(0);

    const name = new URL(target.DATABASE_URL).pathname.slice(1);
    const right = await finished(command('restore', ['--de', copy, '--substituir'], target, `${name}\n`));
    expect(right, right.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ Restaurada a cópia'),
    });
    const back = createTestDeps(target);
    expect(await back.prisma.auditoriaItem.count()).toBe(2);
    await closeTestDeps(back);
    await expect(readFileOf(target, extra.arquivoPath!)).rejects.toThrow();
    expect((await readFileOf(target, done.arquivoPath!)).length).toBeGreaterThan(0);
  });
});

describe('a restore that fails half-way', () => {
  it('leaves the database as it was', async () => {
    const path = join(folder, 'contagem-errada');
    await cp(copy, path, { recursive: true });
    const { manifest } = readManifest(await readFile(join(path, 'manifesto.json'), 'utf8'));
    manifest.banco.linhas.sentencas = 1_000_000;
    await writeFile(join(path, 'manifesto.json'), writeManifest(manifest, deps.keyRing));
    const target = await restored();
    await withDatabase(target.DATABASE_URL, (client) =>
      client.query(`update empresas set nome = 'A de antes'`),
    );
    await expect(restore({ env: target, de: path, confirm: async () => true })).rejects.toThrow(
      /O banco não foi mudado[\s\S]*a tabela sentencas tem \d+ linhas em vez de 1000000/,
    );
    const { rows } = await withDatabase(target.DATABASE_URL, (client) =>
      client.query('select nome from empresas'),
    );
    expect(rows).toEqual([{ nome: 'A de antes' }]);
  });
});

describe('a restore refuses before it writes anything', () => {
  /** Restores a changed copy into a database and a storage that must stay unchanged. */
  async function attempt(change: (path: string) => Promise<void>, more: Partial<typeof env> = {}) {
    const path = join(folder, `alterada-${randomUUID()}`);
    await cp(copy, path, { recursive: true });
    await change(path);
    const target = { ...(await emptyInstallation()), ...more };
    const error = await restore({ env: target, de: path }).then(
      () => null,
      (reason: Error) => reason.message,
    );
    expect(await tablesOf(target.DATABASE_URL)).toBe(0);
    expect(existsSync(target.STORAGE_DIR)).toBe(false);
    return error;
  }
  const flip = async (file: string) => {
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await writeFile(file, bytes);
  };
  const manifestOf = async (path: string) => JSON.parse(await readFile(join(path, 'manifesto.json'), 'utf8'));

  it('an object that was changed', async () => {
    const said = await attempt(async (path) => flip((await filesUnder(join(path, 'objetos')))[0]!));
    expect(said).toMatch(/A cópia está danificada: .* não confere com o SHA-256/);
  });

  it('an object that is missing', async () => {
    const said = await attempt(async (path) => rm((await filesUnder(join(path, 'objetos')))[0]!));
    expect(said).toMatch(/A cópia está danificada: .* não está lá/);
  });

  it('a dump that was changed', async () => {
    const said = await attempt(async (path) => flip(join(path, (await manifestOf(path)).banco.arquivo)));
    expect(said).toMatch(/A cópia está danificada: banco-.*não confere/);
  });

  it('a manifest that was changed to suit', async () => {
    const said = await attempt(async (path) => {
      const manifest = await manifestOf(path);
      manifest.banco.linhas.empresas = 7;
      await writeFile(join(path, 'manifesto.json'), JSON.stringify(manifest));
    });
    expect(said).toContain('a assinatura não confere');
  });

  it('a ring of other keys, naming both fingerprints and no key', async () => {
    const other = Buffer.alloc(32, 9).toString('base64');
    const said = await attempt(async () => undefined, { ENCRYPTION_KEYS: `t1:${other}` });
    expect(said).toMatch(
      /ENCRYPTION_KEYS não são as da cópia.*t1: na cópia [0-9a-f]{16}; aqui [0-9a-f]{16}/s,
    );
    expect(said).not.toContain(other);
  });

  it('a copy of a newer version', async () => {
    const path = join(folder, 'mais-nova');
    const ahead = newInstallation();
    await onServer(`CREATE DATABASE ${made.at(-1)} TEMPLATE escuta_modelo`);
    await withDatabase(ahead.DATABASE_URL, (client) =>
      client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
          values ('x', 'x', '29990101000000_futuro', now())`,
      ),
    );
    await backup({ env: ahead, para: path });
    await expect(restore({ env: newInstallation(), de: path })).rejects.toThrow(
      /mais nova.*29990101000000_futuro/,
    );
  });

  it('a database that is somebody else’s', async () => {
    const target = newInstallation();
    await onServer(`CREATE DATABASE ${made.at(-1)}`);
    await withDatabase(target.DATABASE_URL, (client) => client.query('CREATE TABLE clientes (id int)'));
    await expect(restore({ env: target, de: copy, confirm: async () => true })).rejects.toThrow(
      'tabelas que não são da Escuta (clientes)',
    );
    expect(await tablesOf(target.DATABASE_URL)).toBe(1);
  });

  it('a database in which the product is running', async () => {
    const target = await emptyInstallation();
    const api = new pg.Client({ connectionString: target.DATABASE_URL, application_name: 'escuta-api' });
    await api.connect();
    try {
      await expect(restore({ env: target, de: copy })).rejects.toThrow('pare a API e os workers');
    } finally {
      await api.end();
    }
  });
});

async function readFileOf(target: typeof env, chave: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await (await createStore(target)).get(chave)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Runs an operator's command with these settings. */
function command(name: 'backup' | 'restore', args: string[], settings: object, input = ''): ChildProcess {
  const child = spawn(process.execPath, [program(`scripts/operations/${name}-command.ts`), ...args], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value ?? '')])),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  return child;
}

async function finished(child: ChildProcess) {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

describe('align', () => {
  it('says what is missing and what is left over, quarantines what is left over and deletes only from there', async () => {
    const run = async (options: { mover?: boolean; apagarQuarentena?: boolean }) => {
      const said: string[] = [];
      const found = await align({
        env,
        mover: false,
        apagarQuarentena: false,
        ...options,
        onObject: (what, chave) => said.push(`${what} ${chave}`),
        onProgress: () => undefined,
      });
      return { said, found };
    };
    // Removes what the tests above left behind.
    await run({ mover: true });
    await run({ apagarQuarentena: true });

    const stray = `${mine.empresa.id}/${randomUUID()}/${randomUUID()}`;
    const announced = `${mine.empresa.id}/${randomUUID()}/${randomUUID()}`;
    for (const key of [stray, announced])
      await deps.store.put(key, Readable.from([Buffer.from(key)]), { contentType: 'audio/mpeg' });
    await deps.db.query(
      `insert into objetos_pendentes (id, chave, empresa_id, apagar_em)
       values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
      [announced, mine.empresa.id],
    );
    const { id: itemId } = await createRecordedItem(deps, mine);
    const { rows } = await deps.db.query<{ chave: string }>(
      'select arquivo_path as chave from auditoria_itens where id = $1',
      [itemId],
    );
    const gone = rows[0]?.chave ?? '';
    await deps.store.delete(gone);
    const isThere = (key: string) =>
      deps.store.head(key).then(
        () => true,
        () => false,
      );

    expect((await run({})).said.sort()).toEqual([`falta ${gone}`, `sobra ${stray}`]);
    expect(await isThere(stray)).toBe(true);

    // Nothing is moved while a process could be receiving a recording.
    const api = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'escuta-api' });
    await api.connect();
    await expect(run({ mover: true })).rejects.toThrow('pare a API e os workers antes de mover objetos');
    await api.end();
    expect(await isThere(stray)).toBe(true);

    expect((await run({ mover: true })).found).toMatchObject({ sobram: 1, movidos: 1, emQuarentena: 1 });
    expect([await isThere(stray), await isThere(`${QUARANTINE}${stray}`)]).toEqual([false, true]);
    // A second run finds nothing to move, and lists the announced deletions.
    expect((await run({ mover: true })).found).toMatchObject({ sobram: 0, movidos: 0, emQuarentena: 1 });
    expect(await isThere(announced)).toBe(true);

    expect((await run({ apagarQuarentena: true })).found).toMatchObject({ apagados: 1, emQuarentena: 0 });
    expect(await isThere(`${QUARANTINE}${stray}`)).toBe(false);
  });
});
