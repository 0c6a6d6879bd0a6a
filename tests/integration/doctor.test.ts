// Reports of the doctor: no failure on a sound installation; otherwise a clear sentence for each failure, which does
// not keep the doctor from the other checks.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownMigrations, migrationNames } from '@escuta/prisma/base';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { processesKey } from '@escuta/shared/platform/process/processes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { BASE } from '../../prisma/src/base.mjs';
import { startModelServer } from '../../scripts/casos/model-server.ts';
import { freePort } from '../../scripts/lib/ports.mjs';
import { type Achado, runChecks } from '../../scripts/operations/doctor/check.ts';
import { readPartialEnv } from '../../scripts/operations/doctor/configuration.ts';
import { bookkeeping } from '../../scripts/operations/doctor/database.ts';
import { examine } from '../../scripts/operations/doctor/examine.ts';
import type { Source } from '../../scripts/operations/settings.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createApiKey, createAsteriskConfig, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';
import { program } from '../support/programs.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';
import { createTarefa } from '../support/tasks.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const deps = createTestDeps();
const secret = () => randomBytes(36).toString('base64url');
const MODELS = ['whisper-1', 'gpt-5.6-sol', 'gpt-6-luna'];
/** Models that the fake provider lists for the right key. */
let models: string[] = MODELS;
let provider: Server;
let smtp: TestSmtp;
let sound: Source;
/** A fast fake of ffmpeg for the tests of other checks: starting the real ffmpeg takes longer than all these checks. */
let quick: Source;
let folder: string;

/** A registered worker. */
const WORKER = JSON.stringify({
  id: randomUUID(),
  tipo: 'worker',
  maquina: 'm',
  desde: 0,
  pasta: null,
});

beforeAll(async () => {
  provider = createServer((request, response) => {
    const isRight = request.headers.authorization === `Bearer ${process.env.OPENAI_API_KEY}`;
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? { data: models.map((id) => ({ id })) } : { error: {} }));
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  smtp = await startSmtp({ login: { user: 'escuta', pass: 'senha-do-correio' } });
  await ensureCatalogue(deps.db);
  // Keeps only OpenAI's models, because Claude models need another key, and puts off the announced end of whisper-1.
  await deps.db.query(
    `update modelos_catalogo set ativo = (provedor = 'openai'), desativado_em = '2099-01-01'`,
  );
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  sound = {
    ...process.env,
    NODE_ENV: 'test',
    JWT_SECRET: secret(),
    URL_SIGNING_SECRET: secret(),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    API_KEY_HMAC_SECRET: secret(),
    OPENAI_BASE_URL: `${url}/v1`,
    PUBLIC_URL: url,
    SMTP_URL: `smtp://escuta:senha-do-correio@127.0.0.1:${smtp.port}`,
  };
  folder = await mkdtemp(join(tmpdir(), 'doutor-'));
  const ffmpeg = join(folder, 'ffmpeg');
  await writeFile(
    ffmpeg,
    '#!/bin/sh\nif [ "$1" = -version ]; then echo ffmpeg version 5.1; else printf fLaC; fi\n',
    {
      mode: 0o755,
    },
  );
  quick = { ...sound, FFMPEG_PATH: ffmpeg };
  // Encrypts values in the database with the keys of the examined installation.
  const own = {
    ...deps,
    keyRing: parseKeyRing(sound.ENCRYPTION_KEYS!),
    env: { ...deps.env, API_KEY_HMAC_SECRET: sound.API_KEY_HMAC_SECRET! },
  };
  const mine = await createTenant(own, { creditos: 10 });
  await createApiKey(own, mine.empresa);
  await createAsteriskConfig(own, mine.empresa);
  await deps.redis.zadd(processesKey(deps.env.REDIS_PREFIX), Date.now() + 600_000, WORKER);
});
afterAll(async () => {
  await closeTestDeps(deps);
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
  provider.closeAllConnections();
  await new Promise((done) => provider.close(done));
});

const of = (achados: Achado[], estado: Achado['estado']) =>
  achados.filter((achado) => achado.estado === estado).map(({ area, texto }) => `${area}: ${texto}`);
