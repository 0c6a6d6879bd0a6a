// Harmful starts are refused with a message: keys that do not open sealed values, a newer version's schema. The
// demonstration is created once, in an empty installation, whatever is deleted later.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { migrationNames } from '@escuta/prisma/base';
import { dbOn } from '@escuta/prisma/db';
import { parseKeyRing, seal } from '@escuta/shared/platform/crypto/crypto';
import { refuseMissingKeys, refuseNewerSchema } from '@escuta/shared/platform/database/start-refusal';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { seedDemo } from '../../prisma/seed/scenarios/demo.ts';
import { refuseUnfitDatabase } from '../../scripts/lib/database.mjs';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createApiKey, createEmpresa } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { program } from '../support/programs.ts';

const deps = createTestDeps();
afterAll(() => closeTestDeps(deps));
const otherKey = `${deps.keyRing.current}:${Buffer.alloc(32, 0xc9).toString('base64')}`;
const run = promisify(execFile);

/** Starts a process of the product and waits for its end. @returns its exit code and output */
async function start(file: string, env: Record<string, string>) {
  try {
    const said = await run(process.execPath, [program(file)], {
      env: { ...process.env, NODE_OPTIONS: '', PORT: '0', METRICS_PORT: '0', ...env },
      timeout: 110_000,
    });
    return { code: 0, said: said.stdout + said.stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

longo.describe('the demonstration', () => {
  // This test must come first, because it needs an installation without accounts.
  it('is made once, and an account that someone deleted does not return', async () => {
    const context = { ...deps };
    const first = (await seedDemo(context)) as {
      criada: boolean;
      logins: { email: string }[];
      amostra: object;
    };
    expect(first.criada).toBe(true);
    expect(first.logins.map(({ email }) => email)).toContain('admin@escuta.example');
    expect(first.amostra).not.toBeNull();

    await deps.prisma.membro.deleteMany({ where: { usuario: { email: 'admin@escuta.example' } } });
    const counts = async () => [
      await deps.prisma.membro.count(),
      await deps.prisma.auditoriaItem.count(),
      await deps.prisma.creditoLancamento.count(),
    ];
    const before = await counts();
    const second = (await seedDemo(context)) as { criada: boolean; logins: { email: string }[] };
    expect(second.criada).toBe(false);
    expect(second.logins.map(({ email }) => email)).not.toContain('admin@escuta.example');
    expect(await counts()).toEqual(before);
  }, 240_000);

  longo.test(
    'does not enter an installation that already has companies, even if the mark is missing',
    async () => {
      await deps.prisma.instalacaoMarca.deleteMany();
      await createEmpresa(deps);
      const before = await deps.prisma.membro.count();
      expect(await seedDemo({ ...deps })).toMatchObject({ criada: false });
      expect(await deps.prisma.membro.count()).toBe(before);
      expect(await deps.prisma.instalacaoMarca.count()).toBe(0);
    },
  );
});

describe('keys that do not open what is sealed', () => {
  it('stop the API and the worker, with what to do', async () => {
    await createApiKey(deps, await createEmpresa(deps));
    for (const file of ['api/src/main.ts', 'worker/src/main.ts']) {
      const { code, said } = await start(file, { ENCRYPTION_KEYS: otherKey });
      expect(code, said).toBe(1);
      expect(said).toContain('ENCRYPTION_KEYS não abre o que está cifrado');
      expect(said).toContain('CHAVES_PERDIDAS');
      expect(said).not.toContain(otherKey.split(':')[1]);
    }
  }, 240_000);

  longo.test('stop npm start before it makes a new key or migrates', async () => {
    const url = deps.env.DATABASE_URL;
    await expect(refuseUnfitDatabase(url, {})).rejects.toThrow('ENCRYPTION_KEYS não está definida');
    await expect(refuseUnfitDatabase(url, { ENCRYPTION_KEYS: otherKey })).rejects.toThrow('não abre');
    await refuseUnfitDatabase(url, { ENCRYPTION_KEYS: deps.env.ENCRYPTION_KEYS });
    await refuseUnfitDatabase(url, { ENCRYPTION_KEYS: otherKey, CHAVES_PERDIDAS: 'true' });
    // This database does not exist yet, so it lacks even the first migration.
    const missing = new URL(url);
    missing.pathname = '/ainda_nao_existe';
    await refuseUnfitDatabase(missing.href, {});
  });

  longo.test('count only for what can still be opened, and someone who lost the key can say so', async () => {
    const ring = parseKeyRing(otherKey);
    await expect(refuseMissingKeys(deps.db, ring)).rejects.toThrow(/chaves_api/);
    await expect(refuseMissingKeys(deps.db, null)).rejects.toThrow('ENCRYPTION_KEYS não está definida');
    expect(await refuseMissingKeys(deps.db, ring, { lost: true })).toHaveLength(1);
    await deps.prisma.chaveApi.updateMany({ data: { revogadaEm: new Date() } });
    expect(await refuseMissingKeys(deps.db, ring)).toEqual([]);
    // A waiting mail must be decryptable with the keys; a failed mail need not be.
    const email = { para: 'a@b.com.br', assunto: 'x', cifra: seal(deps.keyRing, '{}', 'emails:x') };
    const { id } = await deps.prisma.email.create({ data: email });
    await expect(refuseMissingKeys(deps.db, ring)).rejects.toThrow(/emails/);
    await deps.prisma.email.update({ where: { id }, data: { status: 'falhou' } });
    expect(await refuseMissingKeys(deps.db, ring)).toEqual([]);
  });

  longo.test('do not keep an empty database from starting', async () => {
    const client = await deps.db.pool.connect();
    try {
      await client.query('create schema vazio; set search_path to vazio');
      expect(await refuseMissingKeys(dbOn(client), null)).toEqual([]);
      await refuseNewerSchema(dbOn(client), []);
    } finally {
      await client.query('drop schema vazio cascade');
      client.release(true);
    }
  });
});

longo.describe('a schema newer than the code', () => {
  const NEWER = '20990101000000_do_futuro';
  const ADDS = '20990101000001_do_futuro_expandir';
  const apply = (name: string) =>
    deps.db.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values (gen_random_uuid(), 'x', $1, now(), 1)`,
      [name],
    );
  afterEach(() =>
    deps.db.query('delete from _prisma_migrations where migration_name = any ($1)', [[NEWER, ADDS]]),
  );

  it('stops the API and the worker, and says which migration and what to do', async () => {
    await refuseNewerSchema(deps.db, migrationNames());
    await apply(NEWER);
    for (const file of ['api/src/main.ts', 'worker/src/main.ts']) {
      const { code, said } = await start(file, {});
      expect(code, said).toBe(1);
      expect(said).toContain(NEWER);
      expect(said).toMatch(/restaure a cópia feita antes da atualização/);
    }
  }, 240_000);

  it('does not stop those already up that return amid the update, if the new version only added; their installer, it does', async () => {
    const ours = migrationNames();
    await apply(ADDS);
    expect(await refuseNewerSchema(deps.db, ours, { beside: true })).toEqual([ADDS]);
    // Both processes only warn about the newer migration, and are refused for another reason: their keys.
    await createApiKey(deps, await createEmpresa(deps));
    for (const file of ['api/src/main.ts', 'worker/src/main.ts']) {
      const { said } = await start(file, { ENCRYPTION_KEYS: otherKey, LOG_LEVEL: 'warn' });
      expect(said).toContain(ADDS);
      expect(said).toContain('ENCRYPTION_KEYS não abre');
    }
    await expect(refuseNewerSchema(deps.db, ours)).rejects.toThrow(ADDS);
    const { code, said } = await start('deploy/check-configuration.ts', {});
    expect([code, said]).toEqual([1, expect.stringContaining(ADDS)]);
    // A newer migration that does more than add stops the start, even if another newer migration only adds.
    await apply(NEWER);
    await expect(refuseNewerSchema(deps.db, ours, { beside: true })).rejects.toThrow(NEWER);
  }, 240_000);
});