const failures = async (changed: Source) => of(await examine({ ...quick, ...changed }), 'falha');
const warnings = async (changed: Source) => of(await examine({ ...quick, ...changed }), 'aviso');

describe('a sound installation', () => {
  it('is told so, area by area, and is left as it was', async () => {
    // Every row of every table, as text.
    const content = async () => {
      const { rows } = await deps.db.query(
        `select tablename as t,
          md5(query_to_xml(format('SELECT * FROM %I ORDER BY 1', tablename), true, true, '')::text)
         from pg_tables where schemaname = 'public' order by 1`,
      );
      return rows;
    };
    const before = await content();
    expect(before.length).toBeGreaterThan(40);
    const achados = await examine(sound);
    expect(achados.filter(({ estado }) => estado !== 'ok')).toEqual([]);
    expect([...new Set(achados.map(({ area }) => area))]).toEqual([
      'Configuração',
      'Banco de dados',
      'Chaves',
      'Dados',
      'Acessos',
      'Redis',
      'Armazenamento',
      'Disco',
      'ffmpeg',
      'Provedor de IA',
      'E-mail',
      'Relógio',
      'Processamento',
    ]);
    const said = of(achados, 'ok').join('\n');
    expect(said).toMatch(/PostgreSQL 1\d(\.\d+)? responde em [\d.]+ ms/);
    expect(said).toMatch(
      /grava, lê e apaga: gravar [\d.]+ ms, ler [\d.]+ ms, ler um trecho [\d.]+ ms, apagar [\d.]+ ms/,
    );
    expect(said).toContain('ENCRYPTION_KEYS abre o que o banco guarda.');
    expect(said).toContain('O saldo de cada empresa é a soma do seu extrato.');
    expect(await content()).toEqual(before);
    const left = await readdir(sound.STORAGE_DIR!, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  it('ends the command with 0 and JSON for monitors', async () => {
    const { code, stdout } = await command(['--json'], sound);
    expect(code, stdout).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer.ok).toBe(true);
    expect(answer.achados).toContainEqual(
      expect.objectContaining({ area: 'Configuração', estado: 'ok', conselho: null }),
    );
  });
});

describe('what fails is told, with everything else still looked at', () => {
  it('Redis that is away, at once and in one place', async () => {
    const proxy = new TcpProxy(sound.REDIS_URL!);
    const url = await proxy.start(sound.REDIS_URL!);
    proxy.cut();
    expect(await failures({ REDIS_URL: url })).toEqual([
      expect.stringMatching(/^Redis: O Redis não responde em 127/),
    ]);
    await proxy.stop();
  });

  it('a Redis that may drop keys', async () => {
    await deps.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      expect(await failures({})).toEqual([
        'Redis: maxmemory-policy é allkeys-lru: sob pressão o Redis apagaria partes das filas.',
      ]);
    } finally {
      await deps.redis.config('SET', 'maxmemory-policy', 'noeviction');
    }
  });

  it('a database account that is refused, and what could not be checked for it', async () => {
    const url = new URL(sound.DATABASE_URL!);
    url.username = 'ninguem';
    url.password = 'senha-secreta';
    url.searchParams.delete('host');
    const achados = await examine({ ...quick, DATABASE_URL: url.href });
    expect(of(achados, 'falha')).toEqual([
      expect.stringMatching(
        /^Banco de dados: O PostgreSQL em 127\.0\.0\.1:\d+ recusou o usuário ou a senha\.$/,
      ),
    ]);
    expect(of(achados, 'aviso')).toContain('Chaves: Não verificado: o banco de dados não respondeu.');
    expect(JSON.stringify(achados)).not.toContain('senha-secreta');
  });

  it('a server in PostgreSQL’s place that never answers, within its time', async () => {
    const silent = createTcpServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const url = new URL(sound.DATABASE_URL!);
    url.port = String((silent.address() as AddressInfo).port);
    url.searchParams.delete('host');
    // This message comes from the connection's own time limit; the check's, six times as long, has another message.
    expect(await failures({ DATABASE_URL: url.href })).toEqual([
      expect.stringContaining('Banco de dados: O PostgreSQL não responde em'),
    ]);
    silent.close();
  });

  it('migrations that are pending, and a database from which there is no way', async () => {
    const rename = (from: string, to: string) =>
      deps.db.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [
        from,
        to,
      ]);
    const { rowCount } = await deps.db.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       select gen_random_uuid(), 'x', nome, now() from unnest($1::text[]) nome`,
      [knownMigrations().filter((name) => !migrationNames().includes(name))],
    );
    expect(rowCount).toBeGreaterThan(100);
    await rename(BASE, `${BASE}_x`);
    try {
      const achados = await examine(quick);
      expect(of(achados, 'falha')).toEqual([`Banco de dados: Migrações pendentes: ${BASE}.`]);
      expect(of(achados, 'aviso').join()).toContain('migrações que esta versão não conhece');
      await deps.db.query('delete from _prisma_migrations where migration_name = $1', [knownMigrations()[0]]);
      expect(of(await examine(quick), 'falha').join()).toMatch(
        /anterior a \w{8}, que esta não atualiza direto/,
      );
    } finally {
      await rename(`${BASE}_x`, BASE);
      await deps.db.query(`delete from _prisma_migrations where checksum = 'x'`);
    }
  });

  it('an index that was being made when its migration was interrupted', async () => {
    const make = 'CREATE UNIQUE INDEX CONCURRENTLY meio_feito ON precos_catalogo ((1))';
    await expect(deps.db.query(make)).rejects.toThrow();
    try {
      expect(of(await examine(quick), 'falha')).toEqual([
        'Banco de dados: O índice meio_feito ficou pela metade: o PostgreSQL o mantém e não o usa.',
      ]);
    } finally {
      await deps.db.query('DROP INDEX meio_feito');
    }
  });

  it('a balance and totals that were changed from outside', async () => {
    await deps.db.query('update empresas set saldo_creditos = saldo_creditos + 5');
    await deps.db.query('update projeto_rollup_dia set n = n + 1');
    try {
      expect(await failures({})).toEqual([
        'Dados: O saldo de 1 empresa não é a soma do extrato.',
        expect.stringContaining('Dados: Os totais por dia não conferem em: '),
      ]);
    } finally {
      await deps.db.query('update empresas set saldo_creditos = saldo_creditos - 5');
      await deps.db.query('update projeto_rollup_dia set n = n - 1');
    }
  });

  it('sums of insights and verdicts that were changed from outside, each table', async () => {
    const { empresa, projeto, item } = await createTenant(deps);
    const template = await createTemplateVersion(deps, empresa.id, { nome: 'Cortesia' });
    await createRunWithInsights(deps, item, [{ template }]);
    const said = async () =>
      of(await runChecks([bookkeeping], { source: sound, env: readPartialEnv(sound) }), 'falha');
    const wrong = [`Dados: Os totais de insights e vereditos não conferem em: ${projeto.id}.`];
    for (const table of ['insight_dia', 'insight_chamada_dia']) {
      await deps.db.query(`UPDATE ${table} SET n = n + 1`);
      expect(await said(), table).toEqual(wrong);
      await deps.db.query(`UPDATE ${table} SET n = n - 1`);
    }
    for (const [table, days] of [
      ['concordancia_dia', 'dia'],
      ['concordancia_chamada_dia', 'dia, dia_entrada'],
    ] as const) {
      await deps.db.query(
        `insert into ${table} (empresa_id, projeto_id, template_id, criterio, ${days}, n, aprovados, rejeitados,
          sim_sim, sim_nao, nao_sim, nao_nao)
         values ($1, $2, $3, '', ${days.replaceAll(/\w+/g, 'now()')}, 1, 1, 0, 0, 0, 0, 0)`,
        [empresa.id, projeto.id, template.id],
      );
      expect(await said(), table).toEqual(wrong);
      await deps.db.query(`delete from ${table}`);
    }
    expect(await said()).toEqual([]);
  });

  it('what a company’s files take up, changed from outside', async () => {
    const { empresa } = await createTenant(deps);
    await deps.db.query(
      `insert into empresa_bytes (empresa_id, tipo, n, bytes) values ($1, 'gravacao', 0, 1)`,
      [empresa.id],
    );
    const said = async () =>
      of(await runChecks([bookkeeping], { source: sound, env: readPartialEnv(sound) }), 'falha');
    expect(await said()).toEqual([`Dados: O que os arquivos ocupam não confere em: ${empresa.id}.`]);
    await deps.db.query('select escuta_recontar_bytes()');
    expect(await said()).toEqual([]);
  });

  it('months that nobody made, and rows from a clock that is wrong', async () => {
    const { rows } = await deps.db.query<{ tabela: string }>(
      `select 'registros_acesso' || to_char(now() at time zone 'America/Sao_Paulo' + interval '2 months', '_YYYYMM')
        as tabela`,
    );
    await deps.db.query(`DROP TABLE ${rows[0]?.tabela}`);
    await deps.db.query(
      `insert into registros_acesso (id, acao, recurso, created_at)
        values (gen_random_uuid(), 'login', 'sessao', now() + interval '20 years')`,
    );
    try {
      const warned = of(await examine(quick), 'aviso');
      expect(warned).toContain('Dados: Faltam as partições dos próximos meses de: registros_acesso.');
      expect(warned).toContain('Dados: Há linhas recentes fora dos seus meses em: registros_acesso.');
    } finally {
      await deps.db.query(`delete from registros_acesso where created_at > now() + interval '1 year'`);
      await deps.db.query(`select escuta_meses(now()::date, (now() + interval '3 months')::date)`);
    }
    expect(of(await examine(quick), 'aviso').join()).not.toMatch(/partições|meses/);
  });

  it('a task that nobody does, and those that stopped with an error', async () => {
    const { projeto } = await createTenant(deps);
    const at = new Date(Date.now() - 7_200_000);
    const waiting = await createTarefa(deps, projeto, null, { createdAt: at });
    await createTarefa(deps, projeto, null, { status: 'erro' });
    try {
      // The task is two hours old, but has been due only for a moment.
      expect((await failures({})).filter((text) => text.includes('tarefa'))).toEqual([]);
      await deps.prisma.tarefa.update({ where: { id: waiting.id }, data: { proximaEm: at } });
      const achados = await examine(quick);
      expect(of(achados, 'falha')).toContain(
        'Processamento: Uma tarefa espera há 2 h sem que ninguém a faça.',
      );
      expect(of(achados, 'aviso')).toContain('Processamento: Pararam com erro: 1 tarefa.');
    } finally {
      await deps.prisma.tarefa.deleteMany();
    }
  });

  it('a storage that cannot be written', async () => {
    const file = join(sound.STORAGE_DIR!, 'isto-e-um-arquivo');
    await writeFile(file, '');
    expect(await failures({ STORAGE_DIR: file })).toEqual([
      expect.stringMatching(/^Armazenamento: A pasta .* não/),
    ]);
    expect(
      await failures({
        STORAGE_DRIVER: 's3',
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_BUCKET: 'balde',
        S3_ACCESS_KEY_ID: 'AKID',
        S3_SECRET_ACCESS_KEY: 'segredo-do-balde',
      }),
    ).toEqual([expect.stringMatching(/^Armazenamento: O S3 não funciona \(ECONNREFUSED\)/)]);
  });

  it('a ring of other keys, and the wrong secret of API keys', async () => {
    const other = randomBytes(32).toString('base64');
    expect(await failures({ ENCRYPTION_KEYS: `k2:${other}` })).toEqual([
      'Chaves: chaves_api tem segredos cifrados com a chave "k1", que não está em ENCRYPTION_KEYS.',
      'Chaves: asterisk_configs tem segredos cifrados com a chave "k1", que não está em ENCRYPTION_KEYS.',
    ]);
    const said = await failures({ ENCRYPTION_KEYS: `k1:${other}` });
    expect(said[0]).toContain('a chave "k1" de ENCRYPTION_KEYS não os abre');
    expect(said.join()).not.toContain(other);
    expect(await failures({ API_KEY_HMAC_SECRET: secret() })).toEqual([
      expect.stringContaining('API_KEY_HMAC_SECRET não é o desta instalação'),
    ]);
  });

  it('an ffmpeg that is missing, and one that cannot make FLAC', async () => {
    expect(await failures({ FFMPEG_PATH: '/nao/existe/ffmpeg' })).toEqual([
      'ffmpeg: O ffmpeg não foi encontrado (/nao/existe/ffmpeg).',
    ]);
    expect(await failures({ FFMPEG_PATH: '/bin/false' })).toEqual([
      expect.stringContaining('não produz FLAC'),
    ]);
  });

  it('a mail server that is down, and one that refuses the password', async () => {
    expect(await failures({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual([
      expect.stringMatching(/^E-mail: O servidor de e-mail 127\.0\.0\.1:9 não responde/),
    ]);
    const said = await failures({ SMTP_URL: `smtp://escuta:senha-errada@127.0.0.1:${smtp.port}` });
    expect(said).toEqual([expect.stringMatching(/^E-mail: .* recusou usuário ou senha/)]);
    expect(said.join()).not.toContain('senha-errada');
  });

  it('a provider that refuses the key, and one that is away', async () => {
    const said = await failures({ OPENAI_API_KEY: 'sk-chave-revogada' });
    expect(said).toEqual([expect.stringMatching(/^Provedor de IA: .* recusou a chave \(401\)/)]);
    expect(said.join()).not.toContain('sk-chave-revogada');
    const port = await freePort();
    expect(await failures({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` })).toEqual([
      `Provedor de IA: O provedor de IA em 127.0.0.1:${port} não responde (ECONNREFUSED).`,
    ]);
  });

  it('models that end soon, cannot be called or are not there', async () => {
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await deps.db.query(`update modelos_catalogo set desativado_em = $1 where rotulo = 'gpt-4'`, [soon]);
    await deps.db.query(
      `update modelos_catalogo set ativo = true, capacidades = '{}' where rotulo = 'claude-3-haiku'`,
    );
    models = ['whisper-1', 'gpt-5.6-sol'];
    try {
      const day = soon.split('-').reverse().join('/');
      expect(await warnings({})).toEqual([
        'Provedor de IA: O modelo "claude-3-haiku" não pode ser chamado: seu provedor não está configurado.',
        'Provedor de IA: O provedor não lista o modelo gpt-6-luna ("gpt-3.5-turbo").',
        `Provedor de IA: O modelo gpt-5.6-sol ("gpt-4") será encerrado pelo fabricante em ${day}.`,
      ]);
    } finally {
      models = MODELS;
      await deps.db.query(
        `update modelos_catalogo set desativado_em = '2099-01-01', ativo = (provedor = 'openai')`,
      );
    }
  });

  it('a model that nobody knows, and a server of one’s own whose context nobody declared', async () => {
    const declare = (modelo: string, capacidades: object) =>
      deps.db.query(
        `update modelos_catalogo set modelo = $1, capacidades = $2 where rotulo = 'gpt-3.5-turbo'`,
        [modelo, JSON.stringify(capacidades)],
      );
    const { rows } = await deps.db.query<{ modelo: string; capacidades: object }>(
      `select modelo, capacidades from modelos_catalogo where rotulo = 'gpt-3.5-turbo'`,
    );
    const [before] = rows;
    if (!before) throw new Error('the seed has no such label');
    models = [...MODELS, 'qwen3:latest'];
    try {
      await declare('qwen3', {});
      expect(await warnings({})).toEqual([
        'Provedor de IA: O modelo qwen3 ("gpt-3.5-turbo") não é conhecido, e nada foi informado do que ele sabe fazer: a Escuta supõe o mínimo.',
      ]);
      await declare('qwen3', { protocolo: { origem: 'servidor', proprio: true, saida: 'json_schema' } });
      expect(await warnings({})).toEqual([
        'Provedor de IA: O contexto do modelo qwen3 ("gpt-3.5-turbo") não foi informado: um servidor que corta o que não cabe só é percebido depois.',
      ]);
    } finally {
      models = MODELS;
      await declare(before.modelo, before.capacidades);
    }
  });

  it('nothing, where a server of one’s own wants no key', async () => {
    const server = await startModelServer(() => ({ corpo: { data: MODELS.map((id) => ({ id })) } }));
    try {
      const found = await examine({ ...quick, OPENAI_API_KEY: undefined, OPENAI_BASE_URL: server.url });
      expect(of(found, 'ok')).toContainEqual(
        expect.stringMatching(/servidor de IA em .* responde, sem chave/),
      );
      expect(of(found, 'aviso')).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('clocks that disagree', async () => {
    const late = createServer((_request, response) => {
      response.sendDate = false;
      response.writeHead(200, { date: new Date(Date.now() - 90_000).toUTCString() }).end();
    });
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done));
    const said = await failures({ PUBLIC_URL: `http://127.0.0.1:${(late.address() as AddressInfo).port}` });
    expect(said).toEqual([
      expect.stringMatching(/^Relógio: .* está (89|9\d)(,\d)? s atrás do relógio desta máquina/),
    ]);
    late.close();
  });

  it('every wrong variable, weak secrets and what production lacks, never a value', async () => {
    const weak = 'segredo-de-exemplo-com-mais-de-32-letras';
    const achados = await examine({
      ...quick,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      PORT: 'oitenta',
      SMTP_URL: '',
      PUBLIC_URL: '',
      JWT_SECRET: weak,
      URL_SIGNING_SECRET: weak,
      ENCRYPTION_KEYS: 'k1:curta-demais',
    });
    const said = of(achados, 'falha').join('\n');
    for (const text of [
      'DATABASE_URL não está definida',
      'PORT está errada',
      'URL_SIGNING_SECRET e JWT_SECRET são iguais',
      'JWT_SECRET parece fraco',
      'ENCRYPTION_KEYS: use "id:chave"',
      'PUBLIC_URL não está definida',
    ])
      expect(said).toContain(text);
    expect(of(achados, 'aviso').join('\n')).toMatch(
      /SMTP_URL não está definida[\s\S]*Não verificado: falta DATABASE_URL/,
    );
    expect(JSON.stringify(achados)).not.toMatch(/oitenta|segredo-de-exemplo|curta-demais/);
    for (const achado of achados)
      if (achado.estado !== 'ok') expect(achado.conselho, achado.texto).toBeTruthy();
  });

  it('a queue that nobody serves', async () => {
    const key = processesKey(deps.env.REDIS_PREFIX);
    await deps.redis.del(key);
    try {
      expect(await warnings({})).toEqual([
        'Processamento: Nenhum worker deu sinal de vida nos últimos segundos.',
      ]);
    } finally {
      await deps.redis.zadd(key, Date.now() + 600_000, WORKER);
    }
  });

  it('sees its workers from a host whose clock is fast: theirs is that of Redis', async () => {
    const key = processesKey(deps.env.REDIS_PREFIX);
    const [seconds] = await deps.redis.time();
    await deps.redis.del(key);
    await deps.redis.zadd(key, Number(seconds) * 1000 + 600_000, WORKER);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    try {
      expect(await warnings({})).not.toContain(
        'Processamento: Nenhum worker deu sinal de vida nos últimos segundos.',
      );
    } finally {
      clock.mockRestore();
      await deps.redis.zadd(key, Date.now() + 600_000, WORKER);
    }
  });

  it('ends the command with 1, and with 2 when it could not look', async () => {
    const failed = await command([], { ...sound, FFMPEG_PATH: '/nao/existe/ffmpeg' });
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/ffmpeg\n {2}✗ O ffmpeg não foi encontrado .*\n {6}→ Instale-o/);
    expect(failed.stdout).toMatch(/\n1 falha, 0 avisos, \d+ em ordem\.\n$/);
    expect((await command(['--jsno'], sound)).code).toBe(2);
  });
});

function command(args: string[], source: Source): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [program('scripts/operations/doctor-command.ts'), ...args], {
    env: { ...source, NODE_OPTIONS: '' } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout })));
}
